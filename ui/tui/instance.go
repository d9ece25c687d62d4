package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// instance is one resource: what it is, where that was read, what it is
// connected to.
type instance struct {
	sh      *shared
	typ     *ral.Type
	title   string
	found   *ral.Found // nil until it was read
	before  *ral.Found // at the look before
	seen    []ral.Seen // what every source said
	about   *about
	sheet   sheet
	right   sheet // the connections, where there are two panes
	wide    bool  // there are
	atLinks bool  // the focus is on them
	all     bool  // also what is not of this system
	zoom    bool
	keep    bool
	shift   int
	reads   int // number of the last look
	busyAt  time.Time
	readAt  time.Time
	took    time.Duration
}

// about is what follows from an instance by its type: the resource as declared,
// and the resources that it goes with.
type about struct {
	resource  *ral.Resource
	connected []link
	choice    model.Choice
}

// link is a resource that an instance is connected to.
type link struct {
	kind, typ, title string
}

// readMsg is an instance that was read again.
type readMsg struct {
	screen *instance
	number int
	seen   []ral.Seen
	about  *about
	took   time.Duration
}

func newInstance(sh *shared, t *ral.Type, title string, found *ral.Found) *instance {
	return &instance{sh: sh, typ: t, title: title, found: found}
}

func (s *instance) crumb() safe.Text {
	name := safe.Clean(s.title)
	if name == "" {
		name = `""`
	}
	// Without a list there is no screen below that names the type.
	if s.typ.Listless != "" {
		return safe.Clean(s.typ.Name) + " > " + name
	}
	return name
}

func (s *instance) where() keys.Where             { return keys.OnInstance }
func (s *instance) keeps() bool                   { return s.keep }
func (s *instance) typing() bool                  { return false }
func (s *instance) press(tea.KeyPressMsg) tea.Cmd { return nil }
func (s *instance) chip() safe.Text               { return "" }
func (s *instance) busy() bool                    { return !s.busyAt.IsZero() }
func (s *instance) close()                        { s.keep = false }
func (s *instance) start() tea.Cmd                { return s.read() }

// read asks every source about the resource, and what goes with it.
func (s *instance) read() tea.Cmd {
	s.reads++
	s.busyAt = s.sh.now()
	number, session, ctx := s.reads, s.sh.session, s.sh.ctx
	t, title, provider := s.typ, s.title, s.provider()
	return func() tea.Msg {
		start := time.Now()
		choice := session.Choose(ctx, t)
		seen := session.Env.Find(ctx, t, title)
		took := time.Since(start)
		return readMsg{s, number, seen, aboutOf(ctx, session, t, title, choice, pick(seen, provider, choice)), took}
	}
}

// provider is the name of the one the instance is of, "" when any will do.
func (s *instance) provider() string {
	if s.found != nil && s.found.Provider != nil {
		return s.found.Provider.Name
	}
	return ""
}

// pick is the answer of a provider; without one, of the first that knows the
// resource, the default before the others.
func pick(seen []ral.Seen, provider string, choice model.Choice) *ral.Seen {
	var best *ral.Seen
	for i := range seen {
		s := &seen[i]
		switch {
		case provider != "" && s.Provider.Name == provider:
			return s
		case best == nil, !best.Found.Present() && s.Found.Present():
			best = s
		case s.Provider == choice.Election.Winner && s.Found.Present():
			best = s
		}
	}
	return best
}

func aboutOf(ctx context.Context, session *model.Session, t *ral.Type, title string, choice model.Choice, seen *ral.Seen) *about {
	a := &about{choice: choice}
	decl := ral.Decl{Type: t.Name, Title: title}
	if seen != nil {
		decl.Provider = seen.Provider.Name
		if seen.Found != nil {
			for _, p := range t.Properties() {
				if v := seen.Found.Get(p.Name); seen.Found.Known(p.Name) && !v.IsAbsent() && !v.IsUnknown() {
					decl.Attrs = append(decl.Attrs, ral.Attr{Name: p.Name, Value: v})
				}
			}
		}
	}
	a.resource, _ = session.Env.Build(ctx, decl)
	for _, rel := range t.Relations {
		for _, to := range rel.Titles(a.resource) {
			a.connected = append(a.connected, link{rel.Kind.String(), rel.Type, to})
		}
	}
	return a
}

func (s *instance) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg:
		if msg.screen != s || msg.number != s.reads {
			return nil
		}
		s.take(msg)
		if s.keep {
			return s.sh.wait(readsEvery, everyMsg{s})
		}
	case everyMsg:
		if msg.screen == s && s.keep && s.busyAt.IsZero() {
			return s.read()
		}
	case changedMsg:
		return s.read()
	}
	return nil
}

func (s *instance) take(msg readMsg) {
	s.busyAt, s.readAt, s.took = time.Time{}, s.sh.now(), msg.took
	s.seen, s.about = msg.seen, msg.about
	got := pick(msg.seen, s.provider(), msg.about.choice)
	if got == nil || got.Found == nil {
		return
	}
	s.before = s.found
	s.found = got.Found
	if s.found.Provider == nil {
		s.found.Provider = got.Provider
	}
	n := note{when: s.readAt, about: safe.Clean(s.typ.Name + " " + s.title), what: "read again, nothing changed", took: msg.took, timed: true}
	if s.before != nil && !same(s.before, s.found) {
		n.sign, n.what = frame.SignMoved, "read again, and it has moved"
	}
	s.sh.log.add(n)
}

// failed is why the resource could not be read.
func (s *instance) failed() error {
	for _, seen := range s.seen {
		if seen.Err != nil && (s.provider() == "" || seen.Provider.Name == s.provider()) {
			return fmt.Errorf("%s could not read it: %w", seen.Provider.Name, seen.Err)
		}
	}
	return nil
}

func (s *instance) draft() *model.Draft {
	var p *ral.Provider
	if s.found != nil {
		p = s.found.Provider
	}
	return s.sh.drafts.of(s.typ, s.title, p, s.found)
}

func (s *instance) disabled(in keys.Intent) string {
	d := s.sh.drafts.find(s.typ, s.title, nil)
	switch in {
	case keys.Difference, keys.Apply:
		if d == nil || d.Empty() {
			return "nothing is staged: e or n makes a change first"
		}
	case keys.SideBySide:
		if n := s.knownTo(); n < 2 {
			return s.title + " is known to " + string(widget.CountOf(n, "provider")) + "; two are needed"
		}
	case keys.StageRemoval:
		if s.found != nil && !s.found.Present() {
			return "it is not there"
		}
		return irremovable(s.typ)
	}
	return ""
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
	} else if s.sheet.do(in) {
		return nil, true
	}
	switch in {
	case keys.Back:
		was := s.atLinks
		s.atLinks = false
		return nil, was
	case keys.Edit:
		if a := s.attribute(); a != nil {
			return push(newEditAt(s.sh, s.draft(), a.Name)), true
		}
		return push(newEdit(s.sh, s.draft())), true
	case keys.Difference, keys.Apply:
		return push(newDifference(s.sh, []ral.Decl{s.draft().Decl()})), true
	case keys.StageRemoval:
		if s.found != nil {
			return stageRemoval(s.sh, s.typ, []entry{{found: s.found}}), true
		}
	case keys.Why:
		var p *ral.Provider
		if s.found != nil {
			p = s.found.Provider
		}
		return push(newWhyBelow(s.sh, s.typ, p)), true
	case keys.Refresh:
		s.sh.session.Env.Changed()
		return s.read(), true
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
		return push(newSides(s.sh, s.typ, s.title, s.founds())), true
	case keys.ShowCommand:
		return push(newCommand(s.sh, s.command())), true
	case keys.Copy:
		return push(newCopyMenu(s.sh, s.title, s.found, s.value())), true
	default:
		return nil, false
	}
	return nil, true
}

func (s *instance) founds() []*ral.Found {
	var list []*ral.Found
	for _, seen := range s.seen {
		if seen.Found.Present() {
			list = append(list, seen.Found)
		}
	}
	return list
}

// command is the one that shows this resource, or brings about the draft.
func (s *instance) command() string {
	if d := s.sh.drafts.find(s.typ, s.title, nil); d != nil && !d.Empty() {
		line, _ := s.sh.session.Command(d.Decl())
		return line
	}
	line, _ := s.sh.session.Command(ral.Decl{Type: s.typ.Name, Title: s.title})
	return line
}

// value is what the attribute under the cursor is, for copying.
func (s *instance) value() string {
	if s.found == nil {
		return ""
	}
	if a := s.typ.Attr(s.sheet.id()); a != nil && a.Kind == ral.Property && s.found.Known(a.Name) {
		return shown(s.found, a.Name)
	}
	return ""
}
