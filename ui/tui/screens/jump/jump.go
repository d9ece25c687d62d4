package jump

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen goes to anything that has a name: types, screens, facts, and instances
// that were listed. It starts no listing.
type Screen struct {
	sh     *kit.Shared
	field  *widget.Field
	places known        // gathered in the background
	leaves []jumpTarget // the facts inside facts and the runs, once they were read
	facts  []jumpTarget // those of one value: their names are among the places
	found  []match
	at     int
	number int    // of the last question
	full   int    // how many names matched
	loose  int    // of those, by their letters alone
	near   string // the name that was meant, where none matched

	gathering bool // names are being gathered
	grown     bool // and there are more since that began
	asking    bool // a question is being answered; the next one waits for that

	past int // how far back among the questions one went, from the newest

	values  []match // what was found in values, once that is known
	valued  int     // the question to which they are the answer
	matched int     // how many values matched
	looked  int     // how many there are
	cancel  context.CancelFunc

	answered int  // the question that found is the answer to
	entered  bool // enter was pressed ahead of the answer
}

// jumpTarget is something to go to.
type jumpTarget struct {
	kind, name, state string
	also              string // by what else it is found, in lower case
	sign              frame.Sign
	to                *kit.Route // nil of an instance: there can be 100,000
	typ               *ral.Type  // of an instance
	instance          *ral.Instance
	from              string // where a fact was read
}

// route leads to the place.
func (j jumpTarget) route() kit.Route {
	if j.instance != nil {
		return kit.ToInstance(j.typ, j.name, j.instance)
	}
	return *j.to
}

type jumpedMsg struct {
	screen *Screen
	number int
	found  []match
	full   int
	loose  int
	near   string
}

// namesMsg are all names there are.
type namesMsg struct {
	screen *Screen
	places known
}

func (jumpedMsg) ForLayer()    {}
func (namesMsg) ForLayer()     {}
func (leavesMsg) ForLayer()    {}
func (valuesDueMsg) ForLayer() {}
func (valuesMsg) ForLayer()    {}

// New is the palette, empty.
func New(sh *kit.Shared) *Screen {
	return &Screen{sh: sh, field: widget.NewField("", false), cancel: func() {}}
}

func (j *Screen) Crumb() safe.Text  { return "jump" }
func (j *Screen) Alone() bool       { return true }
func (j *Screen) Where() keys.Where { return keys.OnTypes }
func (j *Screen) Typing() bool      { return true }
func (j *Screen) Chip() safe.Text   { return "" }
func (j *Screen) Close()            { j.cancel() }
func (j *Screen) Start() tea.Cmd    { return tea.Batch(j.gather(), j.readFacts(), j.readRuns()) }

func (j *Screen) DisabledReason(in keys.Intent) string { return j.actions().DisabledReason(in) }
func (j *Screen) Do(in keys.Intent) (tea.Cmd, bool)    { return j.actions().Do(in) }

func (j *Screen) Press(key tea.KeyPressMsg) tea.Cmd {
	if !j.field.Press(key.String(), key.Key().Text) {
		return nil
	}
	return j.ask()
}

func (j *Screen) actions() kit.Actions {
	return kit.Actions{
		{In: keys.Open, Hint: "go", Do: j.lead},
		{
			In: keys.NextValue, Also: keys.MoveDown, Before: keys.PreviousValue, Hint: "choose",
			Do: kit.Does(func() { j.at = min(j.at+1, max(0, j.many()-1)) }),
		},
		{In: keys.PreviousValue, Also: keys.MoveUp, Do: j.previous},
		{In: keys.NextPane, Hint: "complete", Disabled: kit.Unless(j.at < j.many(), "there is nothing to complete"), Do: j.complete},
		{In: keys.Clear, Hint: "clear"},
		{In: keys.Back, Hint: "back"},
		{In: keys.PreviousPane, Disabled: kit.Because(string(j.sh.Spell("{next-pane} completes")))},
	}
}

// previous goes to the match before; from the first to the question before.
func (j *Screen) previous() tea.Cmd {
	if j.asksAgain() {
		return j.ask()
	}
	if j.at--; j.at < 0 && j.looksLast() {
		j.at = len(j.found) - 1 // drawn below the names
	}
	j.at = max(0, j.at)
	return nil
}

// complete types what the match under the cursor is called; that of looking for what was
// typed is typed already, so the one after it counts.
func (j *Screen) complete() tea.Cmd {
	at, _ := j.here()
	if at.kind == lookFor && j.at+1 < len(j.found) {
		at = j.found[j.at+1]
	}
	completed := at.completes(j.field.Value())
	j.field.Clear()
	j.field.Insert(completed)
	return j.ask()
}

// many is how many matches there are, in names and in values.
func (j *Screen) many() int { return len(j.found) + len(j.values) }

// here is the match under the cursor; false if there is none.
func (j *Screen) here() (match, bool) {
	switch {
	case j.at < len(j.found):
		return j.found[j.at], true
	case j.at < j.many():
		return j.values[j.at-len(j.found)], true
	}
	return match{}, false
}

// completes puts the kind of a place before what was typed; where it is
// there already, the name behind it.
func (j jumpTarget) completes(typed string) string {
	typed = strings.TrimLeft(typed, " ")
	if j.kind == lookFor {
		return j.name
	}
	if strings.HasPrefix(typed, j.kind+" ") {
		return j.kind + " " + j.name
	}
	return j.kind + " " + typed
}
