package basketlist

import (
	"strconv"

	"ralsh/model/draft"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// reasons returns why a draft has its place, step by step.
func (b *Screen) reasons(d *draft.Draft) []safe.Text {
	if path := b.plan.Cycle(); path != nil {
		return b.round(path)
	}
	s := b.plan.Steps[d]
	var chain []safe.Text
	if s == nil {
		chain = append(chain, safe.Clean(d.Ref())+" is not in the plan: "+b.absent(d))
	}
	if ref := b.Sh.Basket.Status(d).NotReady.Missing; s == nil && ref != "" && !b.Sh.Basket.Status(d).Omitted {
		_, help := b.Sh.Basket.MissingReason(ref)
		chain = append(chain, safe.Clean("next step: "+help))
	}
	if st := b.Sh.Basket.Status(d); s != nil && st.BlockedReason != "" {
		chain = append(chain, "it cannot be planned: "+safe.Clean(st.BlockedReason))
	} else if s != nil && st.RefusedReason != "" {
		chain = append(chain, "it needs root: "+safe.Clean(st.RefusedReason))
	}
	for s != nil {
		chain = append(chain, safe.Clean(strconv.Itoa(s.N))+"  "+words.Step(s)+"  "+words.Place(s, s.N-1))
		after := s.Why.After
		s = nil
		for _, other := range b.plan.Steps {
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

// absent returns why a draft is not in the plan.
func (b *Screen) absent(d *draft.Draft) safe.Text {
	st := b.Sh.Basket.Status(d)
	switch {
	case st.Omitted:
		return "you omitted it"
	case st.NotReady.Reason != "" && st.NotReady.Detail != "":
		return safe.Clean(st.NotReady.Reason + ", " + st.NotReady.Detail)
	case st.NotReady.Reason != "":
		return safe.Clean(st.NotReady.Reason)
	case b.Busy():
		return "it is being planned"
	case b.plan.Err != nil:
		return safe.Clean(words.FirstLine(b.plan.Err.Error()))
	}
	return "it was not planned yet"
}
