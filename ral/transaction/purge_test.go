package transaction_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func purgeWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	reg.Add(transaction.ResourcesType(reg))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = ral.NewEnv(reg, w.Look(), nil)
	return w
}

func TestPurge(t *testing.T) {
	purge := ral.Decl{Type: "resources", Title: "thing", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}}
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
	}{
		"what nobody declares is removed":      {[]ral.Decl{purge, thing("a", "color", "red")}, "[thing=in_sync b=changed half=changed a=in_sync]"},
		"its metaparameters go with it":        {[]ral.Decl{purge.With("noop", value.Bool(true))}, "[thing=in_sync a=noop b=noop half=noop]"},
		"without purge nothing is":             {[]ral.Decl{{Type: "resources", Title: "thing"}}, "[thing=in_sync]"},
		"what is declared by alias is spared":  {[]ral.Decl{purge, thing("x", "alias", "a"), thing("b"), thing("half", "size", "1")}, "[thing=in_sync x=in_sync b=in_sync half=in_sync]"},
		"what is declared to be absent may go": {[]ral.Decl{thing("a", "ensure", "absent"), purge, thing("b"), thing("half", "size", "1")}, "[a=changed thing=in_sync b=in_sync half=in_sync]"},
	} {
		t.Run(name, func(t *testing.T) {
			rep, _ := ran(t, purgeWorld(t), transaction.Options{}, c.decls...)
			if got := statuses(rep); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestPurgeOfNothing(t *testing.T) {
	w := purgeWorld(t)
	_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{{Type: "resources", Title: "zip", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}}})
	if err == nil {
		t.Error("a type that is not there is purged")
	}
}
