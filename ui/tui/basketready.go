package tui

import (
	"context"
	"slices"

	"ralsh/model"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// secretAgain is why a draft of a session before is not ready.
const secretAgain = "a secret is not kept"

// notReady is why a draft cannot be planned: what mark says of it.
type notReady struct{ bad, wrong, lacks string }

// unready are the drafts that cannot be planned: a value is invalid, or a reference
// leads to nothing that is in.
func unready(ctx context.Context, session *model.Session, drafts, copies []*model.Draft) map[*model.Draft]notReady {
	bad := make(map[*model.Draft]notReady)
	for i, d := range drafts {
		if names := copies[i].Missing(); len(names) > 0 {
			bad[d] = notReady{bad: secretAgain, wrong: names[0] + " has to be typed again"}
		} else if c := session.Check(ctx, copies[i]); !c.Ready() {
			v := notReady{bad: string(widget.CountOf(c.Invalid, "invalid value"))}
			for _, f := range slices.Concat(c.Properties, c.Params) {
				if f.State == model.FieldInvalid && v.wrong == "" {
					v.wrong = f.Attr.Name + " is invalid"
				}
			}
			bad[d] = v
		}
	}
	for again := true; again; {
		again = false
		var in []*model.Draft
		for i, d := range drafts {
			if bad[d].bad == "" {
				in = append(in, copies[i])
			}
		}
		for i, d := range drafts {
			if bad[d].bad == "" {
				if ref := model.Unmet(copies[i], in); ref != "" {
					bad[d], again = notReady{bad: ref, lacks: ref}, true
				}
			}
		}
	}
	return bad
}

// ready is how many the next apply would work on: none where it is refused or
// cannot be planned as a whole.
func (b *basket) ready() int {
	if b.err != nil || b.refused() != "" {
		return 0
	}
	n := 0
	for _, d := range b.sh.drafts.unsaved() {
		if b.sh.drafts.in(d) {
			n++
		}
	}
	return n
}

// refused says why this person may not apply what is in, "" when they may.
func (b *basket) refused() string {
	for _, d := range b.sh.drafts.unsaved() {
		if st := b.sh.drafts.marks[d]; b.sh.drafts.in(d) && st.refused != "" {
			return "needs root: " + st.refused
		}
	}
	return ""
}

// blocked says why nothing of what is in can be planned.
func (b *basket) blocked() string {
	for _, d := range b.sh.drafts.unsaved() {
		if st := b.sh.drafts.marks[d]; !st.out && st.bad == "" && st.blocked != "" {
			return d.Ref() + " cannot be planned: " + st.blocked
		}
	}
	return "all that is in is in sync"
}

// keyLine offers what works now.
func (b *basket) keyLine() frame.Keys {
	apply := "apply " + widget.Count(b.ready())
	if b.working {
		apply = "apply"
	}
	hints := []keyHint{{keys.Select, "in or out"}, {keys.Open, "edit"}, {keys.Difference, "difference"}, {keys.Apply, apply}, {keys.UndoField, "drop"}}
	if len(b.order()) > 1 {
		hints = append(hints, keyHint{keys.MoveLater, "move"})
	}
	hints = append(hints, keyHint{keys.EditInEditor, "as text"}, keyHint{keys.Why, "why"}, keyHint{keys.Filter, "filter"}, keyHint{keys.Copy, "copy"})
	if b.list.Total() == 0 {
		hints = []keyHint{{keys.Jump, "jump"}, {keys.History, "history"}, {keys.Back, "back"}}
		if b.dropped != nil {
			hints = append([]keyHint{{keys.UndoField, "bring back"}}, hints...)
		}
	}
	return keyLine(b.sh, "", slices.DeleteFunc(hints, func(h keyHint) bool { return b.disabled(h.in) != "" })...)
}
