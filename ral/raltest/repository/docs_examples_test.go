package repository

import (
	"bytes"
	"fmt"
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

// TestExamples runs the examples of README.md and of each page in docs. A page is one
// script for bash: the commands of its blocks of console, each with the lines that a
// terminal shows below it, where a line of ... stands for any lines; and the files that
// its blocks of a language and a name have. ralsh works on the sample host of ralsh
// demo. A block of console with a name is for the test of that name. RALSH_GOLDEN=1
// writes what the commands print into the pages.
func TestExamples(t *testing.T) {
	inTop(t)
	bin := real.Binary(t)
	followed := 0
	for _, page := range documents(t) {
		text := read(t, page)
		script, examples := exampleScript(t, page, text)
		if len(examples) == 0 {
			continue
		}
		followed++
		t.Run(page, func(t *testing.T) {
			e := exampleHost{home: t.TempDir(), tmp: t.TempDir()}
			t.Setenv("TMPDIR", e.tmp)
			if _, err := demo.Make(t.Context()); err != nil {
				t.Fatal(err)
			}
			outputs := e.run(t, bin, script)
			if len(outputs) != len(examples) {
				t.Fatalf("%d of %d commands ran: %q", len(outputs), len(examples), outputs)
			}
			for i, example := range examples {
				want, got := stable(example.want), stable(e.shown(outputs[i]))
				pattern := strings.ReplaceAll(regexp.QuoteMeta(want), `\.\.\.`+"\n", `(?:.*\n)*?`)
				if regexp.MustCompile(`\A` + pattern + `\z`).MatchString(got) {
					continue
				}
				if os.Getenv("RALSH_GOLDEN") == "" {
					t.Errorf("%s\nprints\n%swant\n%s", example.command, got, want)
				}
				command := "\n$ " + example.command + "\n"
				text = strings.Replace(text, command+example.want, command+e.shown(outputs[i]), 1)
			}
			if os.Getenv("RALSH_GOLDEN") != "" {
				write(t, page, text)
			}
		})
	}
	if followed < 10 {
		t.Errorf("only %d pages have examples", followed)
	}
}

type example struct{ command, want string }

// exampleScript returns the script of a page, and its commands. The script prints a zero
// byte before the output of each.
func exampleScript(t *testing.T, page, text string) (string, []example) {
	t.Helper()
	if !strings.Contains(text, "\n```console\n") {
		return "", nil
	}
	script, examples := "shopt -s expand_aliases\n", []example(nil)
	parts := strings.Split(text, "\n```")
	for i := 1; i < len(parts); i += 2 {
		info, body, _ := strings.Cut(parts[i], "\n")
		language, name, named := strings.Cut(info, " ")
		switch {
		case info == "console":
			for _, part := range strings.Split("\n"+body, "\n$ ")[1:] {
				command, want, _ := strings.Cut(part+"\n", "\n")
				examples = append(examples, example{command, want})
				script += `printf '\0'` + "\n" + command + "\n"
			}
		case named && language != "console":
			if !filepath.IsLocal(name) || !strings.Contains(parts[i-1], name+"`") {
				t.Fatalf("%s: the text above a block does not name its file %s, below the home directory", page, name)
			}
			script += fmt.Sprintf("mkdir -p $(dirname %[1]s)\ncat >%[1]s <<'END OF FILE'\n%[2]s\nEND OF FILE\n", name, body)
		}
	}
	return script, examples
}

// exampleHost has the home directory of a page, and the directory of its sample host.
type exampleHost struct{ home, tmp string }

// run runs a script and returns the outputs of its commands.
func (e exampleHost) run(t *testing.T, bin, script string) []string {
	t.Helper()
	dir := t.TempDir()
	wrapper := fmt.Sprintf("#!/bin/sh\nexec %s --root %s/ralsh-demo \"$@\"\n", bin, e.tmp)
	// A page tells why git does not run on the sample host, also on a machine without git.
	after := t.TempDir()
	for file, text := range map[string]string{filepath.Join(dir, "ralsh"): wrapper, filepath.Join(after, "git"): "#!/bin/sh\nexit 1\n"} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", script)
	cmd.Dir = e.home
	cmd.Env = []string{
		"HOME=" + e.home, "PATH=" + dir + ":" + os.Getenv("PATH") + ":" + after,
		"XDG_CONFIG_HOME=" + e.home + "/.config", "XDG_STATE_HOME=" + e.home + "/.local/state",
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // an example may fail
	return strings.Split(out.String(), "\x00")[1:]
}

var (
	// moment matches what differs between two runs of an example, and between users.
	moment = regexp.MustCompile(`(\d{4}-\d\d-\d\d[ T])?\d\d:\d\d:\d\d(\.\d+)?Z?|process \d+|ralsh \d+\.\d+\.\d+[^,\n]*|("digest": *|"elapsed_ms": *)[^,}\n]*| \(unprivileged\)`)
	blanks = regexp.MustCompile(` {2,}`)
)

// shown returns an output with the directories and the user of the documents.
func (e exampleHost) shown(output string) string {
	names := []string{e.home, "/home/alice", e.tmp, "/tmp"}
	if me, err := user.Current(); err == nil {
		names = append(names, "by uid "+me.Uid, "by root", "by "+me.Username, "by root", "  "+me.Username+"  ", "  root  ")
	}
	return strings.NewReplacer(names...).Replace(output)
}

// stable returns the parts of a text that are the same in each run.
func stable(text string) string {
	text = moment.ReplaceAllString(text, "")
	return strings.Trim(blanks.ReplaceAllString(text, " "), "\n") + "\n"
}
