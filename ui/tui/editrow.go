package tui

import (
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

// rows are the lines of one field: the field itself, and what is to be said of
// it below.
func (e *edit) rows(l editLayout, i int) []frame.Line {
	f := e.nth(i)
	here := i == e.at
	row := frame.Row{Cursor: here, Sign: e.sign(f), Evidence: e.verdict(l, f), Sure: verdictStyle(f.State)}
	row.Muted = f.State == model.Cannot
	row.Cells = append(row.Cells, frame.Cell{At: l.nameSlot(), Text: safe.Clean(f.Attr.Name)})
	if f.State == model.Cannot {
		row.Cells = append(row.Cells, e.cannot(l, f)...)
		return []frame.Line{row}
	}
	if is := e.isText(l, i); l.is > 0 && is != "" {
		row.Cells = append(row.Cells, frame.Cell{At: l.isSlot(), Text: is})
	}
	if here && e.field != nil {
		view, caret := e.field.View(l.field, e.sh.mode.Ellipsis())
		row.Cells = append(row.Cells, frame.Cell{At: frame.At(l.should), Text: view, Style: inputStyle(f.State)})
		row.Caret = l.should + caret
		if f.Attr.Sensitive {
			row.Caret = l.should + view.Width()
		}
	} else if t := e.value(l, i); t != "" {
		row.Cells = append(row.Cells, frame.Cell{At: l.shouldSlot(), Text: t})
	}
	if l.read > 0 {
		if t := readsAs(l, f); t != "" {
			row.Cells = append(row.Cells, frame.Cell{At: l.readSlot(), Text: t})
		}
	}
	return append([]frame.Line{row}, e.below(l, f, here)...)
}

func (e *edit) sign(f model.Field) frame.Sign {
	own := frame.NoSign
	switch f.State {
	case model.FieldInSync:
		own = frame.SignInSync
	case model.Changes:
		own = frame.SignChanges
		if f.Attr.Name == "ensure" && f.Value == "absent" {
			own = frame.SignRemoves
		} else if f.Attr.Name == "ensure" && f.Is.IsAbsent() {
			own = frame.SignAdds
		}
	case model.FieldInvalid:
		own = frame.SignNeeds
	case model.Cannot, model.NeedsRoot:
		own = frame.SignCannot
	case model.Unreadable:
		own = frame.SignUnknown
	case model.NotManaged, model.ReadOnly:
		switch {
		case f.Is.IsUnknown() && e.unread():
			own = frame.SignUnknown
		case f.Is.IsUnknown():
			own = frame.SignNeeds
		}
	}
	if e.reading && f.Attr.Kind == 0 {
		own = frame.Strongest(own, frame.SignWorks)
	}
	if e.moved[f.Attr.Name] && f.Set && f.State != model.FieldInSync {
		own = frame.Strongest(own, frame.SignMoved)
	}
	return own
}

func (e *edit) verdict(l editLayout, f model.Field) safe.Text {
	if l.narrow() || f.State == model.NotManaged && (l.read == 0 || f.Attr.Kind != 0 || !e.ready) {
		return ""
	}
	return safe.Clean(f.State.String())
}

// verdictStyle sets apart what is invalid, what changes, and what is not managed.
func verdictStyle(s model.FieldState) theme.Token {
	switch s {
	case model.FieldInvalid:
		return theme.Danger
	case model.Changes:
		return theme.Change
	case model.NotManaged, model.Cannot:
		return theme.Dim
	}
	return theme.Muted
}

func inputStyle(s model.FieldState) theme.Token {
	if s == model.FieldInvalid {
		return theme.InvalidInput
	}
	return theme.Input
}

// cannot is the reason in the place of the values.
func (e *edit) cannot(l editLayout, f model.Field) []frame.Cell {
	if l.read > 0 {
		return []frame.Cell{
			{At: l.isSlot(), Text: "-"},
			{At: frame.At(l.should), Text: safe.Clean(strings.TrimPrefix(f.Message, f.Attr.Name+" "))},
		}
	}
	col := max(l.is, l.should*min(1, max(0, 1-l.is)))
	why := f.Message
	if e.provider != nil {
		why = e.provider.Name + " lacks " + strings.Join(e.provider.Lacks(f.Attr), ", ")
	}
	return []frame.Cell{{At: frame.At(col), Text: safe.Clean(why)}}
}

// isText is what a property is; a parameter is nothing on the host.
func (e *edit) isText(l editLayout, i int) safe.Text {
	if i >= len(e.check.Properties) {
		return ""
	}
	return safe.Start(e.nth(i).IsText, l.width)
}

// value is what should be; where there is one column of values, else what is.
func (e *edit) value(l editLayout, i int) safe.Text {
	if t := shouldText(l, e.nth(i)); t != "" || !l.narrow() {
		return t
	}
	return e.isText(l, i)
}

// shouldText is the desired value as typed; where there is no column for what
// it reads as, that joins it.
func shouldText(l editLayout, f model.Field) safe.Text {
	if f.Attr.Sensitive {
		if f.Set {
			return "[redacted]"
		}
		return ""
	}
	if !f.Set {
		return safe.Start(f.Value, l.width)
	}
	typed := safe.Start(f.Typed, l.width)
	if !reread(f) {
		return typed
	}
	typed = `"` + typed + `"`
	if l.read > 0 {
		return typed
	}
	return typed + " -> " + safe.Start(f.Value, l.width) + safe.Clean(" "+f.Kind)
}

// reread says that munging made something else of what was typed.
func reread(f model.Field) bool {
	switch f.Kind {
	case "integer", "float", "boolean":
		return f.Set
	case "string", "symbol":
		return f.Set && f.Value != "" && f.Value != f.Typed
	}
	return false
}

func readsAs(l editLayout, f model.Field) safe.Text {
	if f.State == model.FieldInvalid {
		return ""
	}
	if reread(f) {
		return safe.Start(f.Value, l.width) + safe.Clean(", "+f.Kind)
	}
	return safe.Clean(f.Kind)
}

// below is what is said under a field: why it is invalid and what would be
// valid, who may do it, why it has no effect.
func (e *edit) below(l editLayout, f model.Field, here bool) []frame.Line {
	if f.Warning != "" {
		return append(l.under(safe.Clean(f.Attr.Name+" is "+f.Warning)), e.belowState(l, f, here)...)
	}
	return e.belowState(l, f, here)
}

func (e *edit) belowState(l editLayout, f model.Field, here bool) []frame.Line {
	switch f.State {
	case model.FieldInvalid:
		rows := l.under(l.brief(f.Message))
		if t := allowed(f, e.provider); here && t != "" && l.read > 0 {
			rows = append(rows, l.below(t))
		}
		return rows
	case model.Unreadable:
		if e.unread() && !here {
			return nil // it is the same for all
		}
		return l.under(l.brief(f.Message))
	case model.NoEffect:
		return l.under(l.brief(f.Message))
	case model.NeedsRoot:
		if !here {
			return nil
		}
		rows := l.under(safe.Clean(f.Message) + ". Plan it, keep it, or run what " + safe.Clean(e.sh.keys.Key("show-command")) + " shows:")
		return append(rows, l.under(safe.Clean(commandLine(e.sh.session, e.decls()...)))...)
	}
	return nil
}

// allowed lists what would be valid: "allowed  absent   /^\d+$/   for example 5".
func allowed(f model.Field, p *ral.Provider) safe.Text {
	list := inWords(f.Allowed)
	if len(list) == 0 {
		list = allowedWords(f.Attr, p)
	}
	var parts []string
	if len(list) > 0 {
		parts = append(parts, "allowed  "+strings.Join(list, "   "))
	}
	if f.Attr.Example != "" {
		parts = append(parts, "for example "+f.Attr.Example)
	}
	return safe.Clean(strings.Join(parts, "   "))
}
