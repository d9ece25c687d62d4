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
	if st := b.sh.drafts.marks[d]; s != nil && st.blocked != "" {
		chain = append(chain, "it cannot be planned: "+safe.Clean(st.blocked))
	} else if s != nil && st.refused != "" {
		chain = append(chain, "it needs root: "+safe.Clean(st.refused))
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
	st := b.sh.drafts.marks[d]
	switch {
	case st.out:
		return "it is left out"
	case st.bad != "" && st.wrong != "":
		return safe.Clean(st.bad + ", " + st.wrong)
	case st.bad != "":
		return safe.Clean(st.bad)
	case b.working:
		return "it is being planned"
	case b.err != nil:
		return safe.Clean(firstLine(b.err.Error()))
	}
	return "it was not planned yet"
}
