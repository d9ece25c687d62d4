package instancelist

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen lists the instances of a type while its providers return them.
type Screen struct {
	kit.Browser[listings.Entry] // its pane has the details
	kit.AutoRefresh
	typ     *ral.Type
	listing *listings.Listing
	staged  stagedRows
	back    string // id of a row under the cursor that is being created
	zoom    bool
	narrow  bool // there is no room for a pane next to the list
	page    bool // the pane replaces the list
	width   int  // of the terminal

	rest    kit.Rest
	about   listings.Entry // the entry that the pane next to the list shows
	reading cursorRead     // details of that entry

	name   int     // cells of the widest name
	widest [2]int  // cells of the widest value of each display column
	words  [2]bool // the column has a value that is not a number
}

// New lists the instances of a type, with the cursor on at unless it is nil.
func New(sh *kit.Shared, t *ral.Type, at *ral.Instance) *Screen {
	s := &Screen{typ: t, listing: sh.Listings.Of(t), width: sh.Width}
	s.Browser = kit.NewBrowser(sh, widget.NewList(listings.Entry.ID, s.haystack, kit.EntriesByName))
	s.List.Same(func(a, b listings.Entry) bool { return a.Instance == b.Instance })
	s.Own, s.Table, s.Row, s.Message, s.Nothing, s.Keys = s.actions, s.table, s.row, s.message, s.nothing, s.keys
	s.Flagged = func(e listings.Entry) bool { return s.sign(e) != frame.NoSign }
	s.fill()
	sh.Places.Restore(t.Name, s.List)
	if at != nil {
		s.List.Go(listings.ID(at))
	}
	return s
}

// fill sets the rows to the listed and the staged instances.
func (s *Screen) fill() {
	entries := s.listing.Entries
	if len(s.staged.rows) > 0 {
		entries = slices.Concat(entries, s.staged.rows)
	}
	s.List.Set(entries)
	if s.back != "" && s.List.Go(s.back) {
		s.back = ""
	}
	s.name, s.widest, s.words = 0, [2]int{}, [2]bool{}
	s.measure(entries)
}

// haystack returns the text that the filter matches.
func (s *Screen) haystack(e listings.Entry) string {
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

func (s *Screen) Crumb() safe.Text  { return safe.Clean(s.typ.Name) }
func (s *Screen) Where() keys.Where { return keys.OnInstances }
func (s *Screen) Busy() bool        { return s.listing.Busy() }

// Close marks removed instances as seen, because the screen has shown them.
func (s *Screen) Close() {
	s.On = false
	s.reading.end()
	s.listing.SeeGone()
	s.Sh.Places.Leave(s.typ.Name, s.List)
}

func (s *Screen) Start() tea.Cmd {
	return tea.Batch(append(s.wantLed(), s.Sh.Want(s.typ), s.readCursor())...)
}

// wantLed lists types to which instances link by their properties instead of
// their names, like groups for users.
func (s *Screen) wantLed() []tea.Cmd {
	var cmds []tea.Cmd
	for _, rel := range s.typ.Relations {
		t := s.Sh.Session.Env.Registry.Type(rel.Type)
		if t == nil || t == s.typ || rel.Match == nil || t.NotListable != "" {
			continue
		}
		if l := s.Sh.Listings.Of(t); l.Stage == listings.StageWaiting {
			cmds = append(cmds, s.Sh.Begin(l))
		}
	}
	return cmds
}

func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	s.Search.Paste(msg)
	if s.reading.take(msg) {
		return nil
	}
	if msg, ok := msg.(kit.RestedMsg); ok && msg.Screen == s && !s.rest.Over(msg) {
		return nil
	}
	cmd := s.updated(msg)
	s.restage()
	return tea.Batch(cmd, s.readCursor())
}

func (s *Screen) updated(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width = msg.Width
	case kit.ListedMsg:
		if msg.Listing != s.listing {
			return nil
		}
		if msg.Replaced {
			s.fill()
		} else if len(msg.Added) > 0 {
			s.List.Add(msg.Added...)
			s.measure(msg.Added)
		}
		if !s.listing.Busy() {
			return s.Next(s.Sh, s)
		}
	case kit.EveryMsg:
		if s.Due(msg, s) && !s.listing.Busy() {
			return s.Sh.Begin(s.listing)
		}
	case kit.ChangedMsg:
		s.reading.forget()
		return s.Sh.Want(s.typ)
	}
	return nil
}

func (s *Screen) sign(e listings.Entry) frame.Sign {
	var sign, moved frame.Sign
	if e.HasFindings() {
		sign = frame.SignNeeds
	}
	if s.listing.Marked(e.Instance) {
		moved = frame.SignMoved
	}
	var old frame.Sign
	if s.outdated(e) {
		old = frame.SignUnknown
	}
	staged := kit.EffectSign(s.Sh.Basket.Effect(s.typ, e.Instance.Name, e.Instance.Provider))
	if staged == frame.SignAdds && !s.isStaged(e) {
		staged = frame.SignChanges // it exists, even if the draft has not read it
	}
	return frame.Strongest(staged, sign, moved, old)
}

// known returns the instances with the name of a row, an instance for each
// provider that lists it.
func (s *Screen) known(e listings.Entry) []*ral.Instance {
	var known []*ral.Instance
	for _, other := range s.List.Alike(e, func(a, b listings.Entry) bool { return a.Instance.Name == b.Instance.Name }) {
		if !s.isStaged(other) {
			known = append(known, other.Instance)
		}
	}
	return known
}
