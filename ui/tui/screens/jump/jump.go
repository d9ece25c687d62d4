package jump

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Screen opens anything that has a name: types, screens, facts, and listed
// instances. It lists only at the request of the user.
type Screen struct {
	kit.Basic
	sh     *kit.Shared
	field  *widget.Field
	places known        // gathered in the background
	leaves []jumpTarget // the facts inside facts and the runs, once they are read
	facts  []jumpTarget // facts with one value, whose names are in places
	found  []match
	at     int
	number int    // number of the last query
	full   int    // number of matching names
	loose  int    // how many of these match only by their letters
	near   string // the nearest name if none matches

	gathers  kit.Job[known]
	grown    bool                 // there are more names since gathering began
	asks     kit.Job[matches]     // the next query waits for it
	searches kit.Job[valueSearch] // in values
	reads    [2]kit.Job[readNames]

	past int // position in the earlier queries, from the newest

	values   []match // matches in values, once they are known
	valued   int     // the query of values
	matched  int     // number of matching values
	searched int     // number of searched values

	answered int  // the query of found
	entered  bool // enter was pressed before the result
}

// jumpTarget is something that can be opened.
type jumpTarget struct {
	kind, name, state string
	also              string // further text that matches, in lower case
	sign              frame.Sign
	to                *kit.Route // nil for an instance, because there can be 100,000
	typ               *ral.Type  // of an instance
	instance          *ral.Instance
	from              string // where a fact was read
}

func (j jumpTarget) route() kit.Route {
	if j.instance != nil {
		return kit.ToInstance(j.typ, j.name, j.instance)
	}
	return *j.to
}

// matches is the result of a query among the names.
type matches struct {
	number int
	found  []match
	full   int
	loose  int
	near   string
}

// New shows an empty palette.
func New(sh *kit.Shared) *Screen {
	j := &Screen{sh: sh, field: widget.NewField("", false)}
	j.gathers.Layer, j.asks.Layer, j.searches.Layer, j.reads[0].Layer, j.reads[1].Layer = true, true, true, true, true
	return j
}

func (j *Screen) Crumb() safe.Text  { return "jump" }
func (j *Screen) Alone() bool       { return true }
func (j *Screen) Where() keys.Where { return keys.OnTypes }
func (j *Screen) Typing() bool      { return true }
func (j *Screen) Start() tea.Cmd    { return tea.Batch(j.gather(), j.readFacts(), j.readRuns()) }

func (j *Screen) Close() {
	j.gathers.Stop()
	j.asks.Stop()
	j.searches.Stop()
	for i := range j.reads {
		j.reads[i].Stop()
	}
}

func (j *Screen) Press(key tea.KeyPressMsg) tea.Cmd {
	if !j.field.Press(key.String(), key.Key().Text) {
		return nil
	}
	j.entered = false
	return j.ask()
}

func (j *Screen) Actions() kit.Actions {
	return kit.Actions{
		{In: keys.Open, Hint: "go", Do: j.lead},
		{
			In: keys.NextValue, Also: keys.MoveDown, Before: keys.PreviousValue, Hint: "choose",
			Do: kit.Does(func() { j.at = min(j.at+1, max(0, j.many()-1)) }),
		},
		{In: keys.PreviousValue, Also: keys.MoveUp, Do: j.previous},
		{In: keys.NextPane, Hint: "complete", Disabled: kit.Unless(j.at < j.many(), "no result to complete"), Do: j.complete},
		{In: keys.Clear, Hint: "clear"},
		{In: keys.ReadTypes, Hint: "read again", Do: j.readAgain},
		{In: keys.Back, Hint: "back"},
		{In: keys.PreviousPane, Disabled: kit.Because(string(j.sh.Spell("{next-pane} completes")))},
	}
}

// readAgain reads all types again. The list of types, which is below every
// screen, continues with the next type when a type is read.
func (j *Screen) readAgain() tea.Cmd {
	j.sh.Session.Env.Invalidate()
	j.sh.Listings.Expire()
	return func() tea.Msg { return kit.SeenMsg{} }
}

// Name returns the effect of an intent here.
func (j *Screen) Name(in keys.Intent) safe.Text { return j.Actions().Name(in) }

// previous moves to the previous match, or from the first match to the previous
// query.
func (j *Screen) previous() tea.Cmd {
	if j.asksAgain() {
		return j.ask()
	}
	if j.at--; j.at < 0 && j.searchesLast() {
		j.at = len(j.found) - 1 // drawn below the names
	}
	j.at = max(0, j.at)
	return nil
}

// complete completes the text to the match under the cursor. The match that
// reads an unlisted resource equals the typed text, so the next match is used
// instead.
func (j *Screen) complete() tea.Cmd {
	at, _ := j.here()
	if at.kind == searchPrompt && j.at+1 < len(j.found) {
		at = j.found[j.at+1]
	}
	completed := at.completes(j.field.Value())
	j.field.Clear()
	j.field.Insert(completed)
	return j.ask()
}

// many returns the number of matches in names and values.
func (j *Screen) many() int { return len(j.found) + len(j.values) }

// here returns the match under the cursor, and whether it exists.
func (j *Screen) here() (match, bool) {
	switch {
	case j.at < len(j.found):
		return j.found[j.at], true
	case j.at < j.many():
		return j.values[j.at-len(j.found)], true
	}
	return match{}, false
}

// completes adds the kind of a target to the typed text; if the kind is already
// there, it adds the name.
func (j jumpTarget) completes(typed string) string {
	typed = strings.TrimLeft(typed, " ")
	if j.kind == searchPrompt {
		return j.name
	}
	if strings.HasPrefix(typed, j.kind+" ") {
		return j.kind + " " + j.name
	}
	return j.kind + " " + typed
}
