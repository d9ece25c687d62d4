package journal

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/journal/stored"
)

func TestLeft(t *testing.T) {
	text := func(s string) stored.Value { return stored.Value{Str: &s} }
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
		"another secret":         {[]Prop{{"password", stored.Value{Secret: "b2"}}}, Change{Property: "password", Is: stored.Value{Secret: "a1"}, Status: "failed"}, "password is [redacted]"},
	} {
		step := Step{Now: c.now}
		if got := step.Left(c.change); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The result of a step whose command the user stopped is unknown; a step that
// failed by itself has failed. Format 1 says only in words that the user stopped it.
func TestInterrupted(t *testing.T) {
	stopped := (&host.CommandError{Command: "/usr/sbin/usermod -s /bin/sh deploy", Cause: context.Canceled}).Error()
	act := func(kind, failure string) []string {
		return []string{
			`"t":"act","n":1,"act":{"seq":1,"kind":"write","text":"write /etc/motd","path":"/etc/motd"}`,
			`"t":"act","n":1,"act":{"seq":2,"kind":"` + kind + `","text":"$ /usr/sbin/usermod -s /bin/sh deploy","path":"/usr/sbin/usermod"}`,
			`"t":"act_done","n":1,"act":{"seq":2,` + failure + `}`,
		}
	}
	text := `"error":"` + stopped + `"`
	for name, c := range map[string]struct {
		format int
		status string
		acts   []string
		want   string
	}{
		"stopped":               {2, "failed", act("run", text+`,"stopped":true`), "usermod"},
		"stopped, in format 1":  {1, "failed", act("run", text), "usermod"},
		"words only":            {2, "failed", act("run", text), ""},
		"exit":                  {2, "failed", act("run", `"error":"/usr/sbin/usermod: exit 1"`), ""},
		"exit, in format 1":     {1, "failed", act("run", `"error":"/usr/sbin/usermod: exit 1"`), ""},
		"no act":                {2, "failed", nil, ""},
		"a write, in format 1":  {1, "failed", act("write", text), ""},
		"succeeded":             {2, "changed", act("run", text+`,"stopped":true`), ""},
		"succeeded in format 1": {1, "changed", act("run", text), ""},
	} {
		lines := append([]string{fmt.Sprintf(`"t":"opened","format":%d`, c.format), `"t":"step","n":1,"type":"user","title":"deploy"`}, c.acts...)
		lines = append(lines, `"t":"step_done","n":1,"status":"`+c.status+`"`)
		rec := Parse([]byte("{" + strings.Join(lines, "}\n{") + "}\n"))
		if rec.Malformed > 0 || len(rec.Steps) != 1 {
			t.Fatalf("%s: %+v", name, rec)
		}
		if got := rec.Steps[0].Interrupted(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
