package hosts

import (
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// labelled is something that is known of a host.
type labelled struct{ label, text safe.Text }

// labelled returns the known facts about a host, the most important first.
func (e *entry) labelled(sh *kit.Shared) []labelled {
	var list []labelled
	put := func(label, text safe.Text) {
		if text != "" {
			list = append(list, labelled{label, text})
		}
	}
	put("reached", e.reached())
	if e.found.Reached {
		put("but", safe.Clean(e.found.Reason))
	}
	put("groups", safe.Clean(e.groups()))
	if !e.here() {
		put("target", safe.Clean(e.target.On.String()))
		if h := e.target.Host; h != nil {
			put("from", safe.Clean(h.Place))
		}
	}
	put("system", safe.Clean(e.found.System))
	if r := e.found.Last; r != nil {
		put("last run", words.Count(r.Run)+" "+ended(r)+", "+safe.Clean(kit.WhenText(sh, r.Began)))
		put("command", safe.Clean(r.What))
	}
	if e.asked && !e.here() {
		put("took", words.Took(e.found.Took))
	}
	return list
}

// detail describes the host under the cursor, in a pane or a foot.
func (s *Screen) detail(e *entry, width, _ int) []frame.Line {
	const at, most = 12, 3
	lines := []frame.Line{frame.Title(safe.Clean(e.target.Name), "", false)}
	for _, l := range e.labelled(s.Sh) {
		lines = append(lines, kit.LabelledRows(l.label, l.text, theme.Text, at, width, most)...)
	}
	if e.found.Locked {
		lines = append(lines, kit.MutedRows(s.Sh.Spell("{open} opens its screens and prompts for the password."), width)...)
	}
	if e.compared {
		lines = append(lines, nil, frame.Title("differences from this host", e.differences(), false))
		for _, n := range e.counts {
			name := safe.Clean(n.Type)
			if name == "" {
				name = "facts"
			}
			text := words.Count(n.Differ())
			if n.Unknown > 0 {
				text += ", " + words.Count(n.Unknown) + " ?"
			}
			lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: name}}, Evidence: text})
		}
	}
	if !e.here() {
		lines = append(lines, nil, frame.Row{Prose: true, Cells: []frame.Cell{
			{At: frame.Slot{Col: 1, Width: 1}, Text: "$", Style: theme.Accent},
			{At: frame.At(frame.ProseMargin), Text: safe.Clean(s.command(e))},
		}})
	}
	return lines
}
