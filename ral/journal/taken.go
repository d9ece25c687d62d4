package journal

import (
	"ralsh/ral"
	"ralsh/ral/host"
)

// takenBack are the resources that went along when one was removed. They may be
// there still: then they are as they should be.
func (rec *Record) takenBack(state *host.State, d ral.Decl) []Inverse {
	absent, list := "absent", []Inverse(nil)
	for _, p := range rec.Planned {
		if p.Type != d.Type || p.Title != d.Title {
			continue
		}
		for _, t := range p.Takes {
			inv := Inverse{Decl: ral.Decl{Type: t.Type, Title: t.Title}, Before: t.Attrs, Expected: []Prop{{"ensure", Val{Sym: &absent}}}}
			for _, a := range t.Attrs {
				if v, err := a.Value.value(func(sum string) ([]byte, error) { return read(state, sum) }); err == nil {
					inv.Decl.Attrs = append(inv.Decl.Attrs, ral.Attr{Name: a.Name, Value: v})
				}
			}
			list = append(list, inv)
		}
	}
	return list
}
