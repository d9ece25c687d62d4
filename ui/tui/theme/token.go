package theme

// Token is what a piece of text means.
type Token uint8

// The tokens. Those from BadgeNeutral to BadgeDanger are words on a tint, drawn
// by [Theme.Badge].
const (
	Text       Token = iota // what is so
	Name                    // the name of a row, which carries the cursor where there is no colour
	Strong                  // heads and names in sentences
	Muted                   // what explains
	Dim                     // what is absent: not managed, none, line numbers
	Faint                   // borders and rules, never words
	Accent                  // focus, cursor and commands
	Key                     // keys
	Match                   // letters that match a search
	OK                      // in sync, done
	Change                  // changes
	Add                     // added
	Remove                  // removed, refused
	Danger                  // invalid, failed
	Info                    // not known, or what a value reads as
	ColumnHead              // the heads of columns, over a hairline
	Title                   // the title of the focused pane where it has no border
	AddedLine               // of a difference
	AddedWord
	RemovedLine
	RemovedWord
	AddedSign // + and -, on the tint of their line
	RemovedSign
	Input        // a field
	InvalidInput // a field whose value is refused
	ButtonOff    // a button without the focus
	Trailing     // a blank that ends a line of content
	BadgeNeutral
	BadgeAccent
	BadgeOK
	BadgeChange
	BadgeRemove
	BadgeInfo
	BadgeDanger
	Brand  // the pill of the program and of the focused pane
	Button // the button with the focus

	tokens
)

// badge reports whether a token is a word on a tint, with a blank on both sides.
func (t Token) badge() bool { return t >= BadgeNeutral && t <= BadgeDanger }

// filled reports whether a token keeps its own background on every row.
func (t Token) filled() bool { return t >= Input }

// Row is how the row is lit that a text is on.
type Row uint8

// The rows.
const (
	Plain    Row = iota
	Selected     // with the cursor, in the pane with the focus
	Blurred      // with the cursor of another pane

	rows
)
