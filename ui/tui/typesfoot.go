package tui

import (
	"cmp"
	"maps"
	"slices"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// foot says the row under the cursor as sentences.
func (s *types) foot(width, height int) frame.Foot {
	l, ok := s.list.Cursor()
	if !ok || height < frame.FootHeight {
		return frame.Foot{}
	}
	wide := width >= frame.SplitWidth
	evidence := s.sh.spell("why: {why}")
	if !wide {
		if from, to, of := s.list.Rows(); to-from+1 < of {
			evidence = rowsSaid(from, to, of)
		}
	}
	lines := []frame.Line{frame.Title(safe.Clean(l.typ.Name), evidence, false)}
	what := s.what(l, wide)
	if from := l.from(wide); from != "" {
		lines = append(lines, frame.Text(from))
	}
	if l.choice == nil {
		return frame.Foot{Lines: append(lines, rowsOf(what, width, 2)...)}
	}
	why := safe.Clean(l.choice.Election.Why())
	if wide {
		lines = append(lines, rowsOf(what, width, 2)...)
		lines = append(lines, rowsOf(why, width, 1)...)
	} else {
		lines = append(lines, rowsOf(what+" "+why, width, 2)...)
	}
	most := 6
	if !wide {
		most = 4
	}
	for _, line := range append(l.failures(), l.remarks()...) {
		if len(lines) < most {
			lines = append(lines, line)
		}
	}
	return frame.Foot{Lines: lines}
}

// what is the type in a sentence, and below which folder its instances are: that
// is the first thing to know of a host that is one.
func (s *types) what(l *listing, wide bool) safe.Text {
	root := s.sh.session.Root()
	if root != "/" && l.typ.NotListable == "" && l.choice != nil && l.choice.Election.Winner != nil {
		return safe.Clean(l.typ.Summary + " below " + root + ".")
	}
	if doc := paragraph(l.typ.Doc); wide && doc != "" {
		return safe.Clean(sentence(doc))
	}
	return safe.Clean(l.typ.Summary) + "."
}

// failures are the sources that did not list, one line each.
func (l *listing) failures() []frame.Line {
	var lines []frame.Line
	for _, src := range l.failed() {
		lines = append(lines, signed(frame.SignNeeds, safe.Clean(src.provider.Name)+fared(src)+": "+safe.Clean(firstLine(src.err.Error()))))
	}
	return lines
}

// remarks are what else there is to say of a type: who would be the default,
// what is odd, how many there are of each state.
func (l *listing) remarks() []frame.Line {
	var lines []frame.Line
	for _, s := range l.choice.All {
		if !s.Suitable() && l.choice.Election.WouldWin(s.Provider) {
			lines = append(lines, signed(frame.SignCannot, safe.Clean(s.Provider.Name+" would be the default, but is unsuitable: "+s.Reason())))
			break
		}
	}
	if n := l.odd; n > 0 && l.stage == stageDone {
		i := slices.IndexFunc(l.entries, func(e entry) bool { return e.odd != nil })
		e := l.entries[i]
		text := widget.Count(n) + " of " + widget.Count(len(l.entries)) + " has a finding: "
		if n > 1 {
			text = widget.Count(n) + " of " + widget.Count(len(l.entries)) + " have a finding; the first: "
		}
		lines = append(lines, signed(frame.SignNeeds, text+safe.Clean(e.found.Name+": "+(*e.odd)[0])))
	}
	if l.stage == stageDone && l.states != "" {
		lines = append(lines, frame.Text(l.states))
	}
	return lines
}

// statesSaid counts the instances by the value of ensure, the most frequent first;
// "" where ensure tells nothing or has too many values.
func (l *listing) statesSaid() safe.Text {
	if len(l.entries) == 0 || !l.typ.HasEnsure() {
		return ""
	}
	if a := l.typ.Attr("ensure"); !a.AllowsNothingElse() {
		return ""
	}
	counts := make(map[string]int)
	for _, e := range l.entries {
		counts[e.found.Get("ensure").Text()]++
	}
	// That all are present says no more than how many there are.
	if counts["present"] == len(l.entries) || len(counts) > 4 {
		return ""
	}
	text := widget.CountOf(len(l.entries), "instance") + " from " + sourceNames(l.sources) + ": "
	for i, name := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	}) {
		if i > 0 {
			text += ", "
		}
		text += widget.Count(counts[name]) + " " + safe.Clean(name)
	}
	return text + l.atBoot() + "."
}

// atBoot counts what starts at boot, of types that say so.
func (l *listing) atBoot() safe.Text {
	enable := l.typ.Attr("enable")
	if enable == nil || !slices.Contains(allowedWords(enable, nil), "true") {
		return ""
	}
	n := 0
	for _, e := range l.entries {
		if e.found.Get("enable").Text() == "true" {
			n++
		}
	}
	return "; " + widget.Count(n) + plural(n, " starts", " start") + " at boot"
}

// sourceNames names the providers that were asked.
func sourceNames(list []*source) safe.Text {
	var text safe.Text
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += safe.Clean(s.provider.Name)
	}
	return text
}
