package basket

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral"
)

// Status is the state of a draft in the basket.
type Status struct {
	Omitted       bool      // the user excluded it from the next apply
	NotReady      NotReady  // why it cannot be planned; zero if it can
	BlockedReason string    // why the plan omits it, or ""
	RefusedReason string    // why this user may not apply it, or ""
	InSyncSince   time.Time // zero if it is not in sync
}

// NotReady is why a draft cannot be planned.
type NotReady struct {
	Reason  string // "1 invalid value", "User[eve] is not in the basket"; "" if it is ready
	Detail  string // "expiry is invalid"; "" if Reason is complete
	Missing string // reference to a resource that is not planned: "User[eve]"
}

// Ready reports whether the draft can be planned.
func (st Status) Ready() bool { return st.NotReady.Reason == "" }

// Applicable reports whether an apply would change something if the draft were
// not omitted.
func (st Status) Applicable() bool {
	return st.Ready() && st.BlockedReason == "" && st.InSyncSince.IsZero()
}

// Included reports whether the next apply would change something.
func (st Status) Included() bool { return !st.Omitted && st.Applicable() }

// Status returns the status of a draft.
func (b *Basket) Status(d *draft.Draft) Status { return b.status[d] }

// SetOmitted excludes a draft from the next apply, or includes it again.
func (b *Basket) SetOmitted(d *draft.Draft, omitted bool) {
	b.update(d, func(st *Status) { st.Omitted = omitted })
}

func (b *Basket) update(d *draft.Draft, change func(*Status)) {
	st := b.status[d]
	change(&st)
	b.status[d] = st
}

// Ready returns the drafts that the next apply would plan.
func (b *Basket) Ready() []*draft.Draft {
	return slices.DeleteFunc(b.Drafts(), func(d *draft.Draft) bool { return b.status[d].Omitted || !b.status[d].Ready() })
}

// RefusedReason returns why this user may not apply the included drafts, or "".
func (b *Basket) RefusedReason() string {
	for _, d := range b.Drafts() {
		if st := b.status[d]; st.Included() && st.RefusedReason != "" {
			return st.RefusedReason
		}
	}
	return ""
}

// BlockedReason returns the first draft that the plan omits, with the reason, or
// nil.
func (b *Basket) BlockedReason() (d *draft.Draft, reason string) {
	for _, d := range b.Drafts() {
		if st := b.status[d]; !st.Omitted && st.Ready() && st.BlockedReason != "" {
			return d, st.BlockedReason
		}
	}
	return nil, ""
}

// MissingReason returns why a reference leads to no draft that would be
// planned, with a hint.
func (b *Basket) MissingReason(ref string) (reason, hint string) {
	drafts := b.Drafts()
	i := slices.IndexFunc(drafts, func(d *draft.Draft) bool { return d.Ref() == ref })
	switch {
	case i < 0:
		return ref + " is not in the basket", "stage " + ref + ", or drop the relationship"
	case b.status[drafts[i]].Omitted:
		return ref + " is left out", "put " + ref + " back in, or drop the relationship"
	}
	return ref + " is not ready", "fix " + ref + ", or drop the relationship"
}

// Selection is a snapshot of the drafts that are not omitted.
type Selection struct {
	basket *Basket        // Check and Plan use only its session
	drafts []*draft.Draft // drafts of the basket
	copies []*draft.Draft
}

// Selection copies the drafts that are not omitted.
func (b *Basket) Selection() Selection {
	s := Selection{basket: b}
	for _, d := range b.Drafts() {
		if !b.status[d].Omitted {
			s.drafts, s.copies = append(s.drafts, d), append(s.copies, d.Clone())
		}
	}
	return s
}

// Empty reports whether the selection contains no draft.
func (s Selection) Empty() bool { return len(s.drafts) == 0 }

// Readiness is the result of checking which drafts of a selection can be
// planned.
type Readiness struct {
	Decls    []ral.Decl // declarations of the drafts that can be planned
	drafts   []*draft.Draft
	notReady map[*draft.Draft]NotReady
}

// Check determines which drafts can be planned. A draft cannot if a secret must
// be typed again, a value is invalid, or it depends on a resource that is not
// planned.
func (s Selection) Check(ctx context.Context) Readiness {
	r := Readiness{notReady: make(map[*draft.Draft]NotReady)}
	for i, d := range s.drafts {
		if reason := notReady(ctx, s.basket.session, s.copies[i]); reason.Reason != "" {
			r.notReady[d] = reason
		}
	}
	for again := true; again; {
		again = false
		ready := s.ready(r)
		for i, d := range s.drafts {
			if r.notReady[d].Reason == "" {
				if ref := draft.Unmet(s.copies[i], ready); ref != "" {
					r.notReady[d], again = NotReady{Reason: ref, Missing: ref}, true
				}
			}
		}
	}
	for _, d := range s.drafts {
		if r.notReady[d].Reason == "" {
			r.drafts = append(r.drafts, d)
		}
	}
	r.Decls = draft.Decls(s.ready(r))
	return r
}

// ready returns the copies of the drafts that are not in notReady.
func (s Selection) ready(r Readiness) (ready []*draft.Draft) {
	for i, d := range s.drafts {
		if r.notReady[d].Reason == "" {
			ready = append(ready, s.copies[i])
		}
	}
	return ready
}

// notReady returns why a draft cannot be planned, apart from its dependencies.
func notReady(ctx context.Context, session *model.Session, d *draft.Draft) NotReady {
	if names := d.Missing(); len(names) > 0 {
		return missingSecret(names[0])
	}
	c := session.Drafts.Check(ctx, d)
	if c.Ready() {
		return NotReady{}
	}
	reason := NotReady{Reason: "1 invalid value"}
	if c.Invalid > 1 {
		reason.Reason = fmt.Sprintf("%d invalid values", c.Invalid)
	}
	for _, f := range slices.Concat(c.Properties, c.Params) {
		if f.State == draft.FieldInvalid {
			reason.Detail = f.Attr.Name + " is invalid"
			break
		}
	}
	return reason
}

func missingSecret(attr string) NotReady {
	return NotReady{Reason: "a secret was not saved", Detail: "type " + attr + " again"}
}

// SetReadiness records which drafts cannot be planned. It skips drafts that
// were omitted since.
func (b *Basket) SetReadiness(r Readiness) {
	for _, d := range b.Drafts() {
		if b.status[d].Omitted {
			continue
		}
		reason := r.notReady[d]
		if reason.Missing != "" {
			reason.Reason, _ = b.MissingReason(reason.Missing)
		}
		b.update(d, func(st *Status) { st.NotReady = reason })
	}
}

// stamp identifies a state of a draft.
type stamp struct {
	draft    *draft.Draft
	version  int
	provider *ral.Provider
	omitted  bool
}

func (b *Basket) stamps() []stamp {
	var list []stamp
	for _, d := range b.Drafts() {
		list = append(list, stamp{d, d.Version(), d.Provider, b.status[d].Omitted})
	}
	return list
}

// StartCheck returns the drafts to check if the basket has changed since the
// last check began. changed is false while a check runs. StartCheck drops the
// plan's results for a changed draft. EndCheck takes the result.
func (b *Basket) StartCheck() (s Selection, changed bool) {
	if b.checking {
		return s, false
	}
	now := b.stamps()
	if slices.Equal(now, b.checked) {
		return s, false
	}
	for _, at := range now {
		i := slices.IndexFunc(b.checked, func(old stamp) bool { return old.draft == at.draft })
		if i >= 0 && (b.checked[i].version != at.version || b.checked[i].provider != at.provider) {
			b.update(at.draft, func(st *Status) { st.BlockedReason, st.RefusedReason, st.InSyncSince = "", "", time.Time{} })
		}
	}
	b.checking, b.checked = true, now
	return b.Selection(), true
}

// EndCheck records the result of the check that StartCheck began.
func (b *Basket) EndCheck(r Readiness) {
	b.checking = false
	b.SetReadiness(r)
}
