package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
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
	listing *listings.Listing
	list    *widget.List[listings.Entry]
	search  search
	staged  stagedRows
	back    string // id of the row that was under the cursor and is being made
	keep    bool   // reads again every 5 s
	shift   int
	zoom    bool
	narrow  bool // there is no room beside the list
	page    bool // what is beside it elsewhere is in its place
	width   int  // of the terminal

	rest   rest
	about  listings.Entry // what the pane beside the list is about
	look   instanceLook   // and what is found out of it
	beside scrolledPane   // how it is scrolled, and whether it has the focus

	name   int     // cells of the widest name
	widest [2]int  // and of the widest value of each display column
	words  [2]bool // that column has a value that is no number

	sameName string // of which same was looked up; every frame asks
	same     []*ral.Instance
}

// newInstances lists the instances of a type, the cursor on one of them unless it is
// nil.
func newInstances(sh *shared, t *ral.Type, at *ral.Instance) *instances {
	s := &instances{sh: sh, typ: t, listing: sh.listings.Of(t), width: sh.width}
	s.list = widget.NewList(listings.Entry.ID, s.haystack, func(a, b listings.Entry) int {
		return byName(a, b)
	})
	s.list.Same(func(a, b listings.Entry) bool { return a.Instance == b.Instance })
	s.search = newSearch(s.list.Filter)
	s.fill()
	sh.places.restore(t.Name, s.list)
	if at != nil {
		s.list.Go(listings.ID(at))
	}
	return s
}

// fill takes all rows of the listing, and those that are staged.
func (s *instances) fill() {
	entries := s.listing.Entries
	if len(s.staged.rows) > 0 {
		entries = slices.Concat(entries, s.staged.rows)
	}
	s.list.Set(entries)
	if s.back != "" && s.list.Go(s.back) {
		s.back = ""
	}
	s.name, s.widest, s.words = 0, [2]int{}, [2]bool{}
	s.measure(entries)
}

// haystack is the text in which the filter looks.
func (s *instances) haystack(e listings.Entry) string {
	var b strings.Builder
	b.Grow(len(e.Instance.Name) + 32)
	b.WriteString(e.Instance.Name)
	for _, column := range s.typ.Columns {
		if column != "" {
			b.WriteString(" " + s.value(e.Instance, column))
		}
	}
	if e.Instance.Provider != nil {
		b.WriteString(" " + e.Instance.Provider.Name)
	}
	return b.String()
}

func (s *instances) crumb() safe.Text  { return safe.Clean(s.typ.Name) }
func (s *instances) where() keys.Where { return keys.OnInstances }
func (s *instances) keeps() bool       { return s.keep }
func (s *instances) typing() bool      { return s.search.typing() }
func (s *instances) busy() bool        { return s.listing.Busy() }

// close takes what was gone as seen: it was told here.
func (s *instances) close() {
	s.keep = false
	s.look.end()
	s.listing.SeeGone()
	s.sh.places.leave(s.typ.Name, s.list)
}

func (s *instances) press(key tea.KeyPressMsg) tea.Cmd { return s.search.press(key) }

func (s *instances) chip() safe.Text {
	_, _, n := s.list.Rows()
	return s.search.chip(n, s.list.Total())
}

func (s *instances) start() tea.Cmd {
	return tea.Batch(append(s.wantLed(), s.sh.want(s.typ), s.lookAt())...)
}

// wantLed lists the types of which an instance is led to by what it is, and not by
// its name: of a user the groups.
func (s *instances) wantLed() []tea.Cmd {
	var cmds []tea.Cmd
	for _, rel := range s.typ.Relations {
		t := s.sh.session.Env.Registry.Type(rel.Type)
		if t == nil || t == s.typ || rel.Match == nil || t.NotListable != "" {
			continue
		}
		if l := s.sh.listings.Of(t); l.Stage == listings.StageWaiting {
			cmds = append(cmds, s.sh.begin(l))
		}
	}
	return cmds
}

func (s *instances) update(msg tea.Msg) tea.Cmd {
	s.search.paste(msg)
	if s.look.take(msg) {
		return nil
	}
	if msg, ok := msg.(restedMsg); ok && msg.screen == s && !s.rest.over(msg) {
		return nil
	}
	cmd := s.updated(msg)
	s.restage()
	return tea.Batch(cmd, s.lookAt())
}

func (s *instances) updated(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width = msg.Width
	case listedMsg:
		if msg.Listing != s.listing {
			return nil
		}
		if msg.Replaced {
			s.same = nil
			s.fill()
		} else if len(msg.Added) > 0 {
			s.same = nil
			s.list.Add(msg.Added...)
			s.measure(msg.Added)
		}
		if s.keep && !s.listing.Busy() {
			return s.sh.wait(readsEvery, everyMsg{s})
		}
	case everyMsg:
		if msg.screen == s && s.keep && !s.listing.Busy() {
			return s.sh.begin(s.listing)
		}
	case changedMsg:
		s.look.forget()
		return s.sh.want(s.typ)
	}
	return nil
}

func (s *instances) sign(e listings.Entry) frame.Sign {
	var odd, moved frame.Sign
	if e.HasFindings() {
		odd = frame.SignNeeds
	}
	if s.listing.Marked(e.Instance) {
		moved = frame.SignMoved
	}
	staged := effectSign(s.sh.basket.Effect(s.typ, e.Instance.Name, e.Instance.Provider))
	if staged == frame.SignAdds && !s.isStaged(e) {
		staged = frame.SignChanges // it is there, whatever the draft knows
	}
	return frame.Strongest(staged, odd, moved)
}

// all are the instances of a name, one for each provider that knows it.
func (s *instances) all(name string) []*ral.Instance {
	if s.same == nil || s.sameName != name {
		s.sameName, s.same = name, []*ral.Instance{}
		for _, e := range s.listing.Entries {
			if e.Instance.Name == name {
				s.same = append(s.same, e.Instance)
			}
		}
	}
	return s.same
}
