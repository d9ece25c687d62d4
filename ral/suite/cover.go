package suite

import (
	"slices"
	"strings"

	"ralsh/ral"
)

// covers checks that a case changes every property that the provider can write, or that
// NotCovered has a reason.
func (s Suite) covers(t T) {
	t.Helper()
	reg := ral.NewRegistry()
	s.Register(reg)
	typ := reg.Type(s.Type)
	missing, needless := s.uncovered(typ, typ.Provider(s.Provider))
	if len(missing) > 0 {
		t.Errorf(lawCovered+": no case changes %s: add a case, or give the reason in not_covered", strings.Join(missing, ", "))
	}
	if len(needless) > 0 {
		t.Errorf(lawCovered+": remove %s from not_covered: a case changes it, or it is not writable", strings.Join(needless, ", "))
	}
}

func (s Suite) uncovered(typ *ral.Type, p *ral.Provider) (missing, needless []string) {
	for _, a := range typ.Properties() {
		writable := !a.ReadOnly && len(p.Lacks(a)) == 0
		changed := slices.ContainsFunc(s.Cases, func(c Case) bool { return c.changes(a.Name) })
		reason, spared := s.NotCovered[a.Name]
		if writable && !changed && reason == "" {
			missing = append(missing, a.Name)
		}
		if spared && (changed || !writable) {
			needless = append(needless, a.Name)
		}
	}
	for name := range s.NotCovered {
		if a := typ.Attr(name); a == nil || a.Kind != ral.Property {
			needless = append(needless, name)
		}
	}
	return missing, needless
}

// changes reports whether the case changes a property. Creating and removing change
// ensure.
func (c Case) changes(name string) bool {
	if name == "ensure" && (c.Create != nil || c.Remove != "") {
		return true
	}
	return slices.ContainsFunc(c.Changes, func(a ral.Attr) bool { return a.Name == name })
}
