package journal

import (
	"context"
	"testing"

	"ralsh/ral/host"
)

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

// The result of a step whose command the user stopped is unknown; a step that
// failed by itself has failed.
func TestInterrupted(t *testing.T) {
	stopped := (&host.CommandError{Command: "/usr/sbin/usermod -s /bin/sh deploy", Cause: context.Canceled}).Error()
	act := func(kind, failure string) []Act {
		return []Act{{Kind: "write", Text: "write /etc/motd"}, {Kind: kind, Text: "$ /usr/sbin/usermod -s /bin/sh deploy", Error: failure}}
	}
	for name, c := range map[string]struct {
		step Step
		want string
	}{
		"stopped":   {Step{Status: "failed", Acts: act("run", stopped)}, "usermod"},
		"exit":      {Step{Status: "failed", Acts: act("run", "/usr/sbin/usermod: exit 1")}, ""},
		"no act":    {Step{Status: "failed"}, ""},
		"a write":   {Step{Status: "failed", Acts: act("write", stopped)}, ""},
		"succeeded": {Step{Status: "changed", Acts: act("run", stopped)}, ""},
	} {
		if got := c.step.Interrupted(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
