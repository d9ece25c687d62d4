package tui

import (
	"slices"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// drafts are what was typed and not applied, by resource, in the order in which
// they were begun. They outlive the screens.
type drafts struct {
	kept  []*model.Draft
	marks map[*model.Draft]draftStatus
}

// draftStatus is what the basket knows of a draft.
type draftStatus struct {
	out     bool      // left out of the next apply
	bad     string    // why it is not ready, "" when it is
	wrong   string    // what is invalid: "expiry is invalid"
	lacks   string    // the reference for which it is not ready, "" for none
	blocked string    // why it cannot be planned, "" when it can
	refused string    // why this person may not do it, "" when they may
	sync    time.Time // since when it is in sync by itself
}

// unplanned forgets what a plan said.
func (st *draftStatus) unplanned() { st.blocked, st.refused, st.sync = "", "", time.Time{} }

// note changes what is known of a draft.
func (d *drafts) note(k *model.Draft, change func(*draftStatus)) {
	if d.marks == nil {
		d.marks = make(map[*model.Draft]draftStatus)
	}
	st := d.marks[k]
	change(&st)
	d.marks[k] = st
}

// wanted are the drafts that the next apply is about: not those left out, nor
// those that are not ready.
func (d *drafts) wanted() []*model.Draft {
	return slices.DeleteFunc(d.unsaved(), func(k *model.Draft) bool {
		return d.marks[k].out || d.marks[k].bad != ""
	})
}

// in says that a draft is in the next apply: it is wanted and there is something
// that can be done.
func (d *drafts) in(k *model.Draft) bool { return !d.marks[k].out && d.can(k) }

// can says that there is something in a draft that can be done.
func (d *drafts) can(k *model.Draft) bool {
	st := d.marks[k]
	return st.bad == "" && st.blocked == "" && st.sync.IsZero()
}

// full is how full the basket is: "basket 6 of 9", "" when it is empty.
func (d *drafts) full() safe.Text {
	all, in := len(d.unsaved()), 0
	for _, k := range d.unsaved() {
		if d.in(k) {
			in++
		}
	}
	switch {
	case all == 0:
		return ""
	case in == all:
		return "basket " + widget.Count(all)
	}
	return "basket " + widget.Count(in) + " of " + widget.Count(all)
}

// of is the draft about a resource; it is kept from now on. A later look at the
// resource takes the place of the one before. Nil drafts keep none.
func (d *drafts) of(t *ral.Type, title string, p *ral.Provider, found *ral.Instance) *model.Draft {
	if d == nil {
		return model.NewDraft(t, title, p, found)
	}
	if old := d.find(t, title, p); old != nil {
		if found != nil {
			old.Found = found
		}
		return old
	}
	fresh := model.NewDraft(t, title, p, found)
	d.kept = append(d.kept, fresh)
	return fresh
}

// look is a copy of the draft about a resource, or an empty one that is not
// kept. A later look at the resource takes the place of the one before.
func (d *drafts) look(t *ral.Type, title string, p *ral.Provider, found *ral.Instance) *model.Draft {
	old := d.find(t, title, p)
	if old == nil {
		return model.NewDraft(t, title, p, found)
	}
	c := old.Clone()
	if found != nil {
		c.Found = found
	}
	return c
}

// find is the draft about a resource, nil if there is none.
func (d *drafts) find(t *ral.Type, title string, p *ral.Provider) *model.Draft {
	for _, k := range d.kept {
		if k.Type == t && k.Title == title && (k.Provider == nil || p == nil || k.Provider == p) {
			return k
		}
	}
	return nil
}

// with are the declarations of drafts, after those of the other drafts that they
// name and that are in: without them no order can be made.
func (d *drafts) with(these ...*model.Draft) []ral.Decl { return model.Decls(d.group(these...)) }

func (d *drafts) group(these ...*model.Draft) []*model.Draft {
	set := slices.Clone(these)
	for i := 0; i < len(set); i++ {
		for _, other := range d.unsaved() {
			if !slices.Contains(set, other) && !d.marks[other].out && model.Names(set[i], other) {
				set = append(set, other)
			}
		}
	}
	return slices.DeleteFunc(d.unsaved(), func(k *model.Draft) bool { return !slices.Contains(set, k) })
}

// untyped says which secret of a draft, or of those it names, has to be typed
// again; "" when none has.
func (d *drafts) untyped(one *model.Draft) string {
	for _, k := range d.group(one) {
		if names := k.Missing(); len(names) > 0 {
			return names[0] + " of " + k.Ref() + " has to be typed again, secrets are not kept; or undo it in the editor"
		}
	}
	return ""
}

// unsaved are the drafts that want something.
func (d *drafts) unsaved() []*model.Draft {
	return slices.DeleteFunc(slices.Clone(d.kept), (*model.Draft).Empty)
}

// sign is that of an instance for which there is a draft.
func (d *drafts) sign(t *ral.Type, title string, p *ral.Provider) frame.Sign {
	draft := d.find(t, title, p)
	if draft == nil || draft.Empty() {
		return frame.NoSign
	}
	return draftSign(draft)
}

func draftSign(d *model.Draft) frame.Sign {
	if text, ok := d.Text("ensure"); ok && text == "absent" {
		return frame.SignRemoves
	}
	if !d.Found.Present() {
		return frame.SignAdds
	}
	return frame.SignChanges
}

// said is how many drafts there are, "" for none.
func (d *drafts) said() safe.Text {
	if n := len(d.unsaved()); n > 0 {
		return widget.CountOf(n, "draft")
	}
	return ""
}
