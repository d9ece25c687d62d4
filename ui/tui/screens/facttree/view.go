package facttree

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"ralsh/facts"
	"ralsh/model"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
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
		return n.hidden
	}
	if model.FailureOf(err, 0).Command == "" {
		return frame.SignUnknown
	}
	return frame.SignNeeds
}

// lost returns why a fact is without a value, or "".
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
		what := "error: "
		if n.trouble.Err == nil {
			what = "warning: "
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
	return safe.Clean(notation.Show(n.leaf.Value)), safe.Clean(n.leaf.From)
}

// counted returns the number of facts below a group, and how many are without a
// value.
func (n factNode) counted() safe.Text {
	text := words.CountOf(n.leaves, "fact")
	if n.lacks > 0 {
		text += ", " + words.Count(n.lacks) + " without a value"
	}
	return text
}

func (s *Screen) table(_ int, rooms frame.Layout) kit.Table {
	t := kit.Table{Title: "facts", Room: kit.TimeRoom(rooms), Columns: []frame.Column{
		{Title: "fact", Min: 16, Ideal: 20},
		{Title: "value", Min: 12, Grow: 3},
		{Title: "from", Min: 14, Grow: 2, Drop: 1, Middle: true, Right: true},
	}}
	if rooms.Split {
		// Names and sources get the width of the widest, as long as values have
		// enough room.
		t.Last, t.Columns[0].Ideal = "time", min(s.widest, 26)
		t.Columns[1].Ideal, t.Columns[2].Min, t.Columns[2].Ideal = 22, 12, min(s.sources, 30)
	}
	return t
}

func (s *Screen) row(shown widget.Shown[factNode], slots []frame.Slot) frame.Row {
	n := shown.Item
	value, from := n.texts()
	row := frame.Row{Cursor: shown.Cursor, Sign: n.sign(), Cells: frame.Cells(slots, s.guided(n), value, from)}
	if s.Wide {
		row.Evidence = n.took()
	}
	return row
}

func (s *Screen) nothing() safe.Text {
	if len(s.Sh.Session.Facts.Known()) == 0 {
		return "no facts"
	}
	return s.Search.Hides(s.Sh, "fact", "a sign", ral.Nearest(s.Search.Text(), s.names()))
}

// names returns all names of facts: the dotted names, and the last part of
// each.
func (s *Screen) names() []string {
	names := s.Sh.Session.Facts.Known()
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
		return words.Took(n.trouble.Elapsed)
	case n.fact == nil:
		return ""
	case len(n.path) == 1:
		return words.Took(n.fact.Elapsed)
	case n.leaf != nil && n.leaves == 0 && n.leaf.Elapsed >= 50*time.Microsecond:
		return words.Took(n.leaf.Elapsed)
	}
	return ""
}

func (s *Screen) message() frame.Message {
	if s.Busy() {
		waits := len(s.Sh.Session.Facts.Known()) - len(s.known)
		return frame.Message{Text: words.CountOf(waits, "fact is", "facts are") + " still being read", Evidence: words.Took(s.reads.Took())}
	}
	took := words.Took(s.reads.Took())
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
		return frame.Message{Sign: sign, Text: words.Count(len(lost)) + " of " + words.CountOf(all, "fact") + kit.Plural(len(lost), " has", " have") + " no value; open a fact for the reason", Evidence: took}
	case bad > 0:
		text := words.CountOf(bad, "file") + " of facts failed; open a row for the reason"
		if !slices.ContainsFunc(s.trouble, func(t facts.Source) bool { return t.Err != nil }) {
			text = words.CountOf(bad, "file", "files") + " of facts printed warnings"
		}
		return frame.Message{Sign: frame.SignNeeds, Text: text, Evidence: took}
	}
	return frame.Message{Evidence: words.CountOf(all, "fact") + "  " + took}
}
