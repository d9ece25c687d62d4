package edit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// fieldValues are the possible values below the open field: allowed values, and
// existing resources that the attribute can reference.
type fieldValues struct {
	closed bool
	typed  bool // the text was typed, and not only opened
	at     int  // row of the cursor, from 1; 0 means the field
	host   []string
	of     string // the text that host completes
}

// fieldValue is a possible value with a remark.
type fieldValue struct {
	text string
	what safe.Text
}

// mostChoices is the maximum number of offered values.
const mostChoices = 8

// completedMsg is the completion of a path.
type completedMsg struct {
	screen *Screen
	gen    int
	of     string
	list   []string
}

// lastElement splits a text into the last element of a list and the text before
// it.
func lastElement(a *ral.Attribute, text string) (before, last string) {
	if !a.IsList {
		return "", text
	}
	i := strings.LastIndexByte(text, ',') + 1
	for i < len(text) && text[i] == ' ' {
		i++
	}
	return text[:i], text[i:]
}

// choices returns the currently offered values.
func (e *Screen) choices() []fieldValue {
	if e.field == nil || e.values.closed || e.current().Attr.Sensitive {
		return nil
	}
	a := e.current().Attr
	text := e.field.Value()
	var list []fieldValue
	literals, patterns := a.AllowedText(e.provider)
	known := slices.Contains(literals, text)
	if known && e.values.typed && !slices.ContainsFunc(literals, func(l string) bool { return l != text && strings.HasPrefix(l, text) }) {
		return nil // complete: down leads to the next field
	}
	for _, l := range literals {
		if known || strings.HasPrefix(l, text) || e.current().Message != "" {
			list = append(list, fieldValue{l, ""})
		}
	}
	before, last := lastElement(a, text)
	if e.values.of == last && !slices.Contains(e.values.host, last) { // else the typed text is complete
		for _, t := range e.values.host {
			list = append(list, fieldValue{before + t, ""})
		}
	}
	if len(list) > 0 && len(list) < mostChoices && a.Example != "" && !slices.Contains(literals, a.Example) && len(literals) > 0 {
		list = append(list, fieldValue{a.Example, "an example"})
	}
	for _, p := range patterns {
		if len(literals) > 0 && len(list) > 0 && len(list) < mostChoices {
			list = append(list, fieldValue{kit.InWords([]string{p})[0], "pattern"})
		}
	}
	return list[:min(len(list), mostChoices)]
}

// complete searches for existing resources that the field can reference. It
// uses the current listing and reads it in the background if needed; a
// directory is read in the background.
func (e *Screen) complete() tea.Cmd {
	if e.field == nil || e.current().Attr.Sensitive {
		return nil
	}
	a := e.current().Attr
	_, last := lastElement(a, e.field.Value())
	e.values.host, e.values.of = nil, last
	if ral.Relates(a) {
		return e.completeRef(last)
	}
	var cmds []tea.Cmd
	for _, t := range e.sh.Session.Links.Named(e.draft.Type, a) {
		if t.NotListable != "" {
			if strings.HasPrefix(last, "/") {
				cmds = append(cmds, e.completePath(last))
			}
			continue
		}
		cmds = append(cmds, e.sh.Want(t))
		e.values.host = append(e.values.host, e.listed(t, last)...)
	}
	return tea.Batch(cmds...)
}

// listed returns the first instances of a type with names that begin with a
// text.
func (e *Screen) listed(t *ral.Type, begun string) (names []string) {
	for _, entry := range e.sh.Listings.Of(t).Entries {
		if name := entry.Instance.Name; strings.HasPrefix(name, begun) && !slices.Contains(names, name) {
			if names = append(names, name); len(names) > mostChoices {
				break
			}
		}
	}
	return names
}

// completeRef completes a reference: first its type, then the titles of that
// type.
func (e *Screen) completeRef(text string) tea.Cmd {
	t, title, types := e.sh.Session.CompleteRef(text)
	e.values.host = types
	if t == nil || t.NotListable != "" {
		return nil
	}
	for _, name := range e.listed(t, title) {
		e.values.host = append(e.values.host, ral.Capitalise(t.Name)+"["+name+"]")
	}
	return e.sh.Want(t)
}

func (e *Screen) completePath(text string) tea.Cmd {
	gen, session, ctx := e.live.gen, e.sh.Session, e.sh.Ctx
	return func() tea.Msg {
		list, err := session.CompletePath(ctx, text, mostChoices)
		if err != nil {
			return nil
		}
		return completedMsg{e, gen, text, list}
	}
}

// take puts a value into the field.
func (e *Screen) take(v fieldValue) tea.Cmd {
	if v.what == "pattern" {
		return nil
	}
	e.values = fieldValues{closed: !strings.HasSuffix(v.text, "/") && !strings.HasSuffix(v.text, "[")}
	e.field = widget.NewValueField(v.text, false)
	return e.assign(v.text)
}

// completion returns the value that tab inserts: the value under the cursor, or
// the common beginning of the values that begin with the typed text.
func (e *Screen) completion() (fieldValue, bool) {
	list := e.choices()
	if e.values.at > 0 && e.values.at <= len(list) {
		return list[e.values.at-1], true
	}
	var found []fieldValue
	for _, v := range list {
		if text := e.field.Value(); text != "" && v.text != text && len(v.text) >= len(text) && strings.EqualFold(v.text[:len(text)], text) {
			found = append(found, v)
		}
	}
	if len(found) == 1 || len(found) > 0 && e.values.of != "" && len(e.values.host) > 0 {
		return fieldValue{text: commonStart(found)}, commonStart(found) != e.field.Value()
	}
	return fieldValue{}, false
}

// commonStart returns the common prefix of all values.
func commonStart(list []fieldValue) string {
	start := list[0].text
	for _, v := range list[1:] {
		for !strings.HasPrefix(v.text, start) {
			start = start[:len(start)-1]
		}
	}
	return start
}

// layer returns the layer with the values below the field.
func (e *Screen) layer(l editLayout, below int) *frame.Layer {
	list := e.choices()
	if len(list) == 0 {
		return nil
	}
	title := safe.Text("allowed")
	if literals, _ := e.current().Attr.AllowedText(e.provider); len(literals) == 0 {
		title = "existing"
	}
	e.values.at = min(e.values.at, len(list))
	rows := []frame.Line{frame.Title(title, "tab uses it", e.values.at > 0)}
	for i, v := range list {
		style := theme.Text
		if v.text == e.field.Value() {
			style = theme.Accent
		}
		rows = append(rows, frame.Row{
			Prose: true, Cursor: i+1 == e.values.at, Cells: []frame.Cell{{At: frame.At(2), Text: safe.Start(v.text, 60), Style: style}}, Evidence: v.what,
		})
	}
	// The layer covers everything right of the field, because parts of words
	// would remain otherwise.
	return &frame.Layer{Lines: rows, Width: max(20, l.width-l.should+1), Under: &frame.Under{Col: l.should, Skip: below}}
}
