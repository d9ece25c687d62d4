package frame

// The sizes at which the layout changes.
const (
	LeastWidth, LeastHeight = 40, 10 // smaller screens show only the required size
	SplitWidth              = 100    // from here two panes fit side by side
	NarrowWidth             = 60     // narrower lists show name, sign and one value
	brandWidth              = 80     // on narrower screens line 1 does not name the program
	FootHeight              = 24     // lower screens have no foot
	AiryHeight              = 30     // from here line 2 is empty
	FootRows                = 6      // maximum rows of a foot
	bottomRows              = 2      // message, keys
	fixedRows               = 1 + bottomRows
)

// Layout is how a screen of a given size is divided.
type Layout struct {
	Width, Height int
	Small         bool // below the least size: only that is drawn
	Split         bool // wide enough for two panes
	Top           int  // rows of line 1, and of the empty row below it
	Body          int  // rows between Top and Foot, including titles and borders
	Foot          int  // visible rows of the foot
	Columns       int  // maximum columns of a list, for Columns; 0 means no limit
}

// Foot is the part above the message. It takes only the rows it needs.
type Foot struct {
	Lines []Line
	Keep  bool // show it on low screens too, because it holds a question
}

// FootRoom returns how many lines of a foot fit on a screen of this height. A
// head and the row under the cursor stay visible above it.
func FootRoom(height int) int { return max(0, min(FootRows, height-fixedRows-2)) }

// Arrange divides a screen of this size with this foot.
func Arrange(width, height int, foot Foot) Layout {
	l := Layout{Width: width, Height: height, Small: width < LeastWidth || height < LeastHeight, Top: 1}
	if l.Small {
		return l
	}
	l.Split = width >= SplitWidth
	if width < NarrowWidth {
		l.Columns = 2
	}
	if height >= AiryHeight {
		l.Top = 2
	}
	if height >= FootHeight || foot.Keep {
		l.Foot = min(len(foot.Lines), FootRoom(height))
	}
	l.Body = height - fixedRows + 1 - l.Top - l.Foot
	return l
}

// Rows returns the number of rows below the title of the only pane of a screen.
func (l Layout) Rows() int { return max(0, l.Body-1) }

// TableRows returns the number of rows below the column heads. Column heads are
// omitted if they leave fewer than leastRows rows.
func (l Layout) TableRows() int {
	if rows := l.Body - 2; rows >= leastRows {
		return rows
	}
	return l.Rows()
}

// leastRows is the minimum number of rows of a list below its column heads.
const leastRows = 2

// BoxWidth returns the number of cells inside the border of a pane, without the
// blank before the right border.
func BoxWidth(width int) int { return max(0, width-3) }

// Divide returns the column at which the right of two panes begins: ideal,
// scaled to the width of the screen and moved by shift (the keys < and >). Each
// pane has at least 30 cells. Of the width above 120 the left pane gets its
// share, because it holds the list.
func (l Layout) Divide(ideal, shift int) int {
	const least, drawn = 30, 120
	at := ideal + shift
	if l.Width > drawn {
		at += (l.Width - drawn) * ideal / drawn
	} else {
		at -= (drawn - l.Width) / 2
	}
	return max(least, min(at, l.Width-least))
}
