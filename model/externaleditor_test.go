package model_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/modeltest"
	"ralsh/ral/host/fakehost"
)

func TestEditor(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		have []string
		want []string // nil for an error
		says string
	}{
		"VISUAL goes first":      {map[string]string{"VISUAL": "code -w", "EDITOR": "vi"}, []string{"/usr/bin/code", "/usr/bin/vi"}, []string{"/usr/bin/code", "-w"}, ""},
		"then EDITOR":            {map[string]string{"VISUAL": " ", "EDITOR": "vi -n"}, []string{"/usr/bin/vi"}, []string{"/usr/bin/vi", "-n"}, ""},
		"then vi":                {nil, []string{"/usr/bin/nano", "/usr/bin/vi"}, []string{"/usr/bin/vi"}, ""},
		"then nano":              {nil, []string{"/usr/bin/nano"}, []string{"/usr/bin/nano"}, ""},
		"then nothing":           {nil, nil, nil, "set VISUAL or EDITOR, or install vi or nano"},
		"one that is not there":  {map[string]string{"EDITOR": "joe"}, []string{"/usr/bin/vi"}, nil, "EDITOR names joe"},
		"quotes keep together":   {map[string]string{"EDITOR": `vi -c 'set nu' "a \"b\" \n" c\ d ''`}, []string{"/usr/bin/vi"}, []string{"/usr/bin/vi", "-c", "set nu", `a "b" \n`, "c d", ""}, ""},
		"no shell expands":       {map[string]string{"EDITOR": "vi $HOME;id *"}, []string{"/usr/bin/vi"}, []string{"/usr/bin/vi", "$HOME;id", "*"}, ""},
		"a quote without an end": {map[string]string{"EDITOR": "vi 'x"}, []string{"/usr/bin/vi"}, nil, "is not terminated"},
	} {
		opts := []fakehost.Option{fakehost.WithEnv("PATH", "/usr/bin")}
		for k, v := range c.env {
			opts = append(opts, fakehost.WithEnv(k, v))
		}
		s, fake := modeltest.Small(t, opts...)
		fake.Command(c.have...)
		got, err := s.Editor(t.Context())
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q (%v), want %q", name, got, err, c.want)
		}
		if c.want == nil && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v does not say %q", name, err, c.says)
		}
	}
}
