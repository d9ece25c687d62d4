package commandline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOf(t *testing.T) {
	for line, want := range map[string][]string{
		"/bin/true":              {"/bin/true"},
		"  apt-get \t -q update": {"apt-get", "-q", "update"},
		"":                       {},
		"echo a=b %x -c,d:e@f!":  {"echo", "a=b", "%x", "-c,d:e@f!"},
		"/opt/a=b/run x":         {"/opt/a=b/run", "x"},
		"A=1 run":                Through("A=1 run"),
		"echo 'a b'":             Through("echo 'a b'"),
		"a | b":                  Through("a | b"),
		"a\nb":                   Through("a\nb"),
		"exit 3":                 Through("exit 3"),
		". /etc/profile":         Through(". /etc/profile"),
		"./run":                  {"./run"},
		"ifconfig lo":            {"ifconfig", "lo"},
		"ls ~":                   Through("ls ~"),
		"echo $HOME":             Through("echo $HOME"),
		"echo \\":                Through("echo \\"),
		"true # why":             Through("true # why"),
	} {
		if diff := cmp.Diff(want, Of(line)); diff != "" {
			t.Errorf("%q: %s", line, diff)
		}
	}
}

func TestFirst(t *testing.T) {
	for line, want := range map[string]string{
		"/bin/true -x": "/bin/true", `"/opt/a b/run" x`: "/opt/a b/run", `'/opt/a b/run'`: "/opt/a b/run",
		"": "", `"open x`: `"open`, `"" x`: `""`, "a\tb": "a\tb",
	} {
		if got := First(line); got != want {
			t.Errorf("%q begins with %q, want %q", line, got, want)
		}
	}
}

// FuzzOf checks that words contain no blanks and no shell syntax, and that
// together they are the line.
func FuzzOf(f *testing.F) {
	for _, line := range []string{"a b", "A=1 b", "'", "exit", "\t", "a\x00b"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := Of(line)
		if NeedsShell(line) {
			if diff := cmp.Diff([]string{Shell, "-c", line}, words); diff != "" {
				t.Error(diff)
			}
			return
		}
		squeeze := strings.NewReplacer(" ", "", "\t", "").Replace
		if strings.Join(words, "") != squeeze(line) || strings.ContainsAny(strings.Join(words, ""), "*?'\"|;$ \t") {
			t.Errorf("%q are the words of %q", words, line)
		}
	})
}
