package keys

// Group is a group of keys on the help screen.
type Group string

// The groups, in the order of the help screen. The keys that edit a field have
// their own group.
const (
	Move    Group = "move"
	Take    Group = "copy"
	Look    Group = "view"
	Change  Group = "change"
	Screens Group = "screens"
	Field   Group = "typing"
)

// Binding is one row of the table. Keys are named as in Bubble Tea.
type Binding struct {
	Keys   []string
	What   string // its effect, in full
	Short  string // the same in at most 18 cells, for help
	Where  Where
	Intent Intent
	Group  Group
	// one row of help shows this binding and the next; Short then describes
	// both
	Pair bool
	// it needs two panes side by side
	Wide bool
}

// Default returns the built-in table.
func Default() Table {
	return Table{bindings: []Binding{
		{[]string{"up", "k"}, "row up", "row up, row down", allButTyping, MoveUp, Move, true, false},
		{[]string{"down", "j"}, "row down", "row down", allButTyping, MoveDown, Move, false, false},
		{[]string{"left", "h"}, "out, fold, left column", "out, in; column", lists | OnSides, MoveLeft, Move, true, false},
		{[]string{"right", "l"}, "in, unfold, right column", "in", lists | OnSides, MoveRight, Move, false, false},
		{[]string{"g", "home"}, "first row", "first, last", allButTyping, MoveFirst, Move, true, false},
		{[]string{"G", "end"}, "last row", "last", allButTyping, MoveLast, Move, false, false},
		{[]string{"pgup", "ctrl+b"}, "one page up", "one page", allButTyping, PageUp, Move, true, false},
		{[]string{"pgdown", "ctrl+f"}, "one page down", "one page down", allButTyping, PageDown, Move, false, false},
		{[]string{"tab"}, "next pane, next field, other button; completes in jump; runs on other roots in history", "next pane or field", all, NextPane, Move, false, false},
		{[]string{"shift+tab"}, "previous pane or field", "previous pane", all, PreviousPane, Move, false, false},
		{[]string{"enter"}, "go in; edit the attribute; press the button", "go in", all, Open, Move, false, false},
		{[]string{"esc"}, "one step back: typing, filter, dialog, screen; never quits", "one step back", all, Back, Move, false, false},
		{[]string{"/"}, "filter; `!` before a word negates", "filter; ! negates", lists | OnSides | OnEdit | steps, Filter, Look, false, false},
		{[]string{":"}, "jump to any name by fuzzy match", "jump to any name", allButTyping, Jump, Look, false, false},
		{[]string{"?", "f1"}, "help of this screen", "this help", all, Help, Screens, false, false},
		{[]string{"w"}, "explain: why is this so", "why is this so", allButTyping, Why, Look, false, false},
		{[]string{"c"}, "show the command that does the same, `y` copies it", "show the command", allButTyping, ShowCommand, Take, false, false},
		{[]string{"y"}, "copy: menu of value, name, Puppet code, YAML, JSON", "copy", allButTyping, Copy, Take, false, false},
		{[]string{"r"}, "read again", "read again", lists | OnDifference | OnRun, Refresh, Look, false, false},
		{[]string{"R"}, "refresh every 5 s; changed rows are marked `^`", "refresh every 5 s", OnInstances | OnInstance | OnFacts, KeepReading, Look, false, false},
		{[]string{"!"}, "only rows with a sign; all rows in compare", "only rows with sign", lists | OnSides | steps, OnlyFindings, Look, false, false},
		{[]string{"v"}, "side by side; two columns in a difference", "side by side", OnInstances | OnInstance | OnSides | OnDifference, SideBySide, Look, false, false},
		{[]string{"z"}, "zoom the pane, again to unzoom; all output in an apply", "zoom a pane", allButTyping, Zoom, Look, false, false},
		{[]string{"<"}, "pane narrower", "pane width", allButTyping, PaneNarrower, Look, true, true},
		{[]string{">"}, "pane wider", "pane wider", allButTyping, PaneWider, Look, false, true},
		{[]string{"e"}, "edit, at the attribute under the cursor; all selected rows at once", "edit", OnInstances | OnInstance | OnSides | OnBasket, Edit, Change, false, false},
		{[]string{"E"}, "edit the desired state as text in $VISUAL or $EDITOR", "edit in $EDITOR", OnInstances | OnInstance | OnEdit | OnBasket, EditInEditor, Change, false, false},
		{[]string{"n"}, "new instance", "new", OnTypes | OnInstances, New, Change, false, false},
		{[]string{"-"}, "stage `ensure => absent`", "stage removal", OnInstances | OnInstance, StageRemoval, Change, false, false},
		{[]string{"u"}, "undo a field; drop from the basket", "undo a field", OnEdit | OnBasket, UndoField, Change, false, false},
		{[]string{"U"}, "undo a run, as a plan", "undo a run", OnResult | OnLog | OnHistory | OnRun, UndoRun, Change, false, false},
		{[]string{"space"}, "select; in or out of the next apply", "select", OnInstances | OnBasket | OnHosts | OnCompare, Select, Change, false, false},
		{[]string{"V"}, "select a range", "select a range", OnInstances | OnBasket, SelectRange, Change, false, false},
		{[]string{"a"}, "select all rows, or none", "select all", OnCompare, SelectAll, Change, false, false},
		{[]string{"m"}, "make drafts that make B like A, of the selected rows", "stage rows", OnCompare, StageRows, Change, false, false},
		{[]string{"J"}, "move down, where no relationship fixes the order", "later, earlier", OnBasket, MoveLater, Change, true, false},
		{[]string{"K"}, "move up, where no relationship fixes the order", "earlier", OnBasket, MoveEarlier, Change, false, false},
		{[]string{"d"}, "difference; compare hosts", "difference", OnInstance | OnEdit | OnBasket | OnResult | OnHosts, Difference, Change, false, false},
		{[]string{"A"}, "plan, then confirm", "plan, then confirm", OnInstance | OnEdit | OnBasket | OnDifference | OnResult, Apply, Change, false, false},
		{[]string{"i"}, "instances of this type", "instances", OnTypes | OnWhy, Instances, Screens, false, false},
		{[]string{"f"}, "facts", "facts", allButTyping, Facts, Screens, false, false},
		{[]string{"b"}, "basket", "basket", allButTyping, Basket, Screens, false, false},
		{[]string{"H"}, "history: the runs, and taking them back", "history", allButTyping, History, Screens, false, false},
		{[]string{"L"}, "log", "log", allButTyping, Log, Screens, false, false},
		{[]string{"x"}, "dismiss the message", "dismiss message", allButTyping, Dismiss, Screens, false, false},
		{[]string{"q"}, "quit; asks when there are unsaved edits", "quit", allButTyping, Quit, Screens, false, false},
		{[]string{"ctrl+c"}, "stop after this step (apply); twice within 2 s: leave, always", "stop; twice: leave", all, Interrupt, Screens, false, false},
		{[]string{"ctrl+z"}, "suspend", "suspend", all, Suspend, Screens, false, false},
		{[]string{"ctrl+l"}, "draw again", "draw again", all, Redraw, Screens, false, false},
		{[]string{"M"}, "the mouse on, or back to the terminal", "mouse on, off", allButTyping, Mouse, Screens, false, false},
		{[]string{"backspace", "delete", "left", "right", "home", "end", "pgup", "pgdown"}, "edits the field, as any text does", "edits the field", Typing, Type, Field, false, false},
		{[]string{"down"}, "allowed values, jump results", "next row or value", Typing, NextValue, Field, false, false},
		{[]string{"up"}, "previous value", "previous value", Typing, PreviousValue, Field, false, false},
		{[]string{"ctrl+u"}, "clear the field", "clear the field", Typing, Clear, Field, false, false},
		{[]string{"ctrl+w"}, "delete a word", "delete a word", Typing, DeleteWord, Field, false, false},
		{[]string{"ctrl+r"}, "read all types again, in jump", "read types again", Typing, ReadTypes, Field, false, false},
	}}
}
