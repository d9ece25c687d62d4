package local

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
)

// A hidden command and its output appear nowhere.
func TestHiddenCommand(t *testing.T) {
	fake := fakehost.New(nil)
	fake.Command("/bin/hush")
	fake.Handle("hush", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 1, Stdout: []byte("the word\n"), Stderr: []byte("the word\n")}
	})
	for name, h := range map[string]struct {
		change host.Writer
		cmd    host.Command
	}{
		"fake":    {fake.Writer(), host.Command{Name: "/bin/hush", Args: []string{"the word"}, Hidden: true}},
		"machine": {Machine().Writer(), host.Command{Name: "/bin/sh", Args: []string{"-c", "echo the word; exit 1"}, Hidden: true}},
		"missing": {Machine().Writer(), host.Command{Name: "/bin/the word", Hidden: true}},
		"plan":    {record.New(fake.Reader()).Writer(), host.Command{Name: "/bin/the word", Hidden: true}},
	} {
		var text strings.Builder
		ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
			text.WriteString(tr.Command + tr.Line + tr.Result.Path + strings.Join(tr.Result.Args, " ") + string(tr.Result.Stdout) + string(tr.Result.Stderr))
		})
		wr := host.TapAfter(h.change, func(a host.Act, res host.Result, _ error) { text.WriteString(a.String() + string(res.Stderr)) })
		res, err := wr.Output(ctx, h.cmd)
		text.WriteString(err.Error() + string(res.Stdout) + h.cmd.String())
		if text := text.String(); strings.Contains(text, "word") || strings.Contains(text, "hush") || !strings.Contains(text, "$ [redacted]") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// New content replaces the old if the check succeeds; otherwise nothing of it
// is left. The check gets a file in the same directory or in the stage.
func TestWriteIsChecked(t *testing.T) {
	for _, stage := range []string{"", "stage"} {
		t.Run("stage "+stage, func(t *testing.T) { testWriteIsChecked(t, stage) })
	}
}

func testWriteIsChecked(t *testing.T, stage string) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, stage), 0o755); err != nil {
		t.Fatal(err)
	}
	below, err := Below(root)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "f")
	for name, c := range map[string]struct {
		change      host.Writer
		path, stage string
	}{"machine": {Machine().Writer(), file, filepath.Join(root, stage)}, "below": {below.Writer(), "/f", "/" + stage}} {
		if stage == "" {
			c.stage = ""
		}
		if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]string{"bad": "old", "good": "good"} {
			check := func(temp string) host.Command {
				return host.Command{Name: "/bin/sh", Args: []string{"-c", `grep -q good "$1" && test "${1%/*}" = "$2"`, "sh", temp, filepath.Join(root, stage)}}
			}
			err := c.change.WriteFile(t.Context(), c.path, []byte(text), host.WriteOptions{Check: check, Stage: c.stage})
			if (err == nil) != (text == "good") {
				t.Errorf("%s, %s: %v", name, text, err)
			}
			if data, _ := os.ReadFile(file); text == "bad" && string(data) == "bad" || text == "good" && string(data) != want {
				t.Errorf("%s, %s: there is %q", name, text, data)
			}
		}
		left, err := filepath.Glob(filepath.Join(root, stage, ".*"))
		if more, _ := filepath.Glob(filepath.Join(root, ".*")); err != nil || len(left)+len(more) > 0 {
			t.Errorf("%s left %v and %v, %v", name, left, more, err)
		}
	}
}

func TestUmask(t *testing.T) {
	dir := t.TempDir()
	for text, mask := range map[string]fs.FileMode{"0077": 0o077, "0000": 0} {
		file := filepath.Join(dir, text)
		if err := Machine().Writer().Run(t.Context(), host.Command{Name: "/bin/sh", Args: []string{"-c", "umask >" + file}, Umask: &mask}); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(data)) != text {
			t.Errorf("%q, %v", data, err)
		}
	}
}
