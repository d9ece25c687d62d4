package star_test

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// A secret that a hook makes is struck out of what a run says, also where the hook
// reveals it: in errors, values and acts.
func TestMadeSecretsAreStruckOut(t *testing.T) {
	const made = "hunter2hunter2"
	for _, create := range []string{
		`fail("no: " + key(self).reveal())`,
		`{}[key(self).reveal()]`,
		`self.fs.write("/n", key(self))`,
		`self.cmd.tool("x", stdin = key(self))`,
	} {
		fake := fakehost.New(map[string]string{"/key": made})
		fake.Command("/usr/bin/tool")
		env := environment(t, `
def key(self): return secret(self.fs.read("/key"))
newtype("widget", attrs = [param("name", namevar = True), ensurable(), prop("seen")])
provider("p", type = "widget", commands = {"tool": "tool"}, retrieve = lambda self: {"seen": key(self).reveal()} if self.fs.exists("/n") else None,
    create = lambda self: `+create+`, destroy = lambda self: None, setters = {"seen": lambda self, value: None})
`, fake.Reader())
		var text strings.Builder
		d := []ral.Decl{{Type: "widget", Title: "n", Attrs: attrs("ensure", "present", "seen", "other")}}
		plan, err := transaction.NewPlan(t.Context(), env, d)
		steps := plan.Steps
		rep, failed := transaction.Run(t.Context(), env, d, fake.Writer(), transaction.Options{})
		if rep != nil {
			steps = append(steps, rep.Steps...)
		}
		text.WriteString(errString(errors.Join(err, failed)))
		for _, s := range steps {
			text.WriteString(errString(s.Err))
			for _, c := range s.Changes {
				text.WriteString(c.Text + c.IsText + c.Note + errString(c.Err) + c.Is.Inspect() + c.Now.Inspect())
			}
			for _, r := range s.Results {
				text.WriteString(r.Act.String() + string(r.Act.Before) + errString(r.Err))
			}
		}
		if strings.Contains(text.String(), made) {
			t.Errorf("%s says %s", create, text.String())
		}
	}
}

func errString(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
