package theme

// Token is the meaning of a piece of text.
type Token uint8

// The tokens. BadgeNeutral to BadgeDanger are words on a tint, drawn by
// [Theme.Badge].
const (
	Text       Token = iota // ordinary text, such as a current value
	Name                    // the name of a row, which shows the cursor on a terminal without colours
	Strong                  // heads and names in sentences
	Muted                   // explanations
	Dim                     // absent values: not managed, none, line numbers
	Faint                   // borders and rules, never words
	Accent                  // focus, cursor and commands
	Key                     // keys
	Match                   // letters that match a search
	OK                      // in sync, done
	Change                  // changes
	Add                     // added
	Remove                  // removed, rejected
	Danger                  // invalid, failed
	Info                    // unknown, or the interpretation of a value
	ColumnHead              // the titles of columns, over a hairline
	Title                   // the title of the focused pane where it has no border
	AddedLine               // in a difference
	AddedWord
	RemovedLine
	RemovedWord
	AddedSign // + and -, on the tint of their line
	RemovedSign
	Input        // a field
	InvalidInput // a field with an invalid value
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

// badge reports whether a token is a word on a tint with a blank on both sides.
func (t Token) badge() bool { return t >= BadgeNeutral && t <= BadgeDanger }

// filled reports whether a token keeps its background on every row.
func (t Token) filled() bool { return t >= Input }

// Row is the highlight of a row.
type Row uint8

// The rows.
const (
	Plain    Row = iota
	Selected     // with the cursor, in the focused pane
	Blurred      // with the cursor, in another pane

	rows
)
