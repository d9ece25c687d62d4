package facttree

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"ralsh/facts"
	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// sign returns ? for a value that is unknown here, and ! if a command for it
// failed.
func (n factNode) sign() frame.Sign {
	var err error
	switch {
	case n.trouble != nil:
		err = n.trouble.Err
		if !errors.Is(err, fs.ErrPermission) {
			return frame.SignNeeds
		}
	case n.fact == nil:
		return frame.SignWorks
	case n.fact.Err != nil:
		err = n.fact.Err
	case n.leaf != nil && n.leaf.Err != nil:
		err = n.leaf.Err
	default:
		return n.odd
	}
	if model.FailureOf(err, 0).Command == "" {
		return frame.SignUnknown
	}
	return frame.SignNeeds
}

// lost returns why a fact has no value, or "" if it has one.
func (n factNode) lost() string {
	switch {
	case n.fact != nil && n.fact.Err != nil:
		return n.fact.Err.Reason()
	case n.leaf != nil && n.leaf.Err != nil:
		return n.leaf.Err.Error()
	}
	return ""
}

func (n factNode) texts() (value, from safe.Text) {
	switch {
	case n.trouble != nil:
		what := "at fault: "
		if n.trouble.Err == nil {
			what = "warned: "
		}
		return safe.Clean(what + n.trouble.Fault()), safe.Clean(n.trouble.Path)
	case n.fact == nil:
		return "", ""
	case n.fact.Err != nil:
		return safe.Clean("no value: " + n.lost()), safe.Clean(n.fact.From)
	case n.leaf == nil:
		return n.counted(), safe.Clean(n.fact.From)
	case n.leaf.Err != nil:
		return safe.Clean("no value: " + n.lost()), safe.Clean(n.leaf.From)
	}
	return safe.Clean(model.Show(n.leaf.Value)), safe.Clean(n.leaf.From)
}

// counted returns the number of facts below a group, and how many have no
// value.
func (n factNode) counted() safe.Text {
	text := widget.CountOf(n.leaves, "fact")
	if n.lacks > 0 {
		text += ", " + widget.Count(n.lacks) + " without a value"
	}
	return text
}

func (s *Screen) View(width, height int) frame.Content {
	split := 0
	foot := frame.Foot{}
	rooms := frame.Arrange(width, height, foot)
	s.wide = rooms.Split
	if rooms.Split {
		split = rooms.Divide(77, s.shift)
		s.list.Height(max(1, rooms.Body-3))
	} else {
		foot = s.foot(width)
		rooms = frame.Arrange(width, height, foot)
		s.list.Height(rooms.TableRows())
	}
	full := width
	if split > 0 {
		width = frame.BoxWidth(split)
	}
	columns := []frame.Column{
		{Title: "fact", Min: 16, Ideal: 20},
		{Title: "value", Min: 12, Grow: 3},
		{Title: "from", Min: 14, Grow: 2, Drop: 1, Middle: true, Right: true},
	}
	if rooms.Split {
		// Names and sources get the width of the widest, as long as values have
		// enough room.
		columns[0].Ideal = min(s.widest, 26)
		columns[1].Ideal, columns[2].Min, columns[2].Ideal = 22, 12, min(s.sources, 30)
	}
	slots := frame.Columns(columns, width-kit.TimeRoom(rooms), rooms.Columns)
	head := frame.Titles(columns, slots, true).Named("facts", kit.Position(s.list)).Scrolled(frame.Rows(s.list.Rows()))
	if rooms.Split {
		head.Last = "time"
	}
	lines := []frame.Line{head}
	for _, row := range s.list.Window() {
		n := row.Item
		value, from := n.texts()
		r := frame.Row{
			Cursor: row.Cursor, Sign: n.sign(),
			Cells: frame.Cells(slots, s.guided(n), value, from),
		}
		if rooms.Split {
			r.Evidence = n.took()
		}
		lines = append(lines, r)
	}
	if len(lines) == 1 {
		lines = append(lines, kit.RowsOf(s.nothing(), width, 3)...)
	}
	body := frame.One(lines)
	if split > 0 {
		body = frame.Two(split, lines, s.rightPane(frame.BoxWidth(full-split), rooms.Body-2))
	}
	return frame.Content{
		Body: []frame.Block{body}, Foot: foot, Message: s.message(),
		Keys: s.actions().Keys(s.sh),
	}
}

func (s *Screen) nothing() safe.Text {
	if len(s.sh.Session.Facts.Known()) == 0 {
		return "there are no facts"
	}
	return s.search.Hides(s.sh, "fact", "a sign", ral.Nearest(s.search.Text(), s.names()))
}

// names returns all names of facts: the dotted names, and the last part of
// each.
func (s *Screen) names() []string {
	names := s.sh.Session.Facts.Known()
	for _, name := range names {
		if f := s.known[name]; f != nil {
			for _, leaf := range f.Leaves {
				names = append(names, leaf.Name, leaf.Path[len(leaf.Path)-1])
			}
		}
	}
	return names
}

// took returns the duration of a whole fact, of a file, or of a leaf with a
// noticeable duration.
func (n factNode) took() safe.Text {
	switch {
	case n.trouble != nil:
		return widget.Took(n.trouble.Elapsed)
	case n.fact == nil:
		return ""
	case len(n.path) == 1:
		return widget.Took(n.fact.Elapsed)
	case n.leaf != nil && n.leaves == 0 && n.leaf.Elapsed >= 50*time.Microsecond:
		return widget.Took(n.leaf.Elapsed)
	}
	return ""
}

func (s *Screen) message() frame.Message {
	if s.Busy() {
		waits := len(s.sh.Session.Facts.Known()) - len(s.known)
		return frame.Message{Text: widget.CountOf(waits, "fact is", "facts are") + " still being read", Evidence: widget.Took(s.sh.Now().Sub(s.began))}
	}
	took := widget.Took(s.ended.Sub(s.began))
	all := len(s.single())
	lost := valueless(s.single())
	bad := len(s.trouble)
	switch {
	case len(lost) > 0:
		sign := frame.SignUnknown
		if bad > 0 {
			sign = frame.SignNeeds
		}
		for _, n := range lost {
			sign = frame.Strongest(sign, n.sign())
		}
		return frame.Message{Sign: sign, Text: widget.Count(len(lost)) + " of " + widget.CountOf(all, "fact") + kit.Plural(len(lost), " has", " have") + " no value; each says why", Evidence: took}
	case bad > 0:
		text := widget.CountOf(bad, "file is", "files are") + " at fault; each says why"
		if !slices.ContainsFunc(s.trouble, func(t facts.Source) bool { return t.Err != nil }) {
			text = widget.CountOf(bad, "file", "files") + " of facts warned"
		}
		return frame.Message{Sign: frame.SignNeeds, Text: text, Evidence: took}
	}
	return frame.Message{Evidence: widget.CountOf(all, "fact") + "  " + took}
}
