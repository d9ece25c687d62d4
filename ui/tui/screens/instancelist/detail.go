package instancelist

import (
	"path"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// instanceDetail describes an instance in a list: its current and desired
// state, its links in both directions, and the planned acts. It shows only
// known data and reads no files.
type instanceDetail struct {
	sh       *kit.Shared
	inst     *ral.Instance
	was      *ral.Instance // the instance when last seen, if it differs
	draft    *draft.Draft  // its draft; nil for none
	there    bool          // exists on the host, and is not only staged
	findings []string
	remarks  []safe.Text
	refused  string // why this user cannot change it
	read     time.Time
	old      bool // the last reading of its source failed
	reading  *cursorRead
	width    int
	height   int
}

const (
	fromWidth = 64 // from this width on values are followed by their source
	moreWidth = 76 // from this width on history and documentation fill the remaining rows
)

// lines returns all lines. If they do not fit, the last are omitted, but
// commands take precedence over links.
func (d instanceDetail) lines() []frame.Line {
	head := frame.Title(safe.Clean(d.inst.Type.Name+" "+d.inst.Name), "", false)
	if !d.read.IsZero() {
		head.Evidence = "read " + kit.Clock(d.read)
	}
	switch {
	case !d.there:
		head.Evidence = "staged"
	case d.old:
		head.Evidence = "old"
	}
	lines := slices.Concat(d.states(), d.values(), d.remarkRows())
	connected, commands := d.connected(), d.commands()
	if room := d.height - len(lines) - len(commands); len(connected) > room {
		connected = d.shortened(connected, room)
	}
	lines = slices.Concat(lines, connected, commands)
	if d.width >= moreWidth {
		for _, part := range [][]frame.Line{d.history(), d.documentation()} {
			if len(lines)+len(part) <= d.height {
				lines = append(lines, part...)
			}
		}
	}
	return append([]frame.Line{head}, lines...)
}

// shortened omits the last links, and counts them.
func (d instanceDetail) shortened(rows []frame.Line, room int) []frame.Line {
	const least = 4 // a blank, a head, one link and the count of the others
	if room < least {
		return nil
	}
	left := len(rows) - room + 1
	return append(rows[:room-1:room-1], kit.MutedRows(words.Count(left)+" more", d.width)...)
}

// states returns badges for ensure and the number of edits.
func (d instanceDetail) states() []frame.Line {
	var badges []frame.Span
	switch is := d.inst.Get("ensure").Text(); {
	case !d.there:
		badges = append(badges, frame.Span{Text: "absent", Style: theme.BadgeNeutral})
	case !stateBadge(is):
	case is == "present" || is == "running":
		badges = append(badges, frame.Span{Text: safe.Clean(is), Style: theme.BadgeOK})
	default:
		badges = append(badges, frame.Span{Text: safe.Clean(is), Style: theme.BadgeNeutral})
	}
	if n := len(d.staged()); n > 0 {
		badges = append(badges, frame.Span{Text: words.Count(n) + " staged", Style: theme.BadgeChange})
	}
	if len(badges) == 0 {
		return nil
	}
	lines := []frame.Line{kit.Badges(badges...), nil}
	if d.height >= frame.AiryHeight-6 {
		lines = append([]frame.Line{nil}, lines...)
	}
	return lines
}

// stateBadge reports whether a value of ensure is shown as a badge.
func stateBadge(ensure string) bool {
	return slices.Contains([]string{"present", "absent", "running", "stopped"}, ensure)
}

// staged returns the attributes with a desired value that differs from the
// current value.
func (d instanceDetail) staged() []*ral.Attribute {
	if d.draft == nil {
		return nil
	}
	var list []*ral.Attribute
	for _, a := range d.inst.Type.Order() {
		desired, typed := d.draft.Text(a.Name)
		if typed && (!d.there || !d.inst.Known(a.Name) || desired != notation.Typed(a, d.inst.Get(a.Name))) {
			list = append(list, a)
		}
	}
	return list
}

// values returns the known properties and the edited attributes.
func (d instanceDetail) values() []frame.Line {
	staged := d.staged()
	at := 0
	var shown []*ral.Attribute
	for _, a := range d.inst.Type.Order() {
		want := slices.Contains(staged, a)
		known := d.there && a.Kind == ral.Property && d.inst.Known(a.Name)
		if a.Name == "ensure" && !want && !d.drifted(a) && stateBadge(d.inst.Get("ensure").Text()) {
			continue
		}
		if known || want || d.drifted(a) {
			shown = append(shown, a)
			at = max(at, min(len(a.Name), 20))
		}
	}
	at = frame.ProseMargin + max(10, at) + 1
	var lines []frame.Line
	for _, a := range shown {
		lines = append(lines, d.value(a, slices.Contains(staged, a), at)...)
	}
	n := 0
	if p := d.inst.Provider; p != nil && d.there {
		for _, a := range d.inst.Type.Properties() {
			if len(p.Lacks(a)) > 0 {
				n++
			}
		}
		if n > 0 {
			for _, row := range kit.SignedRows(frame.SignCannot, kit.LackingCount(n, "property", "properties", p), d.width) {
				r := row.(frame.Row)
				r.Muted = true
				lines = append(lines, r)
			}
		}
	}
	return lines
}

func (d instanceDetail) drifted(a *ral.Attribute) bool {
	i := slices.Index(d.inst.Type.Properties(), a)
	return i >= 0 && d.was != nil && listings.Drifted(d.was, d.inst, i)
}

// value returns the rows of an attribute: its current value, its desired value,
// and where it was read.
func (d instanceDetail) value(a *ral.Attribute, want bool, at int) []frame.Line {
	const most = 3
	var is safe.Text
	if d.there && a.Kind == ral.Property {
		is = safe.Clean(notation.ShowFound(a, d.inst))
	}
	style := theme.Text
	if first := kit.SameCause(d.inst, a); first != nil && d.there {
		is, style = kit.AsAbove(first), theme.Dim
	}
	width := d.width
	var from safe.Text
	if source := d.inst.Source(a.Name); width >= fromWidth && d.there && source != "" {
		if from = safe.Clean(source); width < moreWidth {
			from = safe.Clean(path.Base(source))
		}
		width -= from.Width() + 2
	}
	var lines []frame.Line
	if !want {
		lines = kit.LabelledRows(safe.Clean(a.Name), is, style, at, width, most)
	} else {
		should := safe.Clean(d.sh.Session.Drafts.ShowTyped(d.sh.Ctx, d.draft, a))
		lines = kit.BecomesRows(safe.Clean(a.Name), is, should, safe.Clean(d.sh.Mode.Glyphs().Arrow), at, width)
	}
	first := lines[0].(frame.Row)
	if d.drifted(a) {
		first.Sign = frame.SignMoved
	}
	if want {
		first.Sign = frame.SignChanges
		if !d.there {
			first.Sign = frame.SignAdds
		}
		if kit.Invalid(d.sh, d.draft, a) {
			first.Sign = frame.SignNeeds
		}
	}
	first.Evidence = from
	lines[0] = first
	return lines
}

// remarkRows returns the drift, the findings and the remarks about the instance, and
// why this user cannot change it.
func (d instanceDetail) remarkRows() []frame.Line {
	var lines []frame.Line
	if d.was != nil {
		lines = append(lines, kit.SignedRows(frame.SignMoved, "changed: "+words.Drift(d.was, d.inst), d.width)...)
	}
	for _, text := range d.findings {
		lines = append(lines, kit.SignedRows(frame.SignNeeds, safe.Clean(text), d.width)...)
	}
	for _, text := range d.remarks {
		lines = append(lines, kit.MutedRows(text, d.width)...)
	}
	if d.refused != "" {
		lines = append(lines, kit.SignedRows(frame.SignCannot, "To change it: "+safe.Clean(d.refused)+".", d.width)...)
	}
	if len(lines) > 0 {
		lines = append([]frame.Line{nil}, lines...)
	}
	return lines
}

// connected returns the links from and to the instance.
func (d instanceDetail) connected() []frame.Line {
	if !d.reading.known || d.reading.of != d.inst {
		return nil
	}
	c := &d.reading.answer.links
	if len(c.To)+len(c.From) == 0 {
		return nil
	}
	g := d.sh.Mode.Glyphs()
	lines := []frame.Line{nil, frame.Title("relationships", "", false)}
	for _, l := range c.To {
		lines = append(lines, arrowRow(d.sh.Mode, g.To, l, kit.LeadsBy(l), d.width))
	}
	for _, l := range c.From[:min(len(c.From), kit.MaxLinks)] {
		lines = append(lines, arrowRow(d.sh.Mode, g.From, l, kit.PointsBy(l), d.width))
	}
	return lines
}

// arrowRow formats a link: its direction, the type, the title, and its reason,
// which is cut before the title.
func arrowRow(m frame.Mode, arrow string, l model.Link, why safe.Text, width int) frame.Line {
	mark := safe.Clean(arrow)
	at := 1 + mark.Width() + 1
	kind, title := safe.Clean(l.Type)+" ", safe.Clean(l.Title)
	room := width - at - 1
	why = why.Cut(max(room/3, room-2-kind.Width()-title.Width()), m.Ellipsis())
	title = title.CutMiddle(max(1, room-why.Width()-2-kind.Width()), m.Ellipsis())
	return frame.Row{Prose: true, Evidence: why, Cells: []frame.Cell{
		{At: frame.Slot{Col: 1, Width: mark.Width()}, Text: mark, Style: theme.Accent},
		{At: frame.At(at), Text: kind, Style: theme.Muted, More: []frame.Span{{Text: title, Style: theme.Name}}},
	}}
}

// commands returns the planned acts of the draft, in order.
func (d instanceDetail) commands() []frame.Line {
	if d.draft == nil || d.reading.of != d.inst || !d.reading.known {
		return nil
	}
	step := d.reading.answer.step
	if err := d.reading.answer.err; err != nil {
		lines := []frame.Line{nil, frame.Title("commands", "", false)}
		return append(lines, kit.SignedRows(frame.SignNeeds, safe.Clean(words.FirstLine(err.Error())), d.width)...)
	}
	if step == nil {
		return nil
	}
	head := frame.Title("commands", safe.Clean(step.Certainty().String()), false)
	lines := []frame.Line{nil, head}
	if len(step.Results) == 0 {
		return append(lines, kit.MutedRows("none", d.width)...)
	}
	for i := range step.Results {
		lines = append(lines, kit.ActRows(&step.Results[i], d.width)...)
	}
	return lines
}

// history returns the runs that changed the instance.
func (d instanceDetail) history() []frame.Line {
	if !d.reading.read || d.reading.of != d.inst || len(d.reading.past) == 0 {
		return nil
	}
	return append([]frame.Line{nil}, kit.PastRows(d.sh, d.reading.past)...)
}

func (d instanceDetail) documentation() []frame.Line {
	return append([]frame.Line{nil}, kit.DocumentationRows(d.inst.Type, d.width)...)
}
