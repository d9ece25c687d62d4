package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// instances lists what there is of one type, as its providers answer.
type instances struct {
	sh      *shared
	typ     *ral.Type
	listing *listing
	list    *widget.List[entry]
	search  search
	keep    bool // reads again every 5 s
	shift   int
	zoom    bool

	sameName string // of which same was looked up; every frame asks
	same     []*ral.Found
}

func newInstances(sh *shared, t *ral.Type) *instances {
	s := &instances{sh: sh, typ: t, listing: sh.book.of(t)}
	s.list = widget.NewList(entry.id, s.haystack, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.found.Name, b.found.Name), strings.Compare(a.id(), b.id()))
	})
	s.search = newSearch(s.list.Filter)
	s.list.Set(s.listing.entries)
	return s
}

// haystack is the text in which the filter looks.
func (s *instances) haystack(e entry) string {
	var b strings.Builder
	b.WriteString(e.found.Name)
	for _, column := range s.typ.Columns {
		if column != "" {
			b.WriteString(" " + shown(e.found, column))
		}
	}
	if e.found.Provider != nil {
		b.WriteString(" " + e.found.Provider.Name)
	}
	return b.String()
}

// shown is a property as lists show it.
func shown(f *ral.Found, attr string) string {
	a := f.Type.Attr(attr)
	if a == nil || !f.Known(attr) {
		return ""
	}
	return model.ShowIs(nil, a, f.Get(attr))
}

func (s *instances) crumb() safe.Text  { return safe.Clean(s.typ.Name) }
func (s *instances) where() keys.Where { return keys.OnInstances }
func (s *instances) keeps() bool       { return s.keep }
func (s *instances) typing() bool      { return s.search.typing() }
func (s *instances) busy() bool        { return s.listing.busy() }
func (s *instances) close()            { s.keep = false }

func (s *instances) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *instances) chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.chip(n, s.list.Total())
}

func (s *instances) start() tea.Cmd { return s.sh.book.want(s.sh, s.typ) }

// everyMsg says that it is time to read again.
type everyMsg struct{ screen screen }

// readsEvery is how often a screen reads again that keeps reading.
const readsEvery = 5 * time.Second

func (s *instances) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	switch msg := msg.(type) {
	case listedMsg:
		if msg.listing != s.listing {
			return nil
		}
		s.same = nil
		if msg.replace {
			s.list.Set(s.listing.entries)
		} else {
			s.list.Add(msg.fresh...)
		}
		if s.keep && !s.listing.busy() {
			return s.sh.wait(readsEvery, everyMsg{s})
		}
	case everyMsg:
		if msg.screen == s && s.keep && !s.listing.busy() {
			return s.listing.begin(s.sh)
		}
	case changedMsg:
		return s.sh.book.want(s.sh, s.typ)
	}
	return nil
}

func (s *instances) sign(e entry) frame.Sign {
	var odd, moved frame.Sign
	if len(e.odd) > 0 {
		odd = frame.SignNeeds
	}
	if e.moved {
		moved = frame.SignMoved
	}
	return frame.Strongest(s.sh.drafts.sign(s.typ, e.found.Name, e.found.Provider), odd, moved)
}

func (s *instances) disabled(in keys.Intent) string {
	if at, ok := s.list.Cursor(); ok {
		switch n := len(s.list.Selected()); {
		case in == keys.SideBySide && len(s.all(at.found.Name)) < 2:
			return at.found.Name + " is known to one provider; two are needed"
		case in == keys.Edit && n > 1:
			return string(widget.Count(n)) + " rows are selected, and the editor takes one; esc unselects"
		case in == keys.StageRemoval:
			return irremovable(s.typ)
		}
		return ""
	}
	switch in {
	case keys.Edit, keys.StageRemoval, keys.SideBySide, keys.Copy:
		return "no row is under the cursor"
	}
	return ""
}

func (s *instances) do(in keys.Intent) (tea.Cmd, bool) {
	if moves(s.list, in) || s.search.do(in) {
		return nil, true
	}
	switch in {
	case keys.Why:
		if at, ok := s.list.Cursor(); ok {
			return push(newWhyBelow(s.sh, s.typ, at.found.Provider)), true
		}
		return push(newWhyBelow(s.sh, s.typ, nil)), true
	case keys.New:
		return push(newNew(s.sh, s.typ)), true
	case keys.Refresh:
		return s.sh.book.again(s.sh, s.typ), true
	case keys.KeepReading:
		return s.toggleKeep(), true
	case keys.Select:
		s.list.Toggle()
		s.list.Move(1)
	case keys.SelectRange:
		s.list.Range()
	case keys.Back:
		return nil, s.list.Unselect()
	case keys.OnlyFindings:
		s.search.only = !s.search.only
		s.list.Only(nil)
		if s.search.only {
			s.list.Only(func(e entry) bool { return s.sign(e) != frame.NoSign })
		}
	case keys.PaneNarrower:
		s.shift -= 2
	case keys.PaneWider:
		s.shift += 2
	case keys.Zoom:
		s.zoom = !s.zoom
	case keys.MoveLeft:
		return pop(1), true
	case keys.ShowCommand:
		return push(newCommand(s.sh, "ralsh resource "+s.typ.Name)), true
	default:
		return s.doRow(in)
	}
	return nil, true
}

func (s *instances) toggleKeep() tea.Cmd {
	s.keep = !s.keep
	if !s.keep {
		return say("no longer reads by itself")
	}
	return tea.Batch(say("reads again every 5 s; what moved is marked ^"), s.sh.wait(readsEvery, everyMsg{s}))
}

// doRow carries out what is about the row under the cursor.
func (s *instances) doRow(in keys.Intent) (tea.Cmd, bool) {
	at, ok := s.list.Cursor()
	if !ok {
		return nil, false
	}
	switch in {
	case keys.Open, keys.MoveRight:
		return push(newInstance(s.sh, s.typ, at.found.Name, at.found)), true
	case keys.Edit:
		return push(newEditBelow(s.sh, s.draft(at))), true
	case keys.StageRemoval:
		return s.remove(at), true
	case keys.SideBySide:
		return push(newSides(s.sh, s.typ, at.found.Name, slices.Clone(s.all(at.found.Name)))), true
	case keys.Copy:
		value := ""
		if s.typ.Columns[0] != "" {
			value = shown(at.found, s.typ.Columns[0])
		}
		return push(newCopyMenu(s.sh, at.found.Name, at.found, value)), true
	}
	return nil, false
}

func (s *instances) draft(e entry) *model.Draft {
	return s.sh.drafts.of(s.typ, e.found.Name, e.found.Provider, e.found)
}

// remove stages the removal of the selected rows, or of the one under the
// cursor.
func (s *instances) remove(at entry) tea.Cmd {
	rows := s.list.Selected()
	if len(rows) == 0 {
		rows = []entry{at}
	}
	return stageRemoval(s.sh, s.typ, rows)
}

// irremovable says why resources of a type cannot be removed, "" when they can.
func irremovable(t *ral.Type) string {
	if !t.HasEnsure() {
		return t.Name + " has no ensure, so it cannot be removed"
	}
	literals, patterns := t.Attr("ensure").AllowedText()
	if len(literals)+len(patterns) > 0 && !slices.Contains(literals, "absent") {
		return "ensure of a " + t.Name + " cannot be absent, only " + strings.Join(append(literals, patterns...), ", ")
	}
	return ""
}

// stageRemoval stages ensure => absent and shows the difference.
func stageRemoval(sh *shared, t *ral.Type, rows []entry) tea.Cmd {
	var decls []ral.Decl
	for _, e := range rows {
		d := sh.drafts.of(t, e.found.Name, e.found.Provider, e.found)
		d.Set("ensure", "absent")
		decls = append(decls, d.Decl())
	}
	return push(newDifference(sh, decls))
}

// all are the instances of a name, one for each provider that knows it.
func (s *instances) all(name string) []*ral.Found {
	if s.same == nil || s.sameName != name {
		s.sameName, s.same = name, []*ral.Found{}
		for _, e := range s.listing.entries {
			if e.found.Name == name {
				s.same = append(s.same, e.found)
			}
		}
	}
	return s.same
}
