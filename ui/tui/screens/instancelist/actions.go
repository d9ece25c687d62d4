package instancelist

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

func (s *Screen) Disabled(in keys.Intent) string {
	switch in {
	case keys.PaneNarrower, keys.PaneWider:
		if s.zoom {
			return string(s.sh.Spell("there is one pane; {zoom} brings the other back"))
		}
	}
	if at, ok := s.list.Cursor(); ok {
		switch {
		case in == keys.SideBySide && s.isStaged(at):
			return "it is not there yet"
		case in == keys.StageRemoval && kit.IrremovableReason(s.typ) == "" && s.isStaged(at) && len(s.list.Selected()) == 0:
			return string(s.notThere())
		case in == keys.SideBySide && len(s.all(at.Instance.Name)) < 2 && s.listing.Busy():
			return "the type is still being read"
		case in == keys.SideBySide && len(s.all(at.Instance.Name)) < 2:
			return at.Instance.Name + " is known to one provider; two are needed"
		case in == keys.StageRemoval:
			return kit.IrremovableReason(s.typ)
		}
		return ""
	}
	switch in {
	case keys.Edit, keys.EditInEditor, keys.StageRemoval, keys.SideBySide, keys.Copy, keys.Open, keys.MoveRight, keys.Select, keys.SelectRange:
		return kit.NoRow
	}
	return ""
}

// Do carries out an intent. A row that the cursor leaves was visited.
func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	s.back = ""
	at, ok := s.list.Cursor()
	cmd, handled := s.carryOut(in)
	if next, _ := s.list.Cursor(); ok && next.Instance != at.Instance {
		s.listing.Visit(at.Instance)
		s.beside.Top = 0
		s.rest.Moved(s.sh, s)
	}
	if look := s.lookAt(); look != nil {
		s.sh.Rests = append(s.sh.Rests, look) // keys that follow do not wait for it
	}
	return cmd, handled
}

func (s *Screen) carryOut(in keys.Intent) (tea.Cmd, bool) {
	if s.beside.Focus && s.beside.Do(in) {
		return nil, true
	}
	if kit.MoveList(s.list, in) || s.search.Do(in) {
		return nil, true
	}
	switch in {
	case keys.Why:
		return s.why(), true
	case keys.New:
		return kit.Push(kit.Route{Kind: kit.RouteNew, Typ: s.typ.Name}), true
	case keys.Refresh:
		return s.sh.ReadAgain(s.typ), true
	case keys.KeepReading:
		return s.toggleKeep(), true
	case keys.Select:
		s.list.Toggle()
		s.list.Move(1)
	case keys.SelectRange:
		s.list.Range()
	case keys.Back:
		if s.page && s.narrow {
			s.page = false
			return nil, true
		}
		if s.beside.Focus {
			s.beside.Focus = false
			return nil, true
		}
		return nil, s.list.Unselect()
	case keys.NextPane:
		return s.nextPane(1), true
	case keys.PreviousPane:
		return s.nextPane(-1), true
	case keys.OnlyFindings:
		s.search.Only = !s.search.Only
		s.list.Only(nil)
		if s.search.Only {
			s.list.Only(func(e listings.Entry) bool { return s.sign(e) != frame.NoSign })
		}
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
	case keys.Zoom:
		if s.narrow {
			s.page = !s.page
		} else {
			s.zoom = !s.zoom
		}
	case keys.MoveLeft:
		if s.beside.Focus {
			s.beside.Focus = false
			return nil, true
		}
		return kit.Pop(1), true
	case keys.ShowCommand:
		return kit.ShowMenu(kit.NewCommandMenu(s.sh, s.sh.Session.CommandLine("resource", s.typ.Name))), true
	default:
		return s.doRow(in)
	}
	return nil, true
}

// why shows what the row under the cursor was if it moved, else why a source did
// not list; when all did, why the providers are what they are.
func (s *Screen) why() tea.Cmd {
	at, ok := s.list.Cursor()
	was, moved := s.listing.Was(at.Instance)
	switch {
	case moved:
		return kit.Push(kit.ToDrift(was, at.Instance))
	case len(s.listing.Failed()) > 0 && ok:
		return kit.Push(kit.ToFailures(s.typ, at.Instance.Provider))
	case len(s.listing.Failed()) > 0:
		return kit.Push(kit.ToFailures(s.typ, nil))
	case ok && s.isStaged(at):
		return kit.Push(kit.ToProviders(s.typ, at.Instance.Provider))
	case ok:
		return kit.Push(kit.ToFindings(at.Instance))
	}
	return kit.Push(kit.ToProviders(s.typ, nil))
}

func (s *Screen) toggleKeep() tea.Cmd {
	s.keep = !s.keep
	if !s.keep {
		return kit.Say("no longer reads by itself")
	}
	return tea.Batch(kit.Say("reads again every 5 s; what moved is marked ^"), s.sh.Wait(kit.ReadsEvery, kit.EveryMsg{Screen: s}))
}

// doRow carries out what is about the row under the cursor.
func (s *Screen) doRow(in keys.Intent) (tea.Cmd, bool) {
	at, ok := s.list.Cursor()
	if !ok {
		return nil, false
	}
	switch in {
	case keys.Open, keys.MoveRight:
		if s.isStaged(at) {
			return kit.Push(kit.ToEditor(s.draft(at))), true
		}
		return kit.Push(kit.ToInstance(s.typ, at.Instance.Name, at.Instance)), true
	case keys.Edit:
		return s.editChosen(), true
	case keys.StageRemoval:
		return s.removeChosen(), true
	case keys.SideBySide:
		return kit.Push(kit.ToSides(s.typ, at.Instance.Name, slices.Clone(s.all(at.Instance.Name)))), true
	case keys.Copy:
		value := ""
		if s.typ.Columns[0] != "" {
			value = s.value(at.Instance, s.typ.Columns[0])
		}
		if d := s.staged.drafts[at.Instance]; d != nil {
			write := func(as model.Format) (string, error) { return model.CopyDraft(d, as) }
			return kit.ShowMenu(kit.NewCopyMenuOf(s.sh, d.Title, value, write)), true
		}
		return kit.ShowMenu(kit.NewCopyMenu(s.sh, at.Instance.Name, at.Instance, value)), true
	}
	return nil, false
}

func (s *Screen) draft(e listings.Entry) *model.Draft {
	if d := s.staged.drafts[e.Instance]; d != nil {
		return d
	}
	return s.sh.Basket.Draft(s.typ, e.Instance.Name, e.Instance.Provider, e.Instance)
}

// chosen are the selected rows, or the one under the cursor. A range that was
// begun ends here.
func (s *Screen) chosen() []listings.Entry {
	s.list.EndRange()
	rows := s.list.Selected()
	if at, ok := s.list.Cursor(); ok && len(rows) == 0 {
		rows = []listings.Entry{at}
	}
	return rows
}

// AsText is the chosen rows as they are, with what is staged for them.
func (s *Screen) AsText() (drafts []*model.Draft, asIs bool) {
	for _, e := range s.chosen() {
		if d := s.staged.drafts[e.Instance]; d != nil {
			drafts = append(drafts, d.Clone())
			continue
		}
		drafts = append(drafts, s.sh.Basket.Copy(s.typ, e.Instance.Name, e.Instance.Provider, e.Instance))
	}
	return drafts, true
}

// maxSheet is how many drafts one sheet edits: all of them are checked on each
// key.
const maxSheet = 500

// editChosen edits the chosen rows; several in one sheet, where what is typed is
// set for each.
func (s *Screen) editChosen() tea.Cmd {
	rows := s.chosen()
	if len(rows) == 1 {
		return kit.Push(kit.ToEditor(s.draft(rows[0])))
	}
	if len(rows) > maxSheet {
		return kit.SayUnavailable(widget.Count(len(rows)) + " rows are selected, the sheet takes " + widget.Count(maxSheet) +
			"; " + safe.Clean(s.sh.Keys.Key(keys.EditInEditor)) + " takes any number")
	}
	var drafts []*model.Draft
	for _, e := range rows {
		drafts = append(drafts, s.draft(e))
	}
	return kit.Push(kit.ToEditor(drafts...))
}
