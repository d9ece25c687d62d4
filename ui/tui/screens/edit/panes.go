package edit

import (
	"strings"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// fieldDetail describes the current field, and the planned commands.
type fieldDetail struct {
	*Screen
	width int
}

// panes returns the panes to the right of the form: the current field, and
// below it the planned commands.
func (e fieldDetail) panes(height int) (field, would []frame.Line) {
	f := e.current()
	folded := e.folded(e.at) > 0
	airy := height > 20
	head := func(r frame.Ruler) []frame.Line {
		if airy {
			return []frame.Line{r, nil}
		}
		return []frame.Line{r}
	}
	would = append(head(frame.Ruler{Title: "commands", Evidence: e.certainty()}), e.would()...)
	field = head(frame.Ruler{Title: safe.Clean(f.Attr.Name), Sub: safe.Clean(f.Attr.Kind.String())})
	facts := e.facts(f)
	doc := kit.ProseRows(docLine(f.Attr.Doc), e.width-1)
	if folded {
		field = head(frame.Ruler{Title: "not supported by " + safe.Clean(e.provider.Name)})
		doc, facts = kit.ProseRows(e.foldedNames(), e.width-1), nil
	}
	// Commands take precedence; the description of the field is shortened.
	room := max(3, height-len(would)-4-len(field))
	if most := max(1, room-len(facts)-1); len(doc) > most {
		doc = doc[:most]
	}
	field = append(field, doc...)
	if len(doc)+len(facts)+1 <= room {
		field = append(append(field, nil), facts...)
	}
	if after := e.afterThis(); len(field)+len(would)+len(after)+5 <= height {
		would = append(append(would, nil), after...)
	}
	return field, would
}

// facts returns rows about an attribute, each with a label.
func (e fieldDetail) facts(f draft.Field) []frame.Line {
	const at = 11
	var lines []frame.Line
	put := func(name, text safe.Text) {
		if text == "" {
			return
		}
		for i, part := range kit.Wrap(text.Cut(6*e.width, e.sh.Mode.Ellipsis()), e.width-at-1) {
			row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(at), Text: part}}}
			if i == 0 {
				row.Cells = append([]frame.Cell{{At: frame.At(1), Text: name, Style: theme.Muted}}, row.Cells...)
			}
			lines = append(lines, row)
		}
	}
	put("allowed", safe.Clean(strings.Join(kit.AllowedWords(f.Attr, e.provider), "  ")))
	put("example", safe.Clean(f.Attr.Example))
	if f.Attr.Kind == ral.Property {
		put("current", safe.Start(f.IsText, 4*e.width))
	}
	if f.Set && f.State != draft.FieldInvalid {
		put("reads as", readsAs(f))
	}
	if len(f.Attr.Features) > 0 && e.provider != nil {
		has := " supports it"
		if len(e.provider.Lacks(f.Attr)) > 0 {
			has = " does not support it"
		}
		put("needs", safe.Clean(strings.Join(f.Attr.Features, ", ")+": "+e.provider.Name+has))
	}
	if f.Attr.Sensitive {
		put("secret", "not shown, logged or copied")
	}
	if f.Attr.IsList {
		put("list", "separate values with commas")
	}
	if f.Attr.IsMap {
		put("map", "{'key' => 'value'}, or in JSON")
	}
	if t := e.unseen(); t != "" {
		put("typed", t)
	}
	return lines
}

// foldedNames lists the attributes of the folded row under the cursor.
func (e *form) foldedNames() safe.Text {
	var names []string
	for _, i := range e.lackingLike(e.at) {
		names = append(names, e.nth(i).Attr.Name)
	}
	return safe.Clean(strings.Join(names, ", "))
}

// certainty returns the certainty of the plan, or the state of planning.
func (e *plannedForm) certainty() safe.Text {
	if e.live.works || e.live.shown != e.live.gen {
		return "planning"
	}
	if len(e.check.Needed()) > 0 {
		return "incomplete"
	}
	for _, s := range e.own() {
		for _, c := range s.Changes {
			if c.Status == transaction.Planned {
				return words.Sure(c)
			}
		}
	}
	return ""
}

// would returns the acts of the current plan, and why some values are not in
// it. Commands are wrapped and not cut.
func (e fieldDetail) would() []frame.Line {
	var lines []frame.Line
	say := func(sign frame.Sign, t safe.Text) {
		for i, part := range kit.Wrap(t.Cut(6*e.width, e.sh.Mode.Ellipsis()), e.width-frame.ProseMargin-1) {
			row := frame.Row{Prose: true, Cells: []frame.Cell{{At: frame.At(frame.ProseMargin), Text: part, Style: theme.Muted}}}
			if i == 0 {
				row.Sign = sign
			}
			lines = append(lines, row)
		}
	}
	for _, s := range e.own() {
		for i := range s.Results {
			lines = append(lines, plantext.StepAct(&s.Results[i], e.width)...)
		}
		if s.Err != nil && !s.ErrAtChange() {
			say(frame.SignNeeds, safe.Clean(s.Err.Error()))
		}
		for i, c := range s.Changes {
			if names := s.FaultOf(i); len(names) > 0 {
				say(frame.SignNeeds, safe.Clean(strings.Join(names, ", ")+": "+c.Err.Error()))
			}
			for _, also := range c.Also {
				say(frame.NoSign, "also "+safe.Clean(also))
			}
		}
	}
	if e.live.err != nil {
		say(frame.SignNeeds, safe.Clean(e.live.err.Error()))
	}
	for i := range e.fields() {
		if f := e.nth(i); f.State == draft.FieldInvalid {
			say(frame.SignNeeds, safe.Clean(f.Attr.Name)+" needs a valid value")
		}
	}
	if why := e.sh.Session.User.Refused(e.provider); why != "" && !e.edited() {
		say(frame.SignCannot, safe.Clean(why)+". You can plan and save a change.")
	} else if why != "" {
		say(frame.SignCannot, safe.Clean(why)+". You can plan and save the change, or run:")
		lines = append(lines, plantext.ActRows("$", safe.Clean(kit.CommandLine(e.sh.Session, e.decls()...)), e.width)...)
	}
	if len(lines) == 0 {
		switch {
		case !e.edited():
			say(frame.NoSign, "none: no edits yet")
		case e.live.shown == e.live.gen:
			say(frame.NoSign, "none: in sync")
		}
	}
	return lines
}

// afterThis returns rows with the next possible keys.
func (e fieldDetail) afterThis() []frame.Line {
	key := func(in keys.Intent) safe.Text {
		name := safe.Clean(e.sh.Keys.Key(in))
		if e.commands {
			return name
		}
		return safe.Clean(e.sh.Keys.KeyTyping(keys.Back)) + " " + name
	}
	lines := []frame.Line{frame.Title("next steps", "", false)}
	for _, h := range []struct {
		in   keys.Intent
		what safe.Text
	}{
		{keys.Difference, e.sh.Spell("show diff, then {apply} for Yes")}, {keys.UndoField, "undo this field"}, {keys.EditInEditor, "edit all in $EDITOR"},
	} {
		lines = append(lines, frame.Row{Prose: true, Cells: []frame.Cell{
			{At: frame.At(1), Text: key(h.in), Style: theme.Key}, {At: frame.At(8), Text: h.what, Style: theme.Muted},
		}})
	}
	return lines
}

// foot returns a short form, if panes do not fit.
func (e fieldDetail) foot(height int) frame.Foot {
	f := e.current()
	lines := []frame.Line{frame.Ruler{Title: safe.Clean(f.Attr.Name), Sub: safe.Clean(f.Attr.Kind.String()), Evidence: e.footEvidence()}}
	if e.folded(e.at) > 0 {
		lines[0] = frame.Ruler{Title: "not supported by " + safe.Clean(e.provider.Name), Evidence: e.footEvidence()}
		return frame.Foot{Lines: append(lines, kit.RowsOf(e.foldedNames(), e.width, max(1, frame.FootRoom(height)-1))...)}
	}
	room := max(0, frame.FootRoom(height)-1)
	var would []frame.Line
	if e.edited() || e.sh.Session.User.Refused(e.provider) != "" {
		would = e.would()
	}
	doc := kit.RowsOf(docLine(f.Attr.Doc), e.width, 1)
	if t := e.unseen(); t != "" {
		doc = append(doc, frame.Text(t))
	}
	if t := allowed(f, e.provider); t != "" && len(would) == 0 {
		doc = append(doc, kit.RowsOf(t, e.width, 1)...)
	}
	lines = append(lines, doc[:min(len(doc), room)]...)
	room -= min(len(doc), room)
	if len(would) > room {
		more := words.CountOf(len(would)-max(0, room-1), "more line") + e.sh.Spell(": esc, then {difference}")
		would = append(would[:max(0, room-1):max(0, room-1)], frame.Prose(more))
	}
	return frame.Foot{Lines: append(lines, would[:min(len(would), max(0, room))]...)}
}

func (e fieldDetail) footEvidence() safe.Text {
	if t := e.certainty(); t != "" && e.edited() {
		return "commands: " + t
	}
	return ""
}
