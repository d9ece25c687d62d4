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
	places []place // gathered in the background, as there can be 100,000
	leaves []place // the facts inside facts and the runs, once they were read
	found  []match
	at     int
	number int    // of the last question
	full   int    // how many matched
	near   string // the name that was meant, where none matched

	gathering bool // names are being gathered
	grown     bool // and there are more since that began
	asking    bool // a question is being answered; the next one waits for that

	past int // how far back among the questions one went, from the newest

	answered int  // the question that found is the answer to
	entered  bool // enter was pressed ahead of the answer
}

// place is something to go to.
type place struct {
	kind, name, state string
	also              string // by what else it is found, in lower case
	sign              frame.Sign
	lead              func() []screen // nil of an instance
	typ               *ral.Type       // of an instance
	instance          *ral.Found
}

// screens are those that a place leads to.
func (p place) screens(sh *shared) []screen {
	if p.instance != nil {
		return instanceAt(sh, p.typ, p.name, p.instance)
	}
	return p.lead()
}

type jumpedMsg struct {
	screen *jump
	number int
	found  []match
	full   int
	near   string
}

// namesMsg are all names there are.
type namesMsg struct {
	screen *jump
	places []place
}

// goMsg leads to screens on top of the types, wherever one is.
type goMsg struct{ screens []screen }

func newJump(sh *shared) *jump {
	return &jump{sh: sh, field: widget.NewField("", false)}
}

func (j *jump) crumb() safe.Text  { return "jump" }
func (j *jump) alone() bool       { return true }
func (j *jump) where() keys.Where { return keys.OnTypes }
func (j *jump) typing() bool      { return true }
func (j *jump) chip() safe.Text   { return "" }
func (j *jump) close()            {}
func (j *jump) start() tea.Cmd    { return tea.Batch(j.gather(), j.readFacts(), j.readRuns()) }

func (j *jump) disabled(in keys.Intent) string {
	switch {
	case in == keys.PreviousPane:
		return string(j.sh.spell("{next-pane} completes"))
	case in == keys.NextPane && j.at >= len(j.found):
		return "there is nothing to complete"
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

// gather makes the list of names in a command, from what was listed so far; not
// twice at a time.
func (j *jump) gather() tea.Cmd {
	if j.grown = j.gathering; j.gathering {
		return nil
	}
	j.gathering = true
	known := knownNow(j.sh)
	return func() tea.Msg { return namesMsg{j, known.places()} }
}

// ask matches in a command: there can be a hundred thousand names. What is typed
// meanwhile is asked when the answer is there.
func (j *jump) ask() tea.Cmd {
	j.number++
	if j.asking {
		return nil
	}
	j.asking = true
	number, text, places, leaves := j.number, j.field.Value(), j.places, j.leaves
	lately := slices.Clone(j.sh.recent.places)
	return func() tea.Msg {
		msg := jumpedMsg{screen: j, number: number}
		if msg.found, msg.full = nearestPlaces(text, 200, places, leaves); text == "" {
			msg.found = latelyFirst(lately, msg.found)
		}
		if msg.full == 0 {
			msg.near = nearestName(text, places, leaves)
		}
		return msg
	}
}

func (j *jump) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		j.field.Insert(msg.Content)
		return j.ask()
	case listedMsg:
		if !msg.listing.busy() {
			return j.gather()
		}
	case namesMsg:
		if msg.screen == j {
			j.gathering, j.places = false, msg.places
			if j.grown {
				return tea.Batch(j.ask(), j.gather())
			}
			return j.ask()
		}
	case leavesMsg:
		if msg.screen == j && len(msg.leaves) > 0 {
			j.leaves = append(slices.Clip(j.leaves), msg.leaves...)
			return j.ask()
		}
	case jumpedMsg:
		if msg.screen == j {
			return j.answer(msg)
		}
	}
	return nil
}

// answer takes what was found, and asks again if more was typed since.
func (j *jump) answer(msg jumpedMsg) tea.Cmd {
	j.asking = false
	j.found, j.full, j.near, j.at = msg.found, msg.full, msg.near, 0
	if look, ok := j.unknown(); ok && (len(j.found) == 0 || j.found[0].rank > 0) {
		j.found = append([]match{look}, j.found...)
	}
	twins(j.found)
	if j.answered = msg.number; j.answered != j.number {
		return j.ask()
	}
	if j.entered {
		return j.lead()
	}
	return nil
}

// lead goes to the place under the cursor, as soon as it is the answer to what
// was typed.
func (j *jump) lead() tea.Cmd {
	if j.entered = j.answered != j.number || j.places == nil; j.entered || j.at >= len(j.found) {
		return nil
	}
	j.sh.recent.ask(j.field.Value())
	screens := j.found[j.at].screens(j.sh)
	return func() tea.Msg { return goMsg{screens} }
}

// lookFor is the kind of what was named and not yet listed.
const lookFor = "look for"

// unknown is a resource that was named by type and name, and not yet listed.
func (j *jump) unknown() (match, bool) {
	kind, name, ok := strings.Cut(strings.TrimSpace(j.field.Value()), " ")
	t := j.sh.session.Env.Registry.Type(kind)
	if !ok || t == nil || name == "" {
		return match{}, false
	}
	return match{place: place{kind: lookFor, name: kind + " " + name, lead: func() []screen {
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
			at := j.found[j.at]
			if at.kind == lookFor && j.at+1 < len(j.found) {
				at = j.found[j.at+1]
			}
			completed := at.completes(j.field.Value())
			j.field.Clear()
			j.field.Insert(completed)
			return j.ask(), true
		}
	case keys.Open:
		return j.lead(), true
	default:
		return nil, false
	}
	return nil, true
}

// completes puts the kind of a place before what was typed; where it stands
// there already, the name behind it.
func (p place) completes(typed string) string {
	typed = strings.TrimLeft(typed, " ")
	if p.kind == lookFor {
		return p.name
	}
	if strings.HasPrefix(typed, p.kind+" ") {
		return p.kind + " " + p.name
	}
	return p.kind + " " + typed
}

func (j *jump) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	most := widget.CountOf(j.names(), "name")
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
	slots := frame.Columns(j.columns(width, rooms), width, rooms.Columns)
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

func (j *jump) names() int { return len(j.places) + len(j.leaves) }

// columns are as wide as the kinds and names that were found, so that what each
// is stands near its name.
func (j *jump) columns(width int, rooms frame.Rooms) []frame.Column {
	kind, name, state := 10, 28, 8
	if rooms.Split {
		name = 34
	}
	for _, m := range j.found {
		kind = max(kind, min(safe.Clean(m.kind).Width(), 20))
		name = max(name, safe.Clean(m.name).Width())
		state = max(state, safe.Clean(m.says()).Width())
	}
	const gaps = 3
	return []frame.Column{
		{Title: "kind", Min: 8, Ideal: kind},
		{Title: "name", Min: 16, Ideal: max(16, min(name, max(34, width-frame.Margin-kind-gaps-state))), Gap: 1},
		{Title: "state", Min: 8, Grow: 1, Drop: 1},
	}
}

func (j *jump) nothing() safe.Text {
	if j.places == nil || j.answered != j.number {
		return "names are being gathered"
	}
	text := "nothing like \"" + safe.Clean(j.field.Value()) + "\" among " + widget.CountOf(j.names(), "name")
	if j.near != "" {
		text += "; " + safe.Clean(j.near) + "?"
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
