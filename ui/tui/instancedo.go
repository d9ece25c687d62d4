package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

func (s *instance) disabled(in keys.Intent) string {
	d := s.sh.basket.Find(s.typ, s.title, nil)
	switch in {
	case keys.Difference, keys.Apply:
		if d == nil || d.Empty() {
			return string(s.sh.spell("nothing is staged: {edit} or {new} makes a change first"))
		}
		return untyped(s.sh.basket, d)
	case keys.PaneNarrower, keys.PaneWider:
		if s.zoom {
			return string(s.sh.spell("there is one pane; {zoom} brings the other back"))
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
		return irremovable(s.typ)
	}
	return ""
}

// unread is why nothing is known of the resource, "" when something is.
func (s *instance) unread() string {
	switch {
	case s.found != nil:
		return ""
	case s.failed() != nil:
		return "it could not be read"
	}
	return "still reading what there is"
}

func (s *instance) knownTo() int {
	n := 0
	for _, seen := range s.seen {
		if seen.Found.Present() {
			n++
		}
	}
	return n
}

func (s *instance) do(in keys.Intent) (tea.Cmd, bool) {
	if s.atLinks && s.wide {
		if s.right.do(in) {
			return nil, true
		}
	} else if s.page.do(in) {
		return nil, true
	}
	if s.filter.do(in) {
		s.atLinks = s.atLinks && !s.filter.typing()
		return nil, true
	}
	switch in {
	case keys.Back:
		was := s.atLinks || s.zoom
		s.atLinks, s.zoom = false, false
		return nil, was
	case keys.Edit:
		r := toEditor(s.draft())
		r.named = true
		if a := s.attribute(); a != nil {
			r.attr = a.Name
		}
		return push(r), true
	case keys.Difference, keys.Apply:
		return push(toDifference(s.sh.basket.WithDependencies(s.draft()))), true
	case keys.StageRemoval:
		if s.found != nil {
			return stageRemoval(s.sh, s.typ, []listings.Entry{{Instance: s.found}}), true
		}
	case keys.Why:
		return push(s.why()), true
	case keys.Refresh:
		s.sh.session.Env.Invalidate()
		s.asked = true
		return tea.Batch(s.read(), s.wantNeighbours(true)), true
	case keys.KeepReading:
		s.keep = !s.keep
		if !s.keep {
			return say("no longer reads by itself"), true
		}
		return tea.Batch(say("reads again every 5 s; what moved is marked ^"), s.sh.wait(readsEvery, everyMsg{s})), true
	case keys.Zoom:
		s.zoom = !s.zoom
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
	case keys.MoveLeft:
		return pop(1), true
	case keys.Open, keys.MoveRight:
		return s.open(), true
	case keys.NextPane, keys.PreviousPane:
		s.nextPart()
	case keys.SideBySide:
		return push(toSides(s.typ, s.title, s.founds())), true
	case keys.ShowCommand:
		return showMenu(newCommand(s.sh, s.command())), true
	case keys.Copy:
		return showMenu(newCopyMenu(s.sh, s.title, s.found, s.value())), true
	default:
		return nil, false
	}
	return nil, true
}

func (s *instance) founds() []*ral.Instance {
	var list []*ral.Instance
	for _, seen := range s.seen {
		if seen.Found.Present() {
			list = append(list, seen.Found)
		}
	}
	return list
}

// command is the one that shows this resource, or brings about the draft.
func (s *instance) command() string {
	if d := s.sh.basket.Find(s.typ, s.title, nil); d != nil && !d.Empty() {
		return commandLine(s.sh.session, d.Decl())
	}
	line, _ := s.sh.session.Command(ral.Decl{Type: s.typ.Name, Title: s.title})
	return line
}

// value is what the attribute under the cursor is, for copying.
func (s *instance) value() string {
	if s.found == nil {
		return ""
	}
	if a := s.attribute(); a != nil && a.Kind == ral.Property && s.found.Known(a.Name) {
		return shown(s.found, a.Name)
	}
	return ""
}
