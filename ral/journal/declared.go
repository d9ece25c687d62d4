package journal

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
)

// Declaration is a resource as a run had it declared.
type Declaration struct {
	Decl    ral.Decl
	Secrets []string // attributes stored only as a fingerprint
	Gone    []Gone   // attributes whose values are not stored
	// Inherits are its relationships through containers.
	Inherits []catalog.Inherited
	// Refused is why the resource is not as declared: it was omitted, failed or was
	// not started. It is "" if the run applied it.
	Refused string
}

// Gone is an attribute with the reason why its value is unknown.
type Gone struct{ Name, Reason string }

// Declarations returns the resources that a run was to change, in the order of the run.
// The declaration of a resource covers the resources that it generated.
func (rec *Record) Declarations(state *ownfiles.State) []Declaration {
	steps := make(map[string]*Step)
	for i := range rec.Steps {
		steps[rec.Steps[i].Ref()] = &rec.Steps[i]
	}
	var list []Declaration
	for _, p := range rec.Planned {
		if p.Source != nil {
			list = append(list, declaration(state, ral.Decl{Type: p.Source.Type, Title: p.Source.Title, Provider: p.Source.Provider}, p.Source.Attrs))
			list[len(list)-1].Inherits = p.Source.Inherits
		}
		refused := p.refused(steps[p.Ref()])
		if p.By != "" && refused == "" {
			continue
		}
		d := ral.Decl{Type: p.Type, Title: p.Title}
		if !p.Elected {
			d.Provider = p.Provider
		}
		list = append(list, declaration(state, d, p.Attrs))
		list[len(list)-1].Refused, list[len(list)-1].Inherits = refused, p.Inherits
	}
	return list
}

// Peers returns the declarations of the resources that the providers of a run requested
// (Resource.Peer), without their secrets.
func (rec *Record) Peers(state *ownfiles.State) []ral.Decl {
	var list []ral.Decl
	known := make(map[string]bool)
	for _, p := range rec.Planned {
		for _, peer := range p.Peers {
			d := ral.Decl{Type: peer.Type, Title: peer.Title, Provider: peer.Provider}
			if !known[d.Ref()] {
				known[d.Ref()] = true
				list = append(list, declaration(state, d, peer.Attrs).Decl)
			}
		}
	}
	return list
}

// declaration adds stored attributes to a declaration.
func declaration(state *ownfiles.State, of ral.Decl, attrs []Prop) Declaration {
	d := Declaration{Decl: of}
	for _, a := range attrs {
		v, err := a.Value.Restore(func(sum string) ([]byte, error) { return read(state, sum) })
		switch {
		case a.Value.Unknown != "":
			d.Gone = append(d.Gone, Gone{a.Name, a.Value.Unknown})
		case errors.Is(err, stored.ErrSecret):
			d.Secrets = append(d.Secrets, a.Name)
		case err != nil:
			d.Gone = append(d.Gone, Gone{a.Name, err.Error()})
		case a.Name != "provider":
			d.Decl.Attrs = append(d.Decl.Attrs, ral.Attr{Name: a.Name, Value: v})
		}
	}
	return d
}

// skipText describes why resources are skipped on request, by the reasons of the plan.
var skipText = map[string]string{
	transaction.HasSkipTag.String():   "it has a tag that the run skipped",
	transaction.NotTagged.String():    "it does not have a tag that the run selected",
	transaction.NotScheduled.String(): "it was outside of its schedule",
}

// refused returns why a resource is not as declared.
func (p Planned) refused(s *Step) string {
	switch {
	case p.LeftOut != "":
		return p.LeftOut
	case s == nil && p.Skip != "":
		return "it was skipped: " + skipText[p.Skip]
	case s == nil:
		return "the run ended before this resource"
	case s.Status == "changed" || s.Status == "in_sync":
		return ""
	case s.Error != "":
		return s.Error
	}
	return "its status is " + strings.ReplaceAll(s.Status, "_", " ")
}
