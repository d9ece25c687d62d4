package sidebyside

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// Screen compares the instances with the same name, with a column for each
// provider.
type Screen struct {
	kit.Basic
	sh     *kit.Shared
	typ    *ral.Type
	title  string
	founds []*ral.Instance
	winner *ral.Provider
	chosen int
	page   kit.Page
	filter *kit.PageFilter
	built  []*ral.Resource // one for each instance, with edits and defaults; nil until they are built
	builds kit.Job[[]*ral.Resource]
}

// New compares the instances with a name.
func New(sh *kit.Shared, t *ral.Type, title string, instances []*ral.Instance) *Screen {
	s := &Screen{sh: sh, typ: t, title: title, founds: instances, filter: kit.NewPageFilter()}
	if c := sh.Listings.Of(t).Choice; c != nil {
		s.winner = c.Election.Winner
	}
	slices.SortStableFunc(s.founds, func(a, b *ral.Instance) int { return s.rank(a) - s.rank(b) })
	return s
}

// rank puts the default provider first; other providers keep their registration
// order.
func (s *Screen) rank(inst *ral.Instance) int {
	if inst.Provider == s.winner {
		return -1
	}
	return slices.Index(s.typ.Providers(), inst.Provider)
}

func (s *Screen) Crumb() safe.Text  { return "side by side" }
func (s *Screen) Where() keys.Where { return keys.OnSides }
func (s *Screen) Typing() bool      { return s.filter.Typing() }
func (s *Screen) Chip() safe.Text   { return s.filter.Chip() }

func (s *Screen) Press(key tea.KeyPressMsg) tea.Cmd { return s.filter.Press(key) }

func (s *Screen) Do(in keys.Intent) (tea.Cmd, bool) {
	if s.page.Do(in) || s.filter.Do(in) {
		return nil, true
	}
	return nil, false
}

func (s *Screen) Actions() kit.Actions {
	found, n := s.founds[s.chosen], len(s.founds)
	column := func(to int) func() tea.Cmd { return kit.Sets(&s.chosen, to) }
	return kit.Actions{
		{
			In: keys.MoveLeft, With: keys.MoveRight, Hint: "change column",
			Disabled: kit.Unless(s.chosen > 0, "this is the first column"), Do: column(s.chosen - 1),
		},
		{In: keys.MoveRight, Disabled: kit.Unless(s.chosen < n-1, "this is the last column"), Do: column(s.chosen + 1)},
		{In: keys.Open, Hint: "open", Do: func() tea.Cmd { return kit.Push(kit.ToInstance(s.typ, s.title, found)) }},
		{In: keys.Edit, Hint: "edit", Do: func() tea.Cmd {
			return kit.Push(kit.ToEditor(s.sh.Basket.Draft(s.typ, s.title, found.Provider, found)))
		}},
		{In: keys.Filter, Hint: "filter"},
		{In: keys.OnlyFindings},
		{In: keys.Copy, Hint: "copy", Do: func() tea.Cmd { return kit.ShowMenu(kit.NewCopyMenu(s.sh, s.title, found, s.value())) }},
		{In: keys.SideBySide, Hint: "show one", Do: kit.Back},
		{In: keys.Back, Hint: "back"},
		{In: keys.NextPane, Do: column((s.chosen + 1) % n)},
		{In: keys.PreviousPane, Do: column((s.chosen + n - 1) % n)},
		{In: keys.Why, Do: func() tea.Cmd { return kit.Push(kit.ToProviders(s.typ, found.Provider)) }},
		{In: keys.ShowCommand, Do: func() tea.Cmd {
			line, _ := s.sh.Session.Command(ral.Decl{Type: s.typ.Name, Title: s.title, Provider: found.Provider.Name})
			return kit.ShowMenu(kit.NewCommandMenu(s.sh, line))
		}},
	}
}

func (s *Screen) value() string {
	if a := s.typ.Attr(s.page.ID()); a != nil {
		return kit.ShownValue(s.founds[s.chosen], a.Name)
	}
	return ""
}

func (s *Screen) View(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	columns := []frame.Column{{Title: safe.Clean(s.typ.Name + " " + s.title), Min: 12, Ideal: 18}}
	if rooms.Split {
		columns[0].Ideal = 26
	}
	for _, inst := range s.founds {
		title := safe.Clean(inst.Provider.Name)
		if inst.Provider == s.winner {
			title += " *"
		}
		columns = append(columns, frame.Column{Title: title, Min: 8, Grow: 1})
	}
	slots := frame.Columns(columns, width, 0)
	head := frame.Titles(columns, slots, true).Named(safe.Clean(s.typ.Name+" "+s.title), words.CountOf(len(s.founds), "provider"))
	for i := range head.Columns {
		if head.Columns[i].At == slots[s.chosen+1] {
			head.Columns[i].Style = theme.Title
		}
	}
	lines, differ := s.lines(slots, rooms.Split)
	s.page.Set(s.filter.Kept(lines))
	meant := s.meant(width)
	if rooms.Body < len(lines)+len(meant)+2 {
		meant = kit.RowsOf(s.sh.Spell("Two resources have the same name. {move-left} and {move-right} choose a resource to edit."), width, 2)
	}
	body := append([]frame.Line{head}, s.page.Window(rooms.Body-3-len(meant), true)...)
	body = append(body, s.filter.Nothing(s.sh, width)...)
	body = append(append(body, nil), meant...)
	text := "all values are equal"
	if len(differ) > 0 {
		text = "different: " + strings.Join(differ, ", ")
	}
	return frame.Content{
		Body:    []frame.Block{frame.One(body)},
		Message: frame.Message{Text: safe.Clean(text), Evidence: words.Count(s.chosen+1) + " of " + words.Count(len(s.founds))},
		Keys:    s.Actions().Keys(s.sh),
	}
}

// meant explains which instance a name refers to, here and in a manifest.
func (s *Screen) meant(width int) []frame.Line {
	lines := []frame.Line{frame.Title("meaning of the name", "", false)}
	const at = 32
	put := func(name, text string) {
		for i, row := range kit.LabelledRows(safe.Clean(name), safe.Clean(text), theme.Text, at, width, 3) {
			r := row.(frame.Row)
			if i == 0 {
				r.Cells[0].Style = theme.Text
			}
			lines = append(lines, r)
		}
	}
	for _, inst := range s.founds {
		name, p := s.typ.Name+" "+s.title, inst.Provider.Name
		if inst.Provider == s.winner {
			put(name, "the "+s.typ.Name+" of "+p+", the default provider")
		} else {
			put(name+" by "+p, "in a manifest: provider => "+p)
		}
	}
	return append(lines, kit.MutedRows(s.sh.Spell("{move-left} and {move-right} choose a resource to edit."), width)...)
}
