package tui

import (
	"strconv"
	"time"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

func (s *instances) columns(rooms frame.Rooms) []frame.Column {
	title := func(i int) safe.Text { return safe.Clean(s.typ.Columns[i]) }
	two := s.typ.Columns[1] != ""
	columns := []frame.Column{
		{Title: safe.Clean(s.typ.Name), Min: 12, Ideal: 28, Grow: 2},
		{Title: title(0), Min: 10, Ideal: 24, Grow: 1},
		{Title: "provider", Min: 8, Ideal: 20, Drop: 2},
	}
	if two {
		columns[1].Ideal = 11
		second := frame.Column{Title: title(1), Min: 8, Ideal: 11, Grow: 1, Drop: 1}
		columns = append(columns[:2], second, columns[2])
	}
	if rooms.Split {
		columns[len(columns)-1].Ideal = 12
	}
	return columns
}

func (s *instances) view(width, height int) frame.Content {
	foot := s.foot(width, height)
	rooms := frame.Arrange(width, height, foot)
	now := s.sh.now()
	split := 0
	if rooms.Split && !s.zoom {
		split = rooms.Divide(72, s.shift)
	}
	top := s.sources(width, rooms, now)
	s.list.Height(max(1, rooms.Body-len(top)-1))
	foot = s.foot(width, height)
	left := s.rows(max(split, 0), width, rooms)
	var right []frame.Line
	if split > 0 {
		right = s.preview(width-split, rooms.Body-len(top))
	}
	body := []frame.Block{{Left: left, Right: right, At: split}}
	if len(top) > 0 {
		body = append([]frame.Block{{Left: top}}, body...)
	}
	return frame.Content{
		Body: body, Foot: foot, Message: s.message(now),
		Keys: s.keyLine(rooms),
	}
}

func (s *instances) keyLine(rooms frame.Rooms) frame.Keys {
	if s.search.text() != "" && !rooms.Split {
		return keyed("enter open|e edit|esc clear filter|n new|w why")
	}
	return keyed("enter open|e edit|n new|/ filter|space select|w why|r read again|b basket")
}

func (s *instances) rows(split, width int, rooms frame.Rooms) []frame.Line {
	if split == 0 {
		split = width
	}
	columns := s.columns(rooms)
	slots := frame.Columns(columns, split, rooms.Columns)
	lines := []frame.Line{frame.Titles(columns, slots, true)}
	for _, row := range s.list.Window() {
		f := row.Item.found
		texts := []safe.Text{safe.Clean(f.Name), safe.Clean(shown(f, s.typ.Columns[0]))}
		if s.typ.Columns[1] != "" {
			texts = append(texts, safe.Clean(shown(f, s.typ.Columns[1])))
		}
		if f.Name == "" {
			texts[0] = `""`
		}
		var provider safe.Text
		if f.Provider != nil {
			provider = safe.Clean(f.Provider.Name)
		}
		lines = append(lines, frame.Row{
			Cursor: row.Cursor, Selected: row.Selected, Sign: s.sign(row.Item),
			Cells: frame.Cells(slots, append(texts, provider)...),
		})
	}
	if len(lines) == 1 {
		for _, t := range wrapped(s.nothing(), split-frame.Margin) {
			lines = append(lines, frame.Text(t))
		}
	}
	return lines
}

// nothing says why there is no row.
func (s *instances) nothing() safe.Text {
	name := safe.Clean(s.typ.Name)
	l := s.listing
	switch {
	case s.list.Total() > 0 && s.search.text() != "":
		var names []string
		for _, e := range l.entries {
			names = append(names, e.found.Name)
		}
		text := "no " + name + " matches \"" + safe.Clean(s.search.text()) + "\""
		if near := ral.Nearest(s.search.text(), names[:min(len(names), 2000)]); near != "" {
			text += "; did you mean " + safe.Clean(near) + "?"
		}
		return text
	case s.list.Total() > 0:
		return "no " + name + " has a sign"
	case l.busy() || l.stage == stageWaits:
		return ""
	case l.choice != nil && l.choice.Election.Winner == nil:
		return safe.Clean(unsuitable(l)) + "  w why"
	case len(l.sources) == 0:
		return "no provider of " + name + " can list"
	case len(l.failed()) == len(l.sources):
		return ""
	}
	return "no instances of " + name + ". n makes one; asked: " + sourceNames(l.sources)
}

// sources are the providers that were asked, with their commands; one line
// once all have answered well.
func (s *instances) sources(width int, rooms frame.Rooms, now time.Time) []frame.Line {
	l := s.listing
	if len(l.sources) == 0 {
		return nil
	}
	wide := rooms.Split
	if !l.busy() && len(l.failed()) == 0 {
		row := frame.Text("read by " + sourceNames(l.sources))
		if len(l.sources) > 1 {
			row = frame.Text(widget.CountOf(len(l.sources), "provider") + ": " + sourceNames(l.sources))
		}
		row.Evidence = widget.Took(l.took(now))
		return []frame.Line{row}
	}
	columns := []frame.Column{
		{Title: "provider", Min: 10, Ideal: 10},
		{Title: "instances", Min: 9, Right: true, Gap: 2, Drop: 1},
		{Title: "says", Min: 10, Grow: 1, Gap: 3},
	}
	if wide {
		columns[2].Title = "asked with"
	}
	slots := frame.Columns(columns, width-8, 0)
	head := frame.Titles(columns, slots, false)
	head.Evidence = "time"
	lines := []frame.Line{head}
	for _, src := range l.sources {
		lines = append(lines, src.row(slots, wide, now))
	}
	if wide {
		lines = append(lines, nil)
	}
	// At a low screen the list of what there is goes before who was asked.
	if most := rooms.Body / 3; len(lines) > most {
		lines = lines[:max(1, most)]
	}
	return lines
}

func (src *source) row(slots []frame.Slot, wide bool, now time.Time) frame.Line {
	r := frame.Row{}
	counted := widget.Count(src.count)
	var says safe.Text
	took := src.took
	if wide {
		says = src.command
	}
	switch {
	case src.err != nil:
		r.Sign = frame.SignNeeds
		if src.count == 0 {
			counted = "-"
		}
		says = safe.Clean(firstLine(src.err.Error()))
	case !src.done:
		r.Sign = frame.SignWorks
		took = now.Sub(src.began)
		deadline := "still running, deadline " + safe.Clean(strconv.Itoa(int(ral.ListDeadline/time.Second))) + " s"
		if says != "" {
			says += ": "
		}
		says += deadline
	}
	r.Cells = frame.Cells(slots, safe.Clean(src.provider.Name), counted, says)
	r.Evidence = widget.Took(took)
	return r
}

func (s *instances) message(now time.Time) frame.Message {
	l := s.listing
	failed := l.failed()
	took := widget.Took(l.took(now))
	if len(l.sources) > 1 && l.busy() {
		took = widget.Count(l.answered()) + " of " + widget.Count(len(l.sources)) + "  " + took
	}
	var waits safe.Text
	for _, src := range l.sources {
		if !src.done {
			if waits != "" {
				waits += ", "
			}
			waits += safe.Clean(src.provider.Name)
		}
	}
	switch {
	case len(failed) > 0:
		name := sourceNames(failed)
		text := name + " did not list: " + safe.Clean(briefly(failed[0].err)) + ". "
		switch {
		case waits != "":
			text += waits + " is still listing.  w why"
		case len(failed) < len(l.sources):
			text += "The other " + widget.Count(len(l.sources)-len(failed)) + " are complete.  w why"
			if len(l.sources)-len(failed) == 1 {
				text = name + " did not list, so this list may lack its instances  w why"
			}
		default:
			text += "Nothing else was asked.  w why"
		}
		return frame.Message{Sign: frame.SignNeeds, Text: text, Evidence: took}
	case l.stage == stageTests:
		return frame.Message{Text: "the providers of " + safe.Clean(s.typ.Name) + " are being tested", Evidence: took}
	case waits != "":
		return frame.Message{Text: "waits for " + waits + ", " + widget.Count(len(l.entries)+len(l.coming)) + " so far", Evidence: took}
	case l.busy():
		return frame.Message{Evidence: took}
	case s.keep:
		return frame.Message{Text: "keeps reading every 5 s", Evidence: "read " + clock(l.ended) + "  " + took}
	}
	return frame.Message{Evidence: "read " + clock(l.ended) + "  " + took}
}

func clock(t time.Time) safe.Text {
	if t.IsZero() {
		return ""
	}
	return safe.Clean(t.Format("15:04:05"))
}
