package instancelist

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
)

// stagedRows are the drafts of resources that do not exist, as rows of the list
// of their type.
type stagedRows struct {
	drafts map[*ral.Instance]*draft.Draft
	rows   []listings.Entry
	of     []staging // the drafts that the rows show
	takes  int       // version of the listing at that time
}

type staging struct {
	draft   *draft.Draft
	version int
}

// outdated reports whether an instance is from an earlier reading, because its
// source failed in the last reading.
func (s *Screen) outdated(e listings.Entry) bool {
	return !s.listing.Busy() && !s.isStaged(e) && slices.ContainsFunc(s.listing.Failed(), func(src *listings.Source) bool {
		return src.Provider == e.Instance.Provider && src.Count == 0
	})
}

// restage updates the staged rows after drafts or the listing changed.
func (s *Screen) restage() {
	of := stagingsOf(s.Sh.Basket.Drafts(), s.listing)
	if slices.Equal(of, s.staged.of) && (len(of) == 0 || s.staged.takes == s.listing.Version) {
		return
	}
	had := len(s.staged.rows)
	s.staged = stagedRows{drafts: make(map[*ral.Instance]*draft.Draft), of: of, takes: s.listing.Version}
	for _, d := range unlisted(of, s.listing) {
		inst := ral.AbsentInstance(s.typ, d.Title)
		if inst.Provider = d.Provider; inst.Provider == nil && s.listing.Choice != nil {
			inst.Provider = s.listing.Choice.Election.Winner
		}
		s.staged.drafts[inst] = d
		s.staged.rows = append(s.staged.rows, listings.Entry{Instance: inst})
	}
	if had+len(s.staged.rows) == 0 {
		return
	}
	at, ok := s.List.Cursor()
	s.fill()
	if next, still := s.List.Cursor(); ok && (!still || next.ID() != at.ID()) {
		s.back = at.ID()
	}
}

// stagingsOf returns the drafts of resources that did not exist when read. If a
// resource was not read, it must be missing in a complete listing.
func stagingsOf(drafts []*draft.Draft, l *listings.Listing) []staging {
	var list []staging
	for _, d := range drafts {
		ensure, _ := d.Text("ensure")
		known := d.Found != nil || d.Unread == "" && !l.Ended.IsZero() && len(l.Failed()) == 0
		if d.Type == l.Type && d.Type.HasEnsure() && ensure != "absent" && known && !d.Found.Present() {
			list = append(list, staging{d, d.Version()})
		}
	}
	return list
}

// unlisted returns the drafts of resources that were not listed.
func unlisted(of []staging, l *listings.Listing) []*draft.Draft {
	byName := make(map[string][]*draft.Draft)
	for _, st := range of {
		byName[st.draft.Title] = append(byName[st.draft.Title], st.draft)
	}
	listed := make(map[*draft.Draft]bool)
	if len(of) > 0 {
		for _, e := range l.Entries {
			for _, d := range byName[e.Instance.Name] {
				listed[d] = listed[d] || d.Provider == nil || d.Provider == e.Instance.Provider
			}
		}
	}
	var list []*draft.Draft
	for _, st := range of {
		if !listed[st.draft] {
			list = append(list, st.draft)
		}
	}
	return list
}

// isStaged reports whether a row is a staged resource that does not exist.
func (s *Screen) isStaged(e listings.Entry) bool { return s.staged.drafts[e.Instance] != nil }

// value formats a property for the list: its current value, or the desired
// value if the resource does not exist.
func (s *Screen) value(inst *ral.Instance, attr string) string {
	d := s.staged.drafts[inst]
	if d == nil {
		return kit.ShownValue(inst, attr)
	}
	a := s.typ.Attr(attr)
	if _, typed := d.Text(attr); typed && a != nil {
		return s.Sh.Session.Drafts.ShowTyped(s.Sh.Ctx, d, a)
	}
	return ""
}

// notThere returns why a staged row cannot be removed.
func (s *Screen) notThere() safe.Text {
	return s.Sh.Spell("not created yet; {undo-field} in the basket ({basket}) removes its draft")
}

// removeChosen stages the removal of the chosen rows that exist.
func (s *Screen) removeChosen() tea.Cmd {
	rows := slices.DeleteFunc(s.chosen(), s.isStaged)
	if len(rows) == 0 {
		return kit.SayUnavailable(s.notThere())
	}
	return kit.StageRemoval(s.Sh, s.typ, rows)
}

// stagedRemark returns the remark that a resource does not exist.
func (s *Screen) stagedRemark(width int) []frame.Line {
	return kit.RowsOf("Not created yet: the basket contains its draft."+s.Sh.Spell("  {open} edits the draft, {basket} shows the basket"), width, 2)
}
