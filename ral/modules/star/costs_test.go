package star_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// A broken hook affects only its own value: the other properties are read and
// planned, and the missing one is reported.
func TestAHookCostsItsOwnValue(t *testing.T) {
	const text = `
newtype("widget", attrs = [param("name", namevar = True), ensurable(), prop("size"), prop("text", default = DEFAULT)], autorequire = RELATED)
provider("p", type = "widget", exists = lambda self: True, getters = GETTERS, set = lambda self, name, value: self.fs.write("/" + name, value))
`
	const good = `{"size": lambda self: "1", "text": lambda self: "old"}`
	for _, c := range []struct{ name, fallback, related, getters, changes, told string }{
		{"all is well", `lambda self: "new"`, "{}", good, "size text", ""},
		{"a default", "lambda self: 1 // 0", "{}", good, "size", "Widget[n]: text: text has no default: t.star:2:124: floored division by zero"},
		{"a relationship", `"new"`, `{"file": lambda res: 1 // 0}`, good, "size text", "Widget[n]: autorequire of file: t.star:2:155: floored division by zero"},
		{"a getter", `"new"`, "{}", `{"size": lambda self: "1", "text": lambda self: 1 // 0}`, "size text: t.star:3:120: floored division by zero", ""},
		{"no getter", `"new"`, "{}", `{"size": lambda self: "1"}`, "size text: provider p cannot read text: add a getter at t.star:3:9", ""},
	} {
		fake := fakehost.New(nil)
		env := environment(t, strings.NewReplacer("DEFAULT", c.fallback, "RELATED", c.related, "GETTERS", c.getters).Replace(text), fake.Reader())
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{{Type: "widget", Title: "n", Attrs: attrs("size", "2")}}, fake.Writer(), transaction.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var changes, text []string
		for _, change := range rep.Steps[0].Changes {
			text := change.Attr.Name
			if change.Err != nil {
				text += ": " + change.Err.Error()
			}
			changes = append(changes, text)
		}
		for _, d := range rep.Steps[0].Dropped {
			text = append(text, d.Error())
		}
		if got := strings.Join(changes, " "); got != c.changes || strings.Join(text, "; ") != c.told {
			t.Errorf("%s: changed %s, told %v; want %s, %s", c.name, got, text, c.changes, c.told)
		}
		if fake.Content("/size") != "2" {
			t.Errorf("%s: the size is %q", c.name, fake.Content("/size"))
		}
	}
	refused := `newtype("widget", attrs = [param("name", namevar = True), param("a", default = lambda self: fail("say a"))])`
	_, diags := environment(t, refused, fakehost.New(nil).Reader()).Build(t.Context(), ral.Decl{Type: "widget", Title: "n"})
	if diags.Err() == nil || diags.Err().Error() != "Widget[n]: a: say a" {
		t.Errorf("a default that refuses: %v", diags)
	}
}
