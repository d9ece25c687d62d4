package tui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ralsh/model/draft"
	"ralsh/ui/tui/kittest"
)

// Each mark is directly above its line, and names the number of that line,
// regardless of other errors. "<-" and a number end the lines with errors, and
// count them.
func TestMarksAreAboveTheirLines(t *testing.T) {
	sh, _ := kittest.Shared(t)
	one, two := kittest.Draft(t, sh, "deploy"), kittest.Draft(t, sh, "eve")
	one.Set("shell", "/bin/bash")
	two.Set("shell", "/bin/zsh")
	desired := draft.WriteDesired([]*draft.Draft{one, two}, true)
	for name, marked := range map[string]string{
		"two in one resource, and one in the next": `user { 'deploy':
  ensure => present,
  shell => 'bash',<-
  expiry => 'tomorrow',<-
}
# eve

user { 'eve':
  shel => '/bin/sh',<-
}
`,
		"an element of a list":            "user { 'deploy':\n  groups => [\n    'adm',\n    ['x'],<-\n  ],\n  shell => 'sh',<-\n}\n",
		"a hash in a list":                "user { 'deploy':\n  groups => [\n    'adm',\n    {<-\n      'a' => 'b',\n    },\n  ],\n}\n",
		"within a hash in a list":         "user { 'deploy':\n  groups => [\n    {\n      'a' => 'b',\n      'c' = 'd',<-\n    },\n  ],\n}\n",
		"a hash where a text is to be":    "user { 'deploy':\n  comment => {<-\n    'a' => 'b',\n  },\n}\n",
		"a reference in a list":           "user { 'deploy':\n  require => [\n    User['eve'],\n    'x',<-\n    [<-\n      'y' ]\n  ],\n  shell => 'bash',<-\n}\n",
		"a value and what cannot be read": "user { 'deploy':\n  comment => $x,<-\n  shell => 'bash',<-\n}\nuser { 'eve':\n  shell => 'zsh',<-\n}\n",
		"an element that cannot be read":  "user { 'deploy':\n  groups => [\n    'a',\n    $y,<-\n  ],\n}\n",
		"a title that is none":            "user { 'deploy':\n  shell => '/bin/sh',\n}\nuser {\n  '':<-\n    shell => '/bin/sh',\n}\n",
		"a type that is none":             "\nusr { 'deploy':<-\n  shell => '/bin/sh',\n}\n",
		"several bodies":                  "user {\n  'deploy':\n    shell => 'sh';<-\n  'eve':\n    shell => 'zsh',<-\n}\n",
		"an attribute twice":              "user { 'deploy':\n  shell => '/bin/sh',\n  shell => '/bin/bash',<-\n}\n",
		"the end of the text":             "user { 'deploy':\n  shell => '/bin/sh',<-\n",
		"the end, with empty lines":       "user { 'deploy':\n  shell => '/bin/sh',<-\n\n\n",
		"a string without an end":         "user { 'deploy':\n  shell => '/bin/sh',\n}\nuser { 'eve':\n  shell => '/bin/sh,<-\n}\n",
		"too many braces":                 "user { 'deploy':\n  shell => '/bin/sh',\n}\n}<-\n",
	} {
		var want []string
		for line := range strings.Lines(marked) {
			if text, wrong := strings.CutSuffix(strings.TrimSuffix(line, "\n"), "<-"); wrong {
				want = append(want, text)
			}
		}
		_, bad := desired.Read(t.Context(), sh.Session.Drafts, strings.ReplaceAll(marked, "<-", ""))
		text := marksOf(bad).into(strings.ReplaceAll(marked, "<-", ""))
		lines := strings.Split(text, "\n")
		var got []string
		for i, line := range lines {
			if m := regexp.MustCompile(`^#! (\d+):(\d+) .`).FindStringSubmatch(line); m != nil {
				at, _ := strconv.Atoi(m[1])
				next := i + 1
				for strings.HasPrefix(lines[next], "#! ") {
					next++
				}
				if at != next+1 {
					t.Errorf("%s: the mark on line %d names line %d:\n%s", name, i+1, at, text)
					continue
				}
				got = append(got, lines[at-1])
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s: marks stand above %q, want %q:\n%s", name, got, want, text)
		}
	}
}

// A message that names another line uses the line number that includes the
// marks.
func TestMarksNameLinesAsTheyAreSeen(t *testing.T) {
	sh, _ := kittest.Shared(t)
	one := kittest.Draft(t, sh, "deploy")
	one.Set("shell", "/bin/bash")
	text := "usr { 'x': }\nuser { 'deploy':\n  shell => '/bin/sh',\n}\nuser { 'deploy':\n  shell => '/bin/sh',\n}\n"
	_, bad := draft.WriteDesired([]*draft.Draft{one}, false).Read(t.Context(), sh.Session.Drafts, text)
	got := marksOf(bad).into(text)
	if !strings.Contains(got, "\n#! 7:8 Duplicate declaration: User[deploy] is already declared at line 3:8; cannot redeclare\nuser {") {
		t.Error(got)
	}
}
