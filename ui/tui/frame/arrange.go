package frame

// The sizes at which the frame changes.
const (
	LeastWidth, LeastHeight = 40, 10 // below, only that is said
	SplitWidth              = 100    // from here two panes stand side by side
	NarrowWidth             = 60     // below, name, sign and one value
	FootHeight              = 24     // below, no foot
	EvidenceHeight          = 16     // below, no evidence in the message line
	FootRows                = 6      // at most
	fixed                   = 1 + 2  // line 1, message, keys
)

// Layout is how a screen of a size is divided.
type Layout struct {
	Width, Height int
	Small         bool // below the least size: nothing but that is drawn
	Split         bool // wide enough for two panes
	Body          int  // lines between line 1 and the foot
	Foot          int  // lines of the foot that are shown
	Columns       int  // most columns of a list, for Columns; 0 is no limit
}

// Foot stands above the message and takes only the rows it needs.
type Foot struct {
	Lines []Line
	Keep  bool // also on low screens: it holds a question
}

// FootRoom is how many lines of a foot can be shown on a screen so high: a head
// and the row under the cursor stay above it.
func FootRoom(height int) int { return max(0, min(FootRows, height-fixed-2)) }

// Arrange divides a screen of this size that has this foot.
func Arrange(width, height int, foot Foot) Layout {
	l := Layout{Width: width, Height: height, Small: width < LeastWidth || height < LeastHeight}
	if l.Small {
		return l
	}
	l.Split = width >= SplitWidth
	if width < NarrowWidth {
		l.Columns = 2
	}
	if height >= FootHeight || foot.Keep {
		l.Foot = min(len(foot.Lines), FootRoom(height))
	}
	l.Body = height - fixed - l.Foot
	return l
}

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
