package instance

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

func (s *Screen) Disabled(in keys.Intent) string {
	d := s.sh.Basket.Find(s.typ, s.title, nil)
	switch in {
	case keys.Difference, keys.Apply:
		if d == nil || d.Empty() {
			return string(s.sh.Spell("nothing is staged: {edit} or {new} makes a change first"))
		}
		return kit.Untyped(s.sh.Basket, d)
	case keys.PaneNarrower, keys.PaneWider:
		if s.zoom {
			return string(s.sh.Spell("there is one pane; {zoom} brings the other back"))
		}
	case keys.Zoom:
		return s.unzoomable()
	case keys.Open, keys.MoveRight:
		if s.opens() {
			return s.unzoomable()
		}
	case keys.EditInEditor, keys.NextPane, keys.PreviousPane:
		return s.unread()
	case keys.SideBySide:
		if s.seen == nil {
			return "still being read"
		}
		if n := s.knownTo(); n < 2 {
			return s.title + " is known to " + string(widget.CountOf(n, "provider")) + "; two are needed"
		}
	case keys.StageRemoval:
		if why := s.unread(); why != "" {
			return why
		}
		if !s.found.Present() {
			return "it is not there"
		}
		return kit.IrremovableReason(s.typ)
	}
	return ""
}

// unread is why nothing is known of the resource, "" when something is.
func (s *Screen) unread() string {
	switch {
	case s.found != nil:
		return ""
	case s.failed() != nil:
		return "it could not be read"
	}
	return "still reading what there is"
}

func (s *Screen) knownTo() int {
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
	switch in {
	case keys.Back:
		was := s.atLinks || s.zoom
		s.atLinks, s.zoom = false, false
		return nil, was
	case keys.Edit:
		r := kit.ToEditor(s.draft())
		r.Named = true
		if a := s.attribute(); a != nil {
			r.Attr = a.Name
		}
		return kit.Push(r), true
	case keys.Difference, keys.Apply:
		return kit.Push(kit.ToDifference(s.sh.Basket.WithDependencies(s.draft()))), true
	case keys.StageRemoval:
		if s.found != nil {
			return kit.StageRemoval(s.sh, s.typ, []listings.Entry{{Instance: s.found}}), true
		}
	case keys.Why:
		return kit.Push(s.why()), true
	case keys.Refresh:
		s.sh.Session.Env.Invalidate()
		s.asked = true
		return tea.Batch(s.read(), s.wantNeighbours(true)), true
	case keys.KeepReading:
		s.keep = !s.keep
		if !s.keep {
			return kit.Say("no longer reads by itself"), true
		}
		return tea.Batch(kit.Say("reads again every 5 s; what moved is marked ^"), s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s})), true
	case keys.Zoom:
		s.zoom = !s.zoom
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
	case keys.MoveLeft:
		return kit.Pop(1), true
	case keys.Open, keys.MoveRight:
		return s.open(), true
	case keys.NextPane, keys.PreviousPane:
		s.nextPart()
	case keys.SideBySide:
		return kit.Push(kit.ToSides(s.typ, s.title, s.founds())), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.command())), true
	case keys.Copy:
		return kit.ShowMenu(kit.NewCopyMenu(s.sh, s.title, s.found, s.value())), true
	default:
		return nil, false
	}
	return nil, true
}

func (s *Screen) founds() []*ral.Instance {
	var list []*ral.Instance
	for _, seen := range s.seen {
		if seen.Found.Present() {
			list = append(list, seen.Found)
		}
	}
	return list
}

// command is the one that shows this resource, or brings about the draft.
func (s *Screen) command() string {
	if d := s.sh.Basket.Find(s.typ, s.title, nil); d != nil && !d.Empty() {
		return kit.CommandLine(s.sh.Session, d.Decl())
	}
	line, _ := s.sh.Session.Command(ral.Decl{Type: s.typ.Name, Title: s.title})
	return line
}

// value is what the attribute under the cursor is, for copying.
func (s *Screen) value() string {
	if s.found == nil {
		return ""
	}
	if a := s.attribute(); a != nil && a.Kind == ral.Property && s.found.Known(a.Name) {
		return kit.ShownValue(s.found, a.Name)
	}
	return ""
}
