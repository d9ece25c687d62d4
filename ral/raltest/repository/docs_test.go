package repository

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// inModules is the directory of the module that docs/modules.md writes.
const inModules = ".config/ralsh/environments/production/modules/greetings"

// namedFile matches a file of the module in the text above a block; the last one is the
// file of the block.
var namedFile = regexp.MustCompile("`((?:lib|test)/[^`]+\\.star)`")

// TestDocsModules follows docs/modules.md: it writes each file into a module, runs
// each command, and compares the output with the lines below the command. A file that
// a command has written has the text of its block. Lines that begin with "ralsh: " are
// standard error; ... matches any rest.
func TestDocsModules(t *testing.T) {
	text, err := os.ReadFile("docs/modules.md")
	if err != nil {
		t.Fatal(err)
	}
	d := docs{t: t, home: t.TempDir(), written: make(map[string]bool)}
	if err := os.Mkdir(filepath.Join(d.home, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real.Binary(t), filepath.Join(d.home, "bin/ralsh")); err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "```")
	for i := 1; i < len(parts); i += 2 {
		info, body, _ := strings.Cut(parts[i], "\n")
		switch info {
		case "star":
			named := namedFile.FindAllStringSubmatch(parts[i-1], -1)
			if named == nil {
				t.Errorf("the text does not name the file of\n%s", body)
				continue
			}
			d.write(named[len(named)-1][1], body)
		case "console":
			d.console(body)
		default:
			t.Errorf("a block of %q is run by nothing", info)
		}
	}
	if len(d.written) < 14 || d.commands < 30 {
		t.Errorf("%d files and %d commands", len(d.written), d.commands)
	}
}

type docs struct {
	t        *testing.T
	home     string
	setup    string // the commands other than ralsh, which the shell keeps
	written  map[string]bool
	commands int
}

// write writes a file of the module. One that ralsh wrote must have the text.
func (d *docs) write(name, text string) {
	file := filepath.Join(d.home, inModules, name)
	made, err := os.ReadFile(file)
	if err == nil && !d.written[name] {
		if string(made) != text {
			d.t.Errorf("%s is\n%s", name, made)
		}
		d.written[name] = true
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.written[name] = true
}

func (d *docs) console(body string) {
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part, "\n")
		if !strings.HasPrefix(line, "ralsh ") {
			d.setup += line + "\n"
			continue
		}
		d.commands++
		cmd := exec.Command("bash", "-c", "shopt -s expand_aliases\n"+d.setup+line)
		cmd.Env = []string{"HOME=" + d.home, "PATH=" + d.home + "/bin:" + os.Getenv("PATH"),
			"XDG_CONFIG_HOME=" + d.home + "/.config", "XDG_STATE_HOME=" + d.home + "/.local/state"}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run()
		d.compare(line, want, d.shown(out.String()), d.shown(errs.String()))
	}
}

// shown returns output with the document's paths.
func (d *docs) shown(text string) string { return strings.ReplaceAll(text, d.home, "/home/alice") }

func (d *docs) compare(line, want, out, errs string) {
	d.t.Helper()
	var lines []string
	rest := false
	for text := range strings.SplitSeq(strings.TrimRight(want, "\n"), "\n") {
		if strings.HasPrefix(text, "ralsh: ") {
			if !strings.Contains(errs, text+"\n") {
				d.t.Errorf("%s\nreports %swant %s", line, errs, text)
			}
			continue
		}
		if rest = text == "..."; rest {
			break
		}
		lines = append(lines, strings.Join(strings.Fields(text), " "))
	}
	var got []string
	for text := range strings.SplitSeq(strings.TrimRight(out, "\n"), "\n") {
		got = append(got, strings.Join(strings.Fields(text), " "))
	}
	if rest && len(got) > len(lines) {
		got = got[:len(lines)]
	}
	if strings.Join(got, "\n") != strings.Join(lines, "\n") {
		d.t.Errorf("%s\nprints\n%s\n%swant\n%s", line, out, errs, want)
	}
}
