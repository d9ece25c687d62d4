package instance

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// conflict returns why a comparison is unavailable, or "" if several providers
// list the resource.
func (s *resource) conflict() string {
	if s.seen == nil {
		return "still being read"
	}
	n := s.knownTo()
	if n > 1 {
		return ""
	}
	return s.title + " exists for " + string(words.CountOf(n, "provider")) + "; a comparison needs two"
}

// staysThere returns why the instance cannot be removed, or "" if it can.
func (s *resource) staysThere() string {
	if why := s.unread(); why != "" {
		return why
	}
	if !s.found.Present() {
		return "the " + s.typ.Name + " does not exist on this host"
	}
	return kit.IrremovableReason(s.typ)
}

// unread returns why the state of the resource is unknown, or "" if it is
// known.
func (s *resource) unread() string {
	switch {
	case s.found != nil:
		return ""
	case s.failed() != nil:
		return "the " + s.typ.Name + " could not be read"
	}
	return "still reading the current state"
}

func (s *resource) knownTo() int {
	n := 0
	for _, seen := range s.seen {
		if seen.Found.Present() {
			n++
		}
	}
	return n
}

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if s.atLinks && s.wide {
		if s.right.Do(in) {
			return nil, true
		}
	} else if s.page.Do(in) {
		return nil, true
	}
	if s.filter.Do(in) {
		s.atLinks = s.atLinks && !s.filter.Typing()
		return nil, true
	}
	if in == keys.Back {
		was := s.atLinks || s.zoom
		s.atLinks, s.zoom = false, false
		return nil, was
	}
	return nil, false
}

func (s *Screen) Actions() kit.Actions {
	noChange := kit.Because(string(s.sh.Spell("the instance has no draft; {edit} or {new} creates a draft")))
	if d := s.sh.Basket.Find(s.typ, s.title, nil); d != nil && !d.Empty() {
		noChange = func() string { return kit.Untyped(s.sh.Basket, d) }
	}
	border := kit.Unless(!s.zoom, string(s.sh.Spell("only 1 pane is shown; {zoom} shows both")))
	difference := func() tea.Cmd { return kit.Push(kit.ToDifference(s.sh.Basket.WithDependencies(s.draft()))) }
	return kit.Actions{
		{In: keys.Edit, Hint: "edit", Do: s.edit},
		{In: keys.Difference, Hint: "diff", Disabled: noChange, Do: difference},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.StageRemoval, Hint: kit.HintIf(s.staysThere() == "", "remove"), Disabled: s.staysThere, Do: func() tea.Cmd {
			return kit.StageRemoval(s.sh, s.typ, []listings.Entry{{Instance: s.found}})
		}},
		{In: keys.Copy, Hint: "copy", Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCopyMenu(s.sh, s.title, s.found, s.value())) }},
		{In: keys.ShowCommand, Hint: "show command", Do: kit.ShowsCommand(s.sh, s.command)},
		{In: keys.Refresh, Hint: "read again", Do: func() tea.Cmd {
			s.sh.Session.Env.Invalidate()
			s.asked = true
			return tea.Batch(s.read(), s.wantNeighbours(true))
		}},
		{In: keys.KeepReading, Hint: "auto-refresh", Do: func() tea.Cmd {
			return s.again.Toggle(s.sh, s, "; changed rows are marked ^")
		}},
		{In: keys.Why, Hint: "explain", Do: func() tea.Cmd { return kit.Push(s.why()) }},
		{In: keys.Apply, Disabled: noChange, Do: difference},
		{In: keys.EditInEditor, Disabled: s.unread},
		{In: keys.NextPane, Also: keys.PreviousPane, Disabled: s.unread, Do: kit.Does(s.nextPart)},
		{In: keys.Open, Also: keys.MoveRight, Do: s.open},
		{In: keys.Zoom, Disabled: s.unzoomable, Do: kit.Sets(&s.zoom, !s.zoom)},
		{In: keys.PaneNarrower, Disabled: border, Do: kit.Shifts(&s.shift, -2)},
		{In: keys.PaneWider, Disabled: border, Do: kit.Shifts(&s.shift, 2)},
		{In: keys.MoveLeft, Do: kit.Back},
		{In: keys.OnlyFindings},
		{In: keys.SideBySide, Disabled: s.conflict, Do: func() tea.Cmd { return kit.Push(kit.ToSides(s.typ, s.title, s.founds())) }},
	}
}

// edit opens the editor at the property under the cursor.
func (s *Screen) edit() tea.Cmd {
	r := kit.ToEditor(s.draft())
	r.Named = true
	if a := s.attribute(); a != nil {
		r.Attr = a.Name
	}
	return kit.Push(r)
}

func (s *resource) founds() []*ral.Instance {
	var list []*ral.Instance
	for _, seen := range s.seen {
		if seen.Found.Present() {
			list = append(list, seen.Found)
		}
	}
	return list
}

// command returns the command that shows this resource, or applies its draft.
func (s *resource) command() string {
	if d := s.sh.Basket.Find(s.typ, s.title, nil); d != nil && !d.Empty() {
		return kit.CommandLine(s.sh.Session, d.Decl())
	}
	line, _ := s.sh.Session.Command(ral.Decl{Type: s.typ.Name, Title: s.title})
	return line
}

// value returns the value of the attribute under the cursor, for copying.
func (s *Screen) value() string {
	if s.found == nil {
		return ""
	}
	if a := s.attribute(); a != nil && a.Kind == ral.Property && s.found.Known(a.Name) {
		return kit.ShownValue(s.found, a.Name)
	}
	return ""
}
