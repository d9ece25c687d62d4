package typelist

import (
	"slices"
	"strings"
	"time"

	"ralsh/model/listings"
	"ralsh/ral/condition"
	"ralsh/ral/onhost"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// typeDetail describes the type under the cursor: its default provider and why,
// the reasons of unsuitable providers, and its documentation.
type typeDetail struct {
	sh     *kit.Shared
	l      *listings.Listing
	width  int
	height int // rows; 0 in a foot, which has few
	now    time.Time
	airy   bool // blank rows between the parts
}

// lines returns all lines, the least important at the end. If they do not fit,
// the blank rows are omitted first, and then the documentation and the features
// are out of sight.
func (d typeDetail) lines() []frame.Line {
	const documented = 3 // a blank, a head and a line
	parts := func() []frame.Line {
		return slices.Concat(d.summary(), d.winner(), d.suitable(), d.unsuitable(), d.findings(), d.features())
	}
	d.airy = true
	lines := parts()
	if d.airy = len(lines)+documented <= d.height; !d.airy {
		lines = parts()
	}
	lines = append(lines, d.documentation()...)
	return append([]frame.Line{d.head()}, lines...)
}

func (d typeDetail) head() frame.Ruler {
	t := d.l.Type
	head := frame.Title(safe.Clean(t.Name), "", false)
	if head.Sub = "built in"; t.Origin.Module != "" {
		head.Sub = safe.Clean(t.Origin.Module)
	}
	if c := d.l.Choice; c != nil && len(c.All) > 0 {
		head.Evidence = words.Count(c.Election.SuitableCount()) + " of " + words.Count(len(c.All)) + " suitable"
	}
	return head
}

// part adds a blank row before a part if it fits.
func (d typeDetail) part(lines ...frame.Line) []frame.Line {
	if d.airy && len(lines) > 0 {
		return append([]frame.Line{nil}, lines...)
	}
	return lines
}

func (d typeDetail) summary() []frame.Line {
	text := safe.Clean(d.l.Type.Summary)
	// On a different root, the directory of the instances is important.
	if root := d.sh.Session.Root(); root != "/" && d.l.Type.NotListable == "" && !d.l.Unsuitable() {
		text += " below " + safe.Clean(root)
	}
	lines := kit.ProseRows(text+".", d.width)
	if from := moduleOf(d.l.Type, d.height > 0); from != "" {
		lines = append(lines, kit.MutedRows(from, d.width)...)
	}
	return d.part(lines...)
}

// winner returns the default provider as a badge, and the rule that elected it.
func (d typeDetail) winner() []frame.Line {
	c := d.l.Choice
	if c == nil {
		return d.part(kit.MutedRows("The providers are being tested.", d.width)...)
	}
	why := safe.Clean(c.Election.Why())
	w := c.Election.Winner
	if w == nil {
		return d.part(kit.ProseRows(why, d.width)...)
	}
	badge := safe.Clean(w.Name)
	text := safe.Clean(strings.TrimPrefix(strings.TrimPrefix(string(why), w.Name), " "))
	return d.part(kit.BadgeRows(badge, theme.BadgeAccent, text, d.width)...)
}

// columns returns the second and third column of both tables of providers.
func (d typeDetail) columns() (second, third frame.Slot) {
	name := 8
	for _, t := range d.l.Type.Providers() {
		name = max(name, min(len(t.Name), 16))
	}
	at := frame.ProseMargin + name + 2
	left := d.width - at
	return frame.Slot{Col: at, Width: left*3/5 - 2}, frame.At(at + left*3/5)
}

// suitable returns the suitable providers, with their number of instances and
// duration.
func (d typeDetail) suitable() []frame.Line {
	c := d.l.Choice
	if c == nil || c.Election.SuitableCount() == 0 {
		return nil
	}
	verdict, _ := d.columns()
	const took, counted = 10, 10
	verdict.Width = max(8, d.width-verdict.Col-took-counted-1)
	number := frame.Slot{Col: d.width - took - counted, Width: counted, Right: true}
	head := frame.Heads(frame.Cell{At: frame.At(frame.ProseMargin), Text: "provider"}, frame.Cell{At: verdict, Text: "verdict"}, frame.Cell{At: number, Text: "instances"})
	head.Last = "time"
	lines := []frame.Line{head}
	for _, s := range c.All {
		if !s.Suitable() {
			break
		}
		lines = append(lines, d.provider(s, verdict, number))
	}
	return d.part(lines...)
}

func (d typeDetail) provider(s onhost.Suitability, verdict, number frame.Slot) frame.Row {
	c := d.l.Choice
	r := frame.Row{Prose: true, Cells: []frame.Cell{
		{At: frame.Slot{Col: frame.ProseMargin, Width: verdict.Col - frame.ProseMargin - 1}, Text: safe.Clean(s.Provider.Name)},
		{At: verdict, Text: "suitable", Style: theme.OK},
	}}
	switch {
	case c.Election.Winner == s.Provider && c.Election.Rule == onhost.ByOrder:
		r.Sign, r.Cells[0].Style, r.Cells[1].Text, r.Cells[1].Style = frame.SignNeeds, theme.Strong, "default, tied", theme.Change
	case c.Election.Winner == s.Provider:
		r.Sign, r.Cells[0].Style, r.Cells[1].Text, r.Cells[1].Style = frame.SignDefault, theme.Strong, "default", theme.Accent
	case slices.Contains(c.Election.Tied, s.Provider):
		r.Cells[1].Text = "tied"
	}
	i := slices.IndexFunc(d.l.Sources, func(src *listings.Source) bool { return src.Provider == s.Provider })
	if i < 0 {
		if d.l.Stage == listings.StageDone && d.l.Type.NotListable == "" {
			r.Cells = append(r.Cells, frame.Cell{At: number, Text: "no list", Style: theme.Dim})
		}
		return r
	}
	src := d.l.Sources[i]
	cell := frame.Cell{At: number, Text: words.Count(src.Count)}
	took := src.Took
	switch {
	case src.Err != nil:
		r.Sign = frame.SignNeeds
		cell.Text, cell.Style = kit.SourceStatus(src), theme.Danger
	case !src.Done:
		r.Sign, took = frame.SignWorks, d.now.Sub(src.Began)
	}
	r.Cells = append(r.Cells, cell)
	r.Evidence = words.Took(took)
	return r
}

// unsuitable returns the unsuitable providers, each with its first failed test.
func (d typeDetail) unsuitable() []frame.Line {
	c := d.l.Choice
	if c == nil || c.Election.SuitableCount() == len(c.All) {
		return nil
	}
	expected, got := d.columns()
	lines := []frame.Line{frame.Heads(frame.Cell{At: frame.At(frame.ProseMargin), Text: "unsuitable"}, frame.Cell{At: expected, Text: "expected"}, frame.Cell{At: got, Text: "current"})}
	for _, s := range c.All {
		v := s.FirstFailure()
		if v == nil {
			continue
		}
		name := frame.Cell{At: frame.Slot{Col: frame.ProseMargin, Width: expected.Col - frame.ProseMargin - 1}, Text: safe.Clean(s.Provider.Name), Style: theme.Muted}
		found := gotCell(got, *v)
		lines = append(lines, wrapColumns(frame.Row{Prose: true, Sign: frame.SignCannot, Cells: []frame.Cell{name}},
			frame.Cell{At: expected, Text: expectedText(*v), Style: theme.Muted}, expected.Width, found, d.width-got.Col)...)
	}
	if last := d.wouldWin(); len(last) > 0 {
		lines = append(kit.AppendAiry(lines, d.airy), last...)
	}
	return d.part(lines...)
}

// wouldWin names the unsuitable provider that would be the default.
func (d typeDetail) wouldWin() []frame.Line {
	for _, s := range d.l.Choice.All {
		if !s.Suitable() && d.l.Choice.Election.WouldWin(s.Provider) {
			return kit.MutedRows(safe.Clean(s.Provider.Name)+" would be the default if it were suitable.", d.width)
		}
	}
	return nil
}

// wrapColumns returns a row that continues in two columns. They are wrapped and not
// cut, because they are evidence.
func wrapColumns(row frame.Row, left frame.Cell, leftWidth int, right frame.Cell, rightWidth int) []frame.Line {
	lefts, rights := kit.Wrap(left.Text, leftWidth), kit.Wrap(right.Text, rightWidth)
	var lines []frame.Line
	for i := range max(len(lefts), len(rights)) {
		if i > 0 {
			row = frame.Row{Prose: true}
		}
		if i < len(lefts) {
			left.Text = lefts[i]
			row.Cells = append(row.Cells, left)
		}
		if i < len(rights) {
			right.Text = rights[i]
			row.Cells = append(row.Cells, right)
		}
		lines = append(lines, row)
	}
	return lines
}

// gotCell formats the current value of a test, dimmed if it is missing.
func gotCell(at frame.Slot, v onhost.Verdict) frame.Cell {
	absence := v.Kind == condition.ConfineCommand || v.Kind == condition.ConfineExists || v.Kind == condition.ConfineFeature
	if v.Got == "" || absence && v.Outcome == onhost.Failed {
		return frame.Cell{At: at, Text: "missing", Style: theme.Dim}
	}
	return frame.Cell{At: at, Text: safe.Clean(v.Got)}
}

// expectedText returns the expected value of a test, without the common words of
// its kind.
func expectedText(v onhost.Verdict) safe.Text {
	switch {
	case v.Kind == condition.ConfineCommand && strings.HasPrefix(v.Subject, "/"), v.Kind == condition.ConfineExists:
		return safe.Clean(v.Subject)
	case v.Kind == condition.ConfineCommand:
		return safe.Clean(v.Subject + " on PATH")
	}
	return safe.Clean(v.Title)
}

// findings returns the sources that failed, and remarks about instances.
func (d typeDetail) findings() []frame.Line {
	if d.l.Choice == nil {
		return nil
	}
	var lines []frame.Line
	for _, line := range append(failureLines(d.l), typeRemarks(d.l)...) {
		row := line.(frame.Row)
		lines = append(lines, kit.SignedRows(row.Sign, row.Cells[0].Text, d.width+1)...)
	}
	return d.part(lines...)
}

// features returns the features of the default provider.
func (d typeDetail) features() []frame.Line {
	if d.l.Choice == nil || d.l.Choice.Election.Winner == nil {
		return nil
	}
	w := d.l.Choice.Election.Winner
	names := w.FeatureNames()
	if len(names) == 0 {
		return nil
	}
	lines := []frame.Line{frame.Title("features of "+safe.Clean(w.Name), words.Count(len(names)), false)}
	return d.part(append(lines, kit.ProseRows(safe.Clean(strings.Join(names, "  ")), d.width)...)...)
}

// documentation returns the first paragraph of the type's documentation.
func (d typeDetail) documentation() []frame.Line {
	doc := kit.Paragraph(d.l.Type.Doc)
	if doc == "" {
		return nil
	}
	return d.part(append([]frame.Line{frame.Title("documentation", "", false)}, kit.MutedRows(safe.Clean(doc), d.width)...)...)
}
