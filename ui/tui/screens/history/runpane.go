package history

import (
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// detail describes the run under the cursor.
func (s *Runs) detail(at pastRun, width, height int) []frame.Line {
	return pastDetail{s.Sh, at, width, height}.lines()
}

// pastDetail describes a run next to the list: its steps and how it ended, as
// far as it fits. It reads no files.
type pastDetail struct {
	sh     *kit.Shared
	run    pastRun
	width  int
	height int
}

func (d pastDetail) lines() []frame.Line {
	rec := d.run.rec
	head := frame.Title("run "+safe.Clean(d.run.id()), safe.Clean(kit.StateWord(rec)), false)
	if rec.User != "" {
		head.Sub = safe.Clean(rec.Who() + " on " + rec.Host)
	}
	var lines []frame.Line
	airy := d.height >= frame.AiryHeight-6
	if lines = kit.AppendAiry(lines, airy); d.run.err != nil {
		lines = append(lines, kit.SignedRows(frame.SignNeeds, safe.Clean(d.run.err.Error()), d.width)...)
		return append([]frame.Line{head}, lines...)
	}
	if counts := d.counts(); len(counts) > 0 {
		lines = kit.AppendAiry(append(lines, kit.Badges(counts...)), airy)
	}
	var ending []frame.Line
	for _, t := range pastWords(d.sh, rec) {
		ending = append(ending, kit.MutedRows(t, d.width)...)
	}
	ending = append([]frame.Line{nil, frame.Title("result", safe.Clean(kit.WhenText(d.sh, rec.Began)), false)}, ending...)
	what := rec.What
	if rec.Root != "" && rec.Root != d.sh.Session.WholeRoot() {
		what += "  (on " + rec.Root + ")"
	}
	if what != "" {
		lines = kit.AppendAiry(append(lines, kit.ProseRows(safe.Clean(what), d.width)...), airy)
	}
	room := d.height - len(ending)
	running := rec.Status == journal.Running
	for i := range rec.Steps {
		step := d.step(&rec.Steps[i], running)
		if rest := len(rec.Steps) - i; len(lines)+len(step) > room-1 && rest > 1 || len(lines)+len(step) > room {
			lines = append(lines, kit.MutedRows(words.CountOf(rest, "more step")+d.sh.Spell(", {open} shows all"), d.width)...)
			break
		}
		lines = append(lines, step...)
	}
	return append(append([]frame.Line{head}, lines...), ending...)
}

// counts returns the number of steps by result, as badges.
func (d pastDetail) counts() []frame.Span {
	var list []frame.Span
	running := d.run.rec.Status == journal.Running
	for _, c := range []struct {
		sign  frame.Sign
		word  safe.Text
		style theme.Token
	}{
		{frame.SignInSync, "done", theme.BadgeOK},
		{frame.SignMoved, "stopped", theme.BadgeChange},
		{frame.SignNeeds, "failed", theme.BadgeDanger},
		{frame.SignUnknown, "unknown", theme.BadgeInfo},
		{frame.SignCannot, "skipped", theme.BadgeNeutral},
	} {
		n := 0
		for i := range d.run.rec.Steps {
			if pastSign(&d.run.rec.Steps[i], running) == c.sign {
				n++
			}
		}
		if c.sign == frame.SignCannot {
			n += len(d.run.rec.Untouched())
		}
		if n > 0 {
			list = append(list, frame.Span{Text: safe.Clean(string(c.sign)) + " " + words.Count(n) + " " + c.word, Style: c.style})
		}
	}
	return list
}

// step returns the rows of a step: its resource, the old and new values, and
// the acts. Commands are wrapped, because they are evidence.
func (d pastDetail) step(st *journal.Step, running bool) []frame.Line {
	const at = 22
	row := frame.Row{Prose: true, Sign: pastSign(st, running), Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: words.PastStep(st), Style: theme.Name}}}
	row.Evidence = words.PastStatus(st, running)
	lines := []frame.Line{row}
	for _, c := range st.Changes {
		if text := pastLines(c, d.width); text != nil {
			lines = append(lines, text...)
			continue
		}
		lines = append(lines, kit.BecomesRows(safe.Clean(c.Property), safe.Clean(c.Is.Text()), safe.Clean(c.Should.Text()), safe.Clean(d.sh.Mode.Glyphs().Arrow), at, d.width)...)
	}
	if st.Error != "" && st.Interrupted() == "" {
		lines = append(lines, kit.SignedRows(frame.NoSign, safe.Clean(words.FirstLine(st.Error)), d.width)...)
	}
	for _, a := range st.Acts {
		text, end, sign := pastAct(a)
		if end != "" {
			text += "  " + end
		}
		lines = append(lines, kit.SignedRows(sign, text, d.width)...)
	}
	return lines
}
