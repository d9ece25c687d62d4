package frame

// The sizes at which the frame changes.
const (
	LeastWidth, LeastHeight = 40, 10 // below, only that is said
	SplitWidth              = 100    // from here two panes stand side by side
	NarrowWidth             = 60     // below, name, sign and one value
	BrandWidth              = 80     // below, line 1 does not name the program
	FootHeight              = 24     // below, no foot
	AiryHeight              = 30     // from here line 2 is empty
	FootRows                = 6      // at most
	bottomRows              = 2      // message, keys
	fixed                   = 1 + bottomRows
)

// Layout is how a screen of a size is divided.
type Layout struct {
	Width, Height int
	Small         bool // below the least size: nothing but that is drawn
	Split         bool // wide enough for two panes
	Top           int  // rows of line 1, and of the empty one below it
	Body          int  // rows between those and the foot, with titles and borders
	Foot          int  // rows of the foot that are shown
	Columns       int  // most columns of a list, for Columns; 0 is no limit
}

// Foot is above the message and takes only the rows it needs.
type Foot struct {
	Lines []Line
	Keep  bool // also on low screens: it holds a question
}

// FootRoom is how many lines of a foot can be shown on a screen so high: a head
// and the row under the cursor stay above it.
func FootRoom(height int) int { return max(0, min(FootRows, height-fixed-2)) }

// Arrange divides a screen of this size that has this foot.
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
	l.Body = height - fixed + 1 - l.Top - l.Foot
	return l
}

// Rows is how many rows are left below the title of the only pane of a screen.
func (l Layout) Rows() int { return max(0, l.Body-1) }

// TableRows is Rows below the heads of columns, which are left out where there is
// hardly room for a row below them.
func (l Layout) TableRows() int {
	if rows := l.Body - 2; rows >= leastRows {
		return rows
	}
	return l.Rows()
}

// leastRows is how many rows a list has at least below its heads.
const leastRows = 2

// BoxWidth is how many cells a pane has inside its border; the right one has a blank
// before it.
func BoxWidth(width int) int { return max(0, width-3) }

// Divide says where the right one of two panes begins: after ideal cells, moved
// by shift (the keys < and >), with at least 30 cells for each. What width there
// is beyond from 120 goes to the left pane, which holds the list.
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
