package repository

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestDocsModules follows docs/modules.md: it writes each file into a module, runs
// each command, and compares the output with the lines below the command. Lines that
// begin with ! are standard error; ... matches any rest.
func TestDocsModules(t *testing.T) {
	text, err := os.ReadFile("docs/modules.md")
	if err != nil {
		t.Fatal(err)
	}
	d := docs{t: t, dir: t.TempDir(), bin: real.Binary(t)}
	for _, dir := range []string{"config/ralsh", "host/etc"} {
		if err := os.MkdirAll(filepath.Join(d.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	parts := strings.Split(string(text), "```")
	for i := 1; i < len(parts); i += 2 {
		info, body, _ := strings.Cut(parts[i], "\n")
		switch kind, file, _ := strings.Cut(info, " "); kind {
		case "star":
			d.write(file, body)
		case "console":
			d.console(body)
		default:
			t.Errorf("a block of %q is run by nothing", info)
		}
	}
	if d.files < 8 || d.commands < 10 {
		t.Errorf("%d files and %d commands", d.files, d.commands)
	}
}

type docs struct {
	t               *testing.T
	dir, bin        string
	files, commands int
}

func (d *docs) write(file, text string) {
	file = filepath.Join(d.dir, "config/ralsh/environments/production/modules/greetings", file)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.files++
}

func (d *docs) console(body string) {
	for _, part := range strings.Split("\n"+body, "\n$ ralsh ")[1:] {
		line, want, _ := strings.Cut(part, "\n")
		d.commands++
		args := []string{"--root", filepath.Join(d.dir, "host")}
		for _, arg := range arguments(line) {
			args = append(args, strings.ReplaceAll(arg, "/etc/ralsh", d.dir+"/config/ralsh"))
		}
		cmd := exec.Command(d.bin, args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=" + d.dir + "/config", "XDG_STATE_HOME=" + d.dir + "/state"}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run()
		d.compare(line, want, d.shown(out.String()), d.shown(errs.String()))
	}
}

// shown returns output with the document's paths.
func (d *docs) shown(text string) string {
	return strings.ReplaceAll(text, d.dir+"/config/ralsh", "/etc/ralsh")
}

func (d *docs) compare(line, want, out, errs string) {
	d.t.Helper()
	var lines []string
	rest := false
	for text := range strings.SplitSeq(strings.TrimRight(want, "\n"), "\n") {
		if said, ok := strings.CutPrefix(text, "! "); ok {
			if !strings.Contains(errs, "ralsh: "+said+"\n") {
				d.t.Errorf("ralsh %s\nsays %swant %s", line, errs, said)
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
		d.t.Errorf("ralsh %s\nprints\n%s\n%swant\n%s", line, out, errs, want)
	}
}

// arguments splits a command line; single quotes group words.
func arguments(line string) []string {
	var args []string
	word, quoted, any := "", false, false
	for _, r := range line + " " {
		switch {
		case r == '\'':
			quoted, any = !quoted, true
		case r == ' ' && !quoted:
			if word != "" || any {
				args = append(args, word)
			}
			word, any = "", false
		default:
			word += string(r)
		}
	}
	return args
}
