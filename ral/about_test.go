package ral_test

import (
	"strings"
	"testing"

	"ralsh/ral"
)

// A type registered with AddMeta sees the types of the registry it is in, also
// after InheritFrom and ReplaceWith.
func TestAbout(t *testing.T) {
	named := func(name string) ral.Type {
		return ral.Type{Name: name, Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}}}
	}
	base := ral.NewRegistry()
	base.Add(named("one"))
	base.AddMeta("all", func(reg *ral.Registry) ral.Type {
		ty := named("all")
		ty.Doc = strings.Join(reg.Names(), " ")
		return ty
	})
	over, session := ral.NewRegistry(), ral.NewRegistry()
	over.InheritFrom(base)
	over.Add(named("two"))
	session.InheritFrom(base)
	before := session.Type("all")
	session.ReplaceWith(over)
	for name, c := range map[string]struct{ got, want string }{
		"the first":  {base.Type("all").Doc, "all one"},
		"over it":    {over.Type("all").Doc, "all one two"},
		"became it":  {session.Type("all").Doc, "all one two"},
		"handed out": {before.Doc, "all one"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", name, c.got, c.want)
		}
	}
}
