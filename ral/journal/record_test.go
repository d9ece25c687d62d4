package journal

import "testing"

func TestLeft(t *testing.T) {
	text := func(s string) Val { return Val{Str: &s} }
	was, should := text("/bin/sh"), text("/bin/bash")
	for name, c := range map[string]struct {
		now    []Prop
		change Change
		want   string
	}{
		"as before":              {[]Prop{{"shell", was}}, Change{Property: "shell", Is: was, Should: should, Status: "failed"}, "shell is '/bin/sh', as before"},
		"another value":          {[]Prop{{"shell", should}}, Change{Property: "shell", Is: was, Should: should, Status: "did_not_take"}, "shell is '/bin/bash'"},
		"changed":                {[]Prop{{"shell", should}}, Change{Property: "shell", Is: was, Should: should, Status: "changed"}, ""},
		"not read again":         {nil, Change{Property: "shell", Is: was, Should: should, Status: "failed"}, ""},
		"came along with ensure": {[]Prop{{"shell", was}}, Change{Property: "shell", Is: was, Should: should, Status: "failed", Part: true}, ""},
		"another secret":         {[]Prop{{"password", Val{Secret: "b2"}}}, Change{Property: "password", Is: Val{Secret: "a1"}, Status: "failed"}, "password is [redacted]"},
	} {
		step := Step{Now: c.now}
		if got := step.Left(c.change); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
