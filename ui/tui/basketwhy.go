package tui

import (
	"ralsh/model"
	"ralsh/ui/safe"
)

// reasons is the chain that leads to the place of a draft.
func (b *basket) reasons(d *model.Draft) []safe.Text {
	if path := b.cycle(); path != nil {
		return b.round(path)
	}
	s := b.steps[d]
	var chain []safe.Text
	if s == nil {
		chain = append(chain, safe.Clean(d.Ref())+" is not in the plan: "+b.absent(d))
	}
	if ref := b.sh.drafts.marks[d].lacks; s == nil && ref != "" && !b.sh.drafts.marks[d].out {
		_, help := b.sh.drafts.unmet(ref)
		chain = append(chain, safe.Clean("what would help: "+help))
	}
	if m := b.sh.drafts.marks[d]; s != nil && m.blocked != "" {
		chain = append(chain, "it cannot be planned: "+safe.Clean(m.blocked))
	} else if s != nil && m.refused != "" {
		chain = append(chain, "it needs root: "+safe.Clean(m.refused))
	}
	for s != nil {
		chain = append(chain, safe.Clean(itoa(s.N))+"  "+stepName(s)+"  "+stepWhy(s, s.N-1))
		after := s.Why.After
		s = nil
		for _, other := range b.steps {
			if after > 0 && other.N == after {
				s = other
			}
		}
	}
	for _, r := range b.relations(d) {
		chain = append(chain, r.how+" "+r.name+"  "+r.why)
	}
	return chain
}

// absent says why a draft is not in the plan.
func (b *basket) absent(d *model.Draft) safe.Text {
	m := b.sh.drafts.marks[d]
	switch {
	case m.out:
		return "it is left out"
	case m.bad != "" && m.wrong != "":
		return safe.Clean(m.bad + ", " + m.wrong)
	case m.bad != "":
		return safe.Clean(m.bad)
	case b.working:
		return "it is being planned"
	case b.err != nil:
		return safe.Clean(firstLine(b.err.Error()))
	}
	return "it was not planned yet"
}
