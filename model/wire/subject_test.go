package wire_test

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/wire"
)

func TestCheckName(t *testing.T) {
	for _, name := range []string{"web1", "web1.example.org", "a_b-c", "10.0.0.1", strings.Repeat("x", 253)} {
		if err := wire.CheckName(name); err != nil {
			t.Error(err)
		}
		if back := wire.Name(wire.Token(name)); back != name || strings.ContainsAny(wire.Token(name), ".*> ") {
			t.Errorf("%s is %s as a token", name, wire.Token(name))
		}
	}
	for _, name := range []string{"", ".", "..", ".web1", "-web1", "web/1", "web=1", "web*", "web>", "web 1", "web\n1", "wéb", strings.Repeat("x", 254)} {
		if wire.CheckName(name) == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

// TestAllowed holds that no two accounts may publish the same, but for questions of operators.
func TestAllowed(t *testing.T) {
	hosts, operators := []string{"web1", "web1.a", "web"}, []string{"alice", "alice.a", "bob"}
	for i, a := range hosts {
		for _, b := range hosts[i+1:] {
			for _, subject := range wire.AllowedHost(a).Publish {
				if slices.Contains(wire.AllowedHost(b).Publish, subject) {
					t.Errorf("%s and %s may both publish %s", a, b, subject)
				}
			}
		}
	}
	for i, a := range operators {
		for _, b := range operators[i+1:] {
			for _, subject := range wire.AllowedOperator(a).Subscribe {
				if subject != wire.SubjectBeat("*") && slices.Contains(wire.AllowedOperator(b).Subscribe, subject) {
					t.Errorf("%s and %s may both read %s", a, b, subject)
				}
			}
		}
	}
}

func FuzzOfAnswer(f *testing.F) {
	f.Add(wire.SubjectAnswer("web1.example.org", "alice", "0123456789abcdef"))
	f.Add("ralsh.v1.answer.web1.alice.0123456789abcdef.x")
	f.Fuzz(func(t *testing.T, subject string) {
		host, call, ok := wire.OfAnswer(subject)
		if ok && (wire.CheckName(host) != nil || strings.Trim(call, "0123456789abcdef") != "" || !strings.HasSuffix(subject, "."+call)) {
			t.Errorf("%q is of the host %q and the call %q", subject, host, call)
		}
	})
}
