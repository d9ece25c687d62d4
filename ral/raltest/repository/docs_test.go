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

// documented are the pages whose commands are run, with the directory of their files below
// the home directory.
var documented = map[string]string{
	"modules.md":    ".config/ralsh/environments/production/modules/greetings",
	"many-hosts.md": ".config/ralsh",
	"compare.md":    "",
}

var (
	// namedFile matches the name of a file in the text above a block; the last one is the
	// file of the block.
	namedFile = regexp.MustCompile("`((?:lib|test)/[^`]+\\.star|hosts)`")
	// stamp matches the parts of an output that differ at each run.
	stamp = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by .*, ralsh \S+`)
)

// TestDocs follows the pages: it writes each file, runs each command of a console, and
// compares the output with the lines below the command. A file that a command has written
// has the text of its block. Lines that begin with "ralsh: " are standard error; ...
// matches any rest. A block of text is not run.
func TestDocs(t *testing.T) {
	inTop(t)
	bin := real.Binary(t)
	for page, dir := range documented {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile("docs/" + page)
			if err != nil {
				t.Fatal(err)
			}
			d := docs{t: t, home: t.TempDir(), dir: dir, written: make(map[string]bool)}
			if err := os.Mkdir(filepath.Join(d.home, "bin"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(bin, filepath.Join(d.home, "bin/ralsh")); err != nil {
				t.Fatal(err)
			}
			d.follow(string(text))
			if d.commands == 0 {
				t.Error("the page has no commands")
			}
		})
	}
}

type docs struct {
	t        *testing.T
	home     string
	dir      string // of the files, below home
	setup    string // the commands other than ralsh, which the shell keeps
	written  map[string]bool
	commands int
}

// follow writes the files and runs the commands of a page.
func (d *docs) follow(page string) {
	parts := strings.Split(page, "```")
	for i := 1; i < len(parts); i += 2 {
		info, body, _ := strings.Cut(parts[i], "\n")
		switch info {
		case "star", "ini":
			named := namedFile.FindAllStringSubmatch(parts[i-1], -1)
			if named == nil {
				d.t.Errorf("the text does not name the file of\n%s", body)
				continue
			}
			d.write(named[len(named)-1][1], body)
		case "console":
			d.console(body)
		case "text":
		default:
			d.t.Errorf("a block of %q is run by nothing", info)
		}
	}
}

// write writes a file of the page. One that ralsh wrote must have the text.
func (d *docs) write(name, text string) {
	file := filepath.Join(d.home, d.dir, name)
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
		cmd.Dir = d.home
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
	out, want = stamp.ReplaceAllString(out, ""), stamp.ReplaceAllString(want, "")
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
