package tui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// sources are the providers that were asked, with their commands; one line
// once all have answered well.
func (s *instances) sources(width int, rooms frame.Layout, now time.Time) []frame.Line {
	l := s.listing
	if len(l.sources) == 0 {
		return nil
	}
	wide := rooms.Split
	if !l.busy() && len(l.failed()) == 0 {
		row := frame.Text("read by " + sourceNames(l.sources))
		if len(l.sources) > 1 {
			row = frame.Text(widget.CountOf(len(l.sources), "provider") + ": " + l.namedTimes(width-evidenceRoom))
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

// evidenceRoom is what the margins of a row and its time take.
const evidenceRoom = 30

// namedTimes are the providers with the time that each took, where cells has room for
// it: they were asked side by side, and the slowest is what one waits for.
func (l *listing) namedTimes(cells int) safe.Text {
	parts := make([]safe.Text, len(l.sources))
	for i, src := range l.sources {
		parts[i] = safe.Clean(src.provider.Name) + " " + widget.Took(src.took)
	}
	if t := safe.Join(parts, ", "); t.Width() <= cells {
		return t
	}
	return sourceNames(l.sources)
}

// asked is what was run or read: a command, or "reads /var/lib/dpkg/status".
func (src *source) asked() safe.Text {
	switch {
	case src.command != "" || src.reads == "":
		return src.command
	case src.more:
		return "reads " + src.reads + " and more"
	}
	return "reads " + src.reads
}

func (src *source) row(slots []frame.Slot, wide bool, now time.Time) frame.Line {
	r := frame.Row{}
	counted := widget.Count(src.count)
	var says safe.Text
	took := src.took
	if wide {
		says = src.asked()
	}
	switch {
	case src.err != nil:
		r.Sign = frame.SignNeeds
		if src.count == 0 {
			counted = "-"
		}
		// The error stands first; the command takes what room is left.
		failed := src.status()
		if says != "" {
			failed += "  " + says
		}
		says = failed
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

func (s *instances) message(width int, now time.Time) frame.Message {
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
		name, status := sourceNames(failed)+fared(failed...)+": ", failed[0].status()
		if i := slices.IndexFunc(failed, func(src *source) bool { return src.status() != status }); i > 0 {
			// Each has a reason of its own, and the list of providers says it.
			name, status = widget.Count(len(failed))+" of "+widget.Count(len(l.sources))+fared(failed...)+": ", sourceNames(failed)
		}
		rest := l.others() + s.sh.spell(".  {why} why")
		// Where not all has room, first the others go, then the end of the error.
		room := width - frame.Margin - name.Width() - took.Width() - 3
		if status.Width()+rest.Width() > room {
			rest = s.sh.spell("  {why} why")
		}
		text := name + status.Cut(max(room-rest.Width(), 12), s.sh.mode.Ellipsis()) + rest
		return frame.Message{Sign: frame.SignNeeds, Text: text, Evidence: took}
	case l.stage == stageTests:
		return frame.Message{Text: "the providers of " + safe.Clean(s.typ.Name) + " are being tested", Evidence: took}
	case waits != "":
		return frame.Message{Text: "waits for " + waits + ", " + widget.Count(l.soFar()) + " so far", Evidence: took}
	case l.busy():
		return frame.Message{Evidence: took}
	case len(l.gone) > 0:
		text := widget.Count(len(l.gone)) + " gone: " + safe.Clean(strings.Join(l.gone[:min(len(l.gone), 20)], ", "))
		if s.keep {
			text += "; keeps reading every 5 s"
		}
		return frame.Message{Sign: frame.SignMoved, Text: text, Evidence: "read " + clock(l.ended) + "  " + took}
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
