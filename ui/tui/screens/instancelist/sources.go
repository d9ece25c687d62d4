package instancelist

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// sources lists the queried providers with their commands, unless all have
// listed without an error.
func (s *Screen) sources(width int, rooms frame.Layout, now time.Time) []frame.Line {
	l := s.listing
	if len(l.Sources) == 0 {
		return nil
	}
	wide := rooms.Split
	if !l.Busy() && len(l.Failed()) == 0 {
		return nil // the ruler of the list names them
	}
	columns := []frame.Column{
		{Title: "provider", Min: 10, Ideal: 10},
		{Title: "instances", Min: 9, Right: true, Gap: 2, Drop: 1},
		{Title: "status", Min: 10, Grow: 1, Gap: 3},
	}
	if wide {
		columns[2].Title = "command"
	}
	slots := frame.Columns(columns, width-8, 0)
	head := frame.Titles(columns, slots, false).Named("sources", "")
	head.Last = "time"
	lines := []frame.Line{head}
	for _, src := range l.Sources {
		lines = append(lines, sourceRow(src, slots, wide, now))
	}
	// On a low screen the list takes precedence over the sources.
	if most := rooms.Body / 3; len(lines) > most {
		lines = lines[:max(1, most)]
	}
	return lines
}

// readBy returns the sources for the title of the list, once all have listed
// without an error.
func (s *Screen) readBy(width int) safe.Text {
	l := s.listing
	switch {
	case len(l.Sources) == 0 || l.Busy() || len(l.Failed()) > 0:
		return ""
	case len(l.Sources) == 1:
		return "read by " + kit.SourceNames(l.Sources)
	}
	return words.CountOf(len(l.Sources), "provider") + ": " + namedTimes(l, width-evidenceRoom)
}

// evidenceRoom is the width of the margins of a row and its time.
const evidenceRoom = 30

// namedTimes returns the providers with their durations if they fit. They run
// concurrently, so the slowest determines the wait.
func namedTimes(l *listings.Listing, cells int) safe.Text {
	parts := make([]safe.Text, len(l.Sources))
	for i, src := range l.Sources {
		parts[i] = safe.Clean(src.Provider.Name) + " " + words.Took(src.Took)
	}
	if t := safe.Join(parts, ", "); t.Width() <= cells {
		return t
	}
	return kit.SourceNames(l.Sources)
}

// readWith returns the command of a source, or the file that it read: "reads
// /var/lib/dpkg/status".
func readWith(src *listings.Source) safe.Text {
	switch {
	case src.Command != "" || src.File == "":
		return safe.Clean(src.Command)
	case src.MoreFiles:
		return "reads " + safe.Clean(src.File) + " and more"
	}
	return "reads " + safe.Clean(src.File)
}

func sourceRow(src *listings.Source, slots []frame.Slot, wide bool, now time.Time) frame.Line {
	r := frame.Row{}
	counted := words.Count(src.Count)
	var text safe.Text
	took := src.Took
	if wide {
		text = readWith(src)
	}
	switch {
	case src.Err != nil:
		r.Sign = frame.SignNeeds
		if src.Count == 0 {
			counted = "-"
		}
		// The error is first; the command takes the remaining room.
		failed := kit.SourceStatus(src)
		if text != "" {
			failed += "  " + text
		}
		text = failed
	case !src.Done:
		r.Sign = frame.SignWorks
		took = now.Sub(src.Began)
		deadline := "still running, deadline " + safe.Clean(strconv.Itoa(int(onhost.ListDeadline/time.Second))) + " s"
		if text != "" {
			text += ": "
		}
		text += deadline
	}
	r.Cells = frame.Cells(slots, safe.Clean(src.Provider.Name), counted, text)
	r.Evidence = words.Took(took)
	return r
}

func (s *Screen) message() frame.Message {
	l, width, now := s.listing, s.width, s.Sh.Now()
	failed := l.Failed()
	took := words.Took(l.Took(now))
	if len(l.Sources) > 1 && l.Busy() {
		took = words.Count(l.Answered()) + " of " + words.Count(len(l.Sources)) + "  " + took
	}
	var waits safe.Text
	for _, src := range l.Sources {
		if !src.Done {
			if waits != "" {
				waits += ", "
			}
			waits += safe.Clean(src.Provider.Name)
		}
	}
	switch {
	case len(failed) > 0:
		name, status := kit.SourceNames(failed)+kit.SourcesFared(failed...)+": ", kit.SourceStatus(failed[0])
		if i := slices.IndexFunc(failed, func(src *listings.Source) bool { return kit.SourceStatus(src) != status }); i > 0 {
			// The errors differ, and the list of providers shows them.
			name, status = words.Count(len(failed))+" of "+words.Count(len(l.Sources))+kit.SourcesFared(failed...)+": ", kit.SourceNames(failed)
		}
		rest := othersOf(l) + s.Sh.Spell(".  {why} explain")
		// On a narrow screen other sources are omitted first, then the key, which
		// the line of keys has too, then the end of the error.
		room := width - frame.Margin - name.Width() - took.Width() - 3
		if status.Width()+rest.Width() > room {
			rest = s.Sh.Spell("  {why} explain")
		}
		if status.Width()+rest.Width() > room {
			rest = ""
		}
		text := name + status.Cut(max(room-rest.Width(), 12), s.Sh.Mode.Ellipsis()) + rest
		return frame.Message{Sign: frame.SignNeeds, Text: text, Evidence: took}
	case l.Stage == listings.StageTesting:
		return frame.Message{Text: "the providers of " + safe.Clean(s.typ.Name) + " are being tested", Evidence: took}
	case waits != "":
		return frame.Message{Text: "waiting for " + waits + ", " + words.Count(l.SoFar()) + " so far", Evidence: took}
	case l.Busy():
		return frame.Message{Evidence: took}
	case len(l.Gone) > 0:
		text := words.Count(len(l.Gone)) + " gone: " + safe.Clean(strings.Join(l.Gone[:min(len(l.Gone), 20)], ", "))
		if s.On {
			text += "; auto-refresh every 5 s"
		}
		return frame.Message{Sign: frame.SignMoved, Text: text, Evidence: "read " + kit.Clock(l.Ended) + "  " + took}
	case s.On:
		return frame.Message{Text: "auto-refresh every 5 s", Evidence: "read " + kit.Clock(l.Ended) + "  " + took}
	}
	return frame.Message{Evidence: "read " + kit.Clock(l.Ended) + "  " + took}
}
