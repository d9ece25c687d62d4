package modules_test

import (
	"testing"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The type resources also purges a module's type.
func TestPurgeOfModuleTypes(t *testing.T) {
	base := ral.NewRegistry()
	providers.Register(base)
	fake := tree{
		"m/lib/ral/type/note.star": `newtype("note", attrs = [param("name", namevar = True), ensurable()])
provider("files", type = "note", instances = lambda self: [{"name": n} for n in self.fs.list("/notes")], flush = lambda self: self.fs.remove("/notes/" + self.name))`,
		"/notes/a": "", "/notes/b": "",
	}.fake()
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: base})
	env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
	decls := []ral.Decl{
		{Type: "resources", Title: "note", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}},
		decl("note", "a", "ensure", "present"),
	}
	if _, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	a, _ := fake.Reader().Exists(t.Context(), "/notes/a")
	if b, _ := fake.Reader().Exists(t.Context(), "/notes/b"); !a || b {
		t.Errorf("a is there: %v, b is there: %v", a, b)
	}
}
