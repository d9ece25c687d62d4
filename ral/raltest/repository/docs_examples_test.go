package repository

import (
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/model/demo"
	"ralsh/ral/raltest/real"
)

// examples are the pages whose examples run on the sample host of ralsh demo.
var examples = []string{"README.md", "docs/apply.md", "docs/commands.md", "docs/differences.md", "docs/facts.md", "docs/files.md", "docs/from-puppet.md", "docs/json.md", "docs/settings.md", "docs/tutorial.md", "docs/undo.md"}

// TestDocsExamples runs the examples of each page in their order. A block with a
// language and a name is a file. A block of console has commands, each with what a
// terminal shows; a line of ... matches any lines.
func TestDocsExamples(t *testing.T) {
	inTop(t)
	bin := real.Binary(t)
	for _, page := range examples {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			d := examplePage{t: t, dir: t.TempDir(), bin: bin}
			t.Setenv("TMPDIR", d.dir)
			if _, err := demo.Make(t.Context()); err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(string(text), "\n```")
			for i := 1; i < len(parts); i += 2 {
				info, body, _ := strings.Cut(parts[i], "\n")
				switch kind, name, named := strings.Cut(info, " "); {
				case named:
					d.save(name, body)
				case kind == "console":
					d.terminal(body)
				}
			}
			if d.commands == 0 {
				t.Error("the page has no example")
			}
		})
	}
}

type examplePage struct {
	t        *testing.T
	dir, bin string
	commands int
}

func (d *examplePage) save(name, text string) {
	file := filepath.Join(d.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// terminal runs the commands of a block and compares what they print.
func (d *examplePage) terminal(body string) {
	for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
		line, want, _ := strings.Cut(part+"\n", "\n")
		d.commands++
		args := arguments(line)
		if args[0] == "ralsh" {
			args = append([]string{d.bin, "--root", filepath.Join(d.dir, "ralsh-demo")}, args[1:]...)
		}
		cmd := exec.CommandContext(d.t.Context(), args[0], args[1:]...)
		cmd.Dir = d.dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "XDG_CONFIG_HOME=" + d.dir + "/config", "XDG_STATE_HOME=" + d.dir + "/state"}
		out, _ := cmd.CombinedOutput()
		pattern := regexp.QuoteMeta(d.stable(want))
		pattern = strings.ReplaceAll(pattern, `\.\.\.`+"\n", `(?:.*\n)*?`)
		if got := d.stable(string(out)); !regexp.MustCompile(`\A` + pattern + `\z`).MatchString(got) {
			d.t.Errorf("%s\nprints\n%s\nwant\n%s", line, got, d.stable(want))
		}
	}
}

var (
	// moment matches what differs between two runs of an example.
	moment = regexp.MustCompile(`(\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(\.\d+)?Z?|process \d+|ralsh \d+\.\d+\.\d+[^,]*|("digest": *|"elapsed_ms": *)[^,}\n]*`)
	blanks = regexp.MustCompile(` {2,}`)
)

// stable returns output with the places, times and name of the document.
func (d *examplePage) stable(text string) string {
	text = strings.ReplaceAll(text, d.dir+"/ralsh-demo", "/tmp/ralsh-demo")
	text = strings.ReplaceAll(text, d.dir+"/config/ralsh", "/etc/ralsh")
	text = strings.ReplaceAll(text, d.dir+"/state/ralsh", "/var/lib/ralsh")
	text = strings.ReplaceAll(text, d.dir, "/tmp/tutorial")
	if me, err := user.Current(); err == nil {
		text = strings.ReplaceAll(text, me.Username, "root")
	}
	text = moment.ReplaceAllString(text, "TIME")
	return strings.Trim(blanks.ReplaceAllString(text, " "), "\n") + "\n"
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
