package repository

import (
	"os/exec"
	"strings"
	"testing"
)

// TestCommitSubjects checks which subjects of commits .ci/subjects accepts.
func TestCommitSubjects(t *testing.T) {
	inTop(t)
	for subject, want := range map[string]string{
		"tui: retry a failed basket save every 30 s":          "",
		"providers/user: refuse a uid that is taken":          "",
		"docs: add the glossary":                              "",
		"host: " + strings.Repeat("x", 66):                    "",
		"host: " + strings.Repeat("x", 67):                    "73 characters, at most 72",
		"docs: a" + strings.Repeat("ä", 65):                   "",
		"docs: a" + strings.Repeat("ä", 66):                   "73 characters, at most 72",
		"The list says how long each of its providers took":   "not \"area: imperative summary\"",
		"tui: The list has times":                             "not \"area: imperative summary\"",
		"tui:add times":                                       "not \"area: imperative summary\"",
		"tui: add times.":                                     "a full stop",
		"tui: add times; host: drop the clock":                "a semicolon",
		"":                                                    "not \"area: imperative summary\"",
		"$(touch /nonexistent): run what a subject says":      "not \"area: imperative summary\"",
		"docs: show `id` and \\ as they are, and * and $HOME": "",
	} {
		check := exec.Command("bash", ".ci/subjects")
		check.Env = append(check.Environ(), "LC_ALL=C.UTF-8")
		check.Stdin = strings.NewReader("ci: check subjects\n" + subject + "\n")
		out, err := check.CombinedOutput()
		if (err != nil) != (want != "") || !strings.Contains(string(out), want) || want == "" && len(out) > 0 {
			t.Errorf("%q: %v, %q; want %q", subject, err, out, want)
		}
	}
}
