package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// jump goes to anything that has a name: types, screens, facts, and instances
// that were listed. It starts no listing.
type jump struct {
	sh     *shared
	field  *widget.Field
	places []place
	leaves []place // the facts inside facts and the runs, once they were read
	found  []match
	at     int
	number int // of the last question, so that late answers are dropped
	full   int // how many matched

	past int // how far back among the questions one went, from the newest

	answered int  // the question that found is the answer to
	entered  bool // enter was pressed ahead of the answer
}

// place is something to go to.
type place struct {
	kind, name, state string
	sign              frame.Sign
	lead              func() []screen
}

type jumpedMsg struct {
	screen *jump
	number int
	found  []match
	full   int
}

// goMsg leads to screens on top of the types, wherever one is.
type goMsg struct{ screens []screen }

func newJump(sh *shared) *jump {
	j := &jump{sh: sh, field: widget.NewField("", false)}
	j.places = places(sh)
	return j
}

func (j *jump) crumb() safe.Text  { return "jump" }
func (j *jump) alone() bool       { return true }
func (j *jump) where() keys.Where { return keys.OnTypes }
func (j *jump) typing() bool      { return true }
func (j *jump) chip() safe.Text   { return "" }
func (j *jump) close()            {}
func (j *jump) start() tea.Cmd    { return tea.Batch(j.ask(), j.readFacts(), j.readRuns()) }

func (j *jump) disabled(in keys.Intent) string {
	if in == keys.PreviousPane {
		return string(j.sh.spell("{next-pane} completes the kind"))
	}
	return ""
}

func (j *jump) press(key tea.KeyPressMsg) tea.Cmd {
	if !j.field.Press(key.String(), key.Key().Text) {
		return nil
	}
	return j.ask()
}

// leavesMsg are names that only reading can tell: those inside facts, with their
// values, and the runs of the journal.
type leavesMsg struct {
	screen *jump
	leaves []place
}

// readFacts brings the names inside facts, which only reading them can tell.
func (j *jump) readFacts() tea.Cmd {
	sh := j.sh
	return func() tea.Msg {
		msg := leavesMsg{screen: j}
		for _, f := range sh.session.Facts.All(sh.ctx) {
			for _, leaf := range f.Leaves {
				if leaf.Name != f.Name {
					msg.leaves = append(msg.leaves, place{kind: "fact", name: leaf.Name, state: leaf.Value.Text(), lead: func() []screen {
						return []screen{newFactsAt(sh, leaf.Name)}
					}})
				}
			}
		}
		return msg
	}
}

// ask matches in a command: there can be a hundred thousand names.
func (j *jump) ask() tea.Cmd {
	j.number++
	number, text, places := j.number, j.field.Value(), j.places
	lately := slices.Clone(j.sh.recent.places)
	return func() tea.Msg {
		found, full := nearestPlaces(text, places, 200)
		if text == "" {
			found = latelyFirst(lately, found)
		}
		return jumpedMsg{j, number, found, full}
	}
}

func (j *jump) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		j.field.Insert(msg.Content)
		return j.ask()
	case listedMsg:
		if !msg.listing.busy() {
			j.places = append(places(j.sh), j.leaves...)
			return j.ask()
		}
	case leavesMsg:
		if msg.screen == j && len(msg.leaves) > 0 {
			j.leaves = append(j.leaves, msg.leaves...)
			j.places = append(places(j.sh), j.leaves...)
			return j.ask()
		}
	case jumpedMsg:
		if msg.screen == j && msg.number == j.number {
			j.found, j.full, j.at = msg.found, msg.full, 0
			if look, ok := j.unknown(); ok && (len(j.found) == 0 || j.found[0].rank > 0) {
				j.found = append([]match{look}, j.found...)
			}
			if j.answered = msg.number; j.entered {
				return j.lead()
			}
		}
	}
	return nil
}

// lead goes to the place under the cursor, as soon as it is the answer to what
// was typed.
func (j *jump) lead() tea.Cmd {
	if j.entered = j.answered != j.number; j.entered || j.at >= len(j.found) {
		return nil
	}
	j.sh.recent.ask(j.field.Value())
	screens := j.found[j.at].lead()
	return func() tea.Msg { return goMsg{screens} }
}

// unknown is a resource that was named by type and name, and not yet listed.
func (j *jump) unknown() (match, bool) {
	kind, name, ok := strings.Cut(strings.TrimSpace(j.field.Value()), " ")
	t := j.sh.session.Env.Registry.Type(kind)
	if !ok || t == nil || name == "" {
		return match{}, false
	}
	return match{place: place{kind: "look for", name: kind + " " + name, lead: func() []screen {
		return instanceAt(j.sh, t, name, nil)
	}}}, true
}

func (j *jump) do(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.NextValue, keys.MoveDown:
		j.at = min(j.at+1, max(0, len(j.found)-1))
	case keys.PreviousValue, keys.MoveUp:
		if j.asksAgain() {
			return j.ask(), true
		}
		j.at = max(0, j.at-1)
	case keys.Clear:
		j.field.Clear()
		return j.ask(), true
	case keys.NextPane:
		if j.at < len(j.found) {
			j.field.Clear()
			j.field.Insert(j.found[j.at].kind + " ")
			return j.ask(), true
		}
	case keys.Open:
		return j.lead(), true
	default:
		return nil, false
	}
	return nil, true
}

func (j *jump) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	most := widget.Count(len(j.places)) + " names"
	text := widget.Count(j.full) + " of " + most
	view, caret := j.field.View(min(60, width-8), j.sh.mode.Ellipsis())
	where := safe.Text("in all types, facts, runs and screens")
	if !rooms.Split {
		where = ""
	}
	lines := []frame.Line{
		frame.Title("jump", text, true),
		frame.Row{Cursor: true, Caret: 6 + caret, Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: ":"}, {At: frame.At(6), Text: view}}, Evidence: where},
		nil,
	}
	columns := []frame.Column{
		{Title: "kind", Min: 8, Ideal: 10},
		{Title: "name", Min: 16, Grow: 2, Ideal: 32, Gap: 1},
		{Title: "state", Min: 8, Grow: 1, Drop: 1},
	}
	slots := frame.Columns(columns, width, rooms.Columns)
	room := max(1, rooms.Body-len(lines))
	top := max(0, j.at-room+1)
	for i := top; i < min(len(j.found), top+room); i++ {
		lines = append(lines, j.found[i].row(slots, i == j.at))
	}
	if len(j.found) == 0 {
		lines = append(lines, frame.Text(j.nothing()))
	}
	return frame.Content{
		Body: []frame.Block{{Left: lines}}, Message: j.message(),
		Keys: keyedTyping(j.sh, "open go|previous-value/next-value choose|next-pane complete|back back"),
	}
}

func (j *jump) nothing() safe.Text {
	var names []string
	for _, p := range j.places[:min(len(j.places), 5000)] {
		names = append(names, p.name)
	}
	text := "nothing like \"" + safe.Clean(j.field.Value()) + "\" among " + widget.Count(len(j.places)) + " names"
	if near := ral.Nearest(j.field.Value(), names); near != "" {
		text += "; " + safe.Clean(near) + "?"
	}
	return text
}

func (j *jump) message() frame.Message {
	for _, t := range j.sh.session.Types() {
		if l := j.sh.book.of(t); l.busy() {
			return frame.Message{Text: "names of " + safe.Clean(t.Name) + " are still being read, " + widget.Count(len(l.entries)) + " so far"}
		}
	}
	return frame.Message{}
}
