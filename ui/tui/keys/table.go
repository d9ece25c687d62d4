package keys

import "charm.land/bubbles/v2/key"

// Group is a group of keys on the help screen.
type Group string

// The groups, in the order of the help screen. The keys that edit a field are a
// separate group.
const (
	Move    Group = "move"
	Take    Group = "copy"
	Look    Group = "view"
	Change  Group = "change"
	Screens Group = "screens"
	Field   Group = "typing"
)

// Binding is a row of the table. Its help describes the effect in at most 18
// cells.
type Binding struct {
	key.Binding
	What   string // its effect, in full
	Where  Where
	Intent Intent
	Group  Group
	// a row of help shows this binding and the next binding; its help then
	// describes both
	Pair bool
	// it needs two panes side by side
	Wide bool
}

// bind binds keys, which are named as in Bubble Tea.
func bind(short string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(keys[0], short))
}

// Default returns the built-in table.
func Default() Table {
	return Table{bindings: []Binding{
		{bind("row up, row down", "up", "k"), "row up", allButTyping, MoveUp, Move, true, false},
		{bind("row down", "down", "j"), "row down", allButTyping, MoveDown, Move, false, false},
		{bind("out or in a level", "left", "h"), "out, fold, left column", lists | OnSides, MoveLeft, Move, true, false},
		{bind("in", "right", "l"), "in, unfold, right column", lists | OnSides, MoveRight, Move, false, false},
		{bind("first, last", "g", "home"), "first row", allButTyping, MoveFirst, Move, true, false},
		{bind("last", "G", "end"), "last row", allButTyping, MoveLast, Move, false, false},
		{bind("one page", "pgup", "ctrl+b"), "one page up", allButTyping, PageUp, Move, true, false},
		{bind("one page down", "pgdown", "ctrl+f"), "one page down", allButTyping, PageDown, Move, false, false},
		{bind("next pane or field", "tab"), "next pane, next field, other button; completes in jump; runs on other roots in history", all, NextPane, Move, false, false},
		{bind("previous pane", "shift+tab"), "previous pane or field", all, PreviousPane, Move, false, false},
		{bind("go in", "enter"), "go in; edit the attribute; press the button", all, Open, Move, false, false},
		{bind("go back a step", "esc"), "go back a step: typing, filter, dialog, screen; never quits", all, Back, Move, false, false},
		{bind("filter; ! negates", "/"), "filter; `!` before a word negates", lists | OnSides | OnEdit | steps, Filter, Look, false, false},
		{bind("jump to any name", ":"), "jump to any name by fuzzy match", allButTyping, Jump, Look, false, false},
		{bind("show help", "?", "f1"), "show the help of this screen", all, Help, Screens, false, false},
		{bind("explain", "w"), "explain the row under the cursor", allButTyping, Why, Look, false, false},
		{bind("show the command", "c"), "show the equivalent command; `y` copies it", allButTyping, ShowCommand, Take, false, false},
		{bind("copy", "y"), "copy the value, the name, Puppet code, YAML or JSON", allButTyping, Copy, Take, false, false},
		{bind("read again", "r"), "read again", lists | OnDifference | OnRun, Refresh, Look, false, false},
		{bind("refresh every 5 s", "R"), "refresh every 5 s; changed rows are marked `^`", OnInstances | OnInstance | OnFacts, KeepReading, Look, false, false},
		{bind("filter by sign", "!"), "show only rows with a sign; in compare, all rows", lists | OnSides | steps, OnlyFindings, Look, false, false},
		{bind("show side by side", "v"), "show side by side; in a difference, two columns", OnInstances | OnInstance | OnSides | OnDifference, SideBySide, Look, false, false},
		{bind("zoom a pane", "z"), "zoom the pane, and unzoom; in an apply, show all output", allButTyping, Zoom, Look, false, false},
		{bind("pane width", "<"), "make the pane narrower", allButTyping, PaneNarrower, Look, true, true},
		{bind("pane wider", ">"), "make the pane wider", allButTyping, PaneWider, Look, false, true},
		{bind("edit", "e"), "edit the attribute under the cursor, or all selected rows together", OnInstances | OnInstance | OnSides | OnBasket, Edit, Change, false, false},
		{bind("edit in $EDITOR", "E"), "edit the desired state as text in $VISUAL or $EDITOR", OnInstances | OnInstance | OnEdit | OnBasket, EditInEditor, Change, false, false},
		{bind("create", "n"), "create an instance", OnTypes | OnInstances, New, Change, false, false},
		{bind("stage removal", "-"), "stage `ensure => absent`", OnInstances | OnInstance, StageRemoval, Change, false, false},
		{bind("undo a field", "u"), "undo a field; remove a draft from the basket", OnEdit | OnBasket, UndoField, Change, false, false},
		{bind("undo a run", "U"), "plan the undo of a run", OnResult | OnLog | OnHistory | OnRun, UndoRun, Change, false, false},
		{bind("select", "space"), "select; in the basket, omit from the next apply or include", OnInstances | OnBasket | OnHosts | OnCompare, Select, Change, false, false},
		{bind("select a range", "V"), "select a range", OnInstances | OnBasket, SelectRange, Change, false, false},
		{bind("select all", "a"), "select all rows, or clear the selection", OnCompare, SelectAll, Change, false, false},
		{bind("stage rows", "m"), "stage drafts that give B the selected values of A", OnCompare, StageRows, Change, false, false},
		{bind("later, earlier", "J"), "move down if no relationship fixes the order", OnBasket, MoveLater, Change, true, false},
		{bind("earlier", "K"), "move up if no relationship fixes the order", OnBasket, MoveEarlier, Change, false, false},
		{bind("show difference", "d"), "show the difference; in hosts, compare", OnInstance | OnEdit | OnBasket | OnResult | OnHosts, Difference, Change, false, false},
		{bind("plan, then confirm", "A"), "plan, then confirm", OnInstance | OnEdit | OnBasket | OnDifference | OnResult, Apply, Change, false, false},
		{bind("list instances", "i"), "list the instances of this type", OnTypes | OnWhy, Instances, Screens, false, false},
		{bind("show facts", "f"), "show the facts", allButTyping, Facts, Screens, false, false},
		{bind("show the basket", "b"), "show the basket", allButTyping, Basket, Screens, false, false},
		{bind("show the history", "H"), "show the history: runs and their undo", allButTyping, History, Screens, false, false},
		{bind("log", "L"), "log", allButTyping, Log, Screens, false, false},
		{bind("dismiss message", "x"), "dismiss the message", allButTyping, Dismiss, Screens, false, false},
		{bind("quit", "q"), "quit; ralsh asks for confirmation if edits are unsaved", allButTyping, Quit, Screens, false, false},
		{bind("stop; twice: quit", "ctrl+c"), "stop an apply after the current step; twice within 2 s, quit", all, Interrupt, Screens, false, false},
		{bind("suspend", "ctrl+z"), "suspend", all, Suspend, Screens, false, false},
		{bind("draw again", "ctrl+l"), "draw again", all, Redraw, Screens, false, false},
		{bind("mouse on, off", "M"), "turn the mouse on or off in ralsh", allButTyping, Mouse, Screens, false, false},
		{bind("edit the field", "backspace", "delete", "left", "right", "home", "end", "pgup", "pgdown"), "edit the field", Typing, Type, Field, false, false},
		{bind("next row or value", "down"), "choose an allowed value or a result of jump", Typing, NextValue, Field, false, false},
		{bind("previous value", "up"), "previous value", Typing, PreviousValue, Field, false, false},
		{bind("clear the field", "ctrl+u"), "clear the field", Typing, Clear, Field, false, false},
		{bind("delete a word", "ctrl+w"), "delete a word", Typing, DeleteWord, Field, false, false},
		{bind("read types again", "ctrl+r"), "in jump, read all types again", Typing, ReadTypes, Field, false, false},
	}}
}
