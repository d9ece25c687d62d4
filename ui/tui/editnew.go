package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// naming asks what a new instance is to be called, then edits it.
type naming struct {
	sh    *shared
	typ   *ral.Type
	field *widget.Field
	wrong safe.Text
	ready bool // providers are elected, so that a check touches no machine
	back  int  // how many screens back one came from
}

// nameReadyMsg says that names can be checked from here on.
type nameReadyMsg struct{ screen *naming }

// newNew asks for the name of a new instance; for types that are known by path
// it is the way to any instance. It may be over instances that were put below it on
// the way: who goes back has not seen those.
func newNew(sh *shared, t *ral.Type, over bool) *naming {
	n := &naming{sh: sh, typ: t, field: widget.NewField("", false), back: 1}
	if over {
		n.back = 2
	}
	return n
}

func (n *naming) crumb() safe.Text { return "new" }

func (n *naming) where() keys.Where { return keys.OnEdit }

func (n *naming) start() tea.Cmd {
	session, ctx, d := n.sh.session, n.sh.ctx, model.NewDraft(n.typ, "", nil, nil)
	return func() tea.Msg {
		session.Check(ctx, d)
		return nameReadyMsg{n}
	}
}

func (n *naming) typing() bool { return true }

func (n *naming) chip() safe.Text { return "" }

func (n *naming) disabled(in keys.Intent) string { return oneField(in) }

func (n *naming) close() {}

func (n *naming) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		n.field.Insert(msg.Content)
		n.recheck()
	case nameReadyMsg:
		if msg.screen == n {
			n.ready = true
			if n.field.Value() != "" {
				n.recheck()
			}
		}
	}
	return nil
}

// recheck has the type say what is wrong with the name so far.
func (n *naming) recheck() {
	n.wrong = ""
	title := n.field.Value()
	if !n.ready || title == "" {
		return
	}
	d := model.NewDraft(n.typ, title, nil, nil)
	// A name alone may be anything; one that is to be made must be good.
	if n.typ.HasEnsure() {
		d.Set("ensure", "present")
	}
	n.wrong = safe.Clean(n.sh.session.Check(n.sh.ctx, d).Name)
}

func (n *naming) press(key tea.KeyPressMsg) tea.Cmd {
	if n.field.Press(key.String(), key.Text) {
		n.recheck()
	}
	return nil
}

func (n *naming) do(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Back:
		return pop(n.back), true
	case keys.Open:
		return n.named(), true
	case keys.Clear:
		n.field.Clear()
		n.recheck()
	case keys.DeleteWord:
		n.field.DeleteWord()
		n.recheck()
	default:
		return nil, false
	}
	return nil, true
}

// named goes on to the editor, unless the type says that no resource can have
// this name.
func (n *naming) named() tea.Cmd {
	title := n.field.Value()
	if title == "" {
		n.wrong = "it needs a name"
		return nil
	}
	if n.wrong != "" {
		return sayUnavailable(safe.Clean(n.sh.keys.Key(keys.Open)) + ": " + n.wrong)
	}
	r := toEditor(n.sh.basket.Draft(n.typ, title, nil, nil))
	r.fresh = n.typ.NotListable == ""
	return replace(r)
}

// makePresent stages that a new resource is present, where its type has that, and
// reports whether it did.
func makePresent(d *model.Draft) bool {
	a := d.Type.Attr("ensure")
	if a == nil || !d.Type.HasEnsure() {
		return false
	}
	literals, _ := a.AllowedText(nil)
	if _, staged := d.Text("ensure"); staged || len(literals) == 0 || literals[0] != "present" {
		return false
	}
	d.Set("ensure", "present")
	return true
}

func (n *naming) view(width, _ int) frame.Content {
	const at = 16
	word := "name"
	if vars := n.typ.Namevars(); len(vars) == 1 {
		word = vars[0].Name
	}
	view, caret := n.field.View(min(60, width-at), n.sh.mode.Ellipsis())
	row := frame.Row{Cursor: true, Caret: at + caret}
	if n.wrong != "" {
		row.Sign = frame.SignNeeds
	}
	row.Cells = []frame.Cell{
		{At: frame.Slot{Col: frame.Margin, Width: at - frame.Margin - 1}, Text: safe.Clean(word)},
		{At: frame.At(at), Text: view, Style: theme.Input},
	}
	lines := []frame.Line{frame.Title(safe.Clean("new "+n.typ.Name), "", true), row}
	if n.wrong != "" {
		for _, t := range wrapped(n.wrong, width-at) {
			lines = append(lines, frame.Row{Cells: []frame.Cell{{At: frame.At(at), Text: t}}})
		}
	}
	if vars := n.typ.Namevars(); len(vars) > 0 {
		lines = append(lines, nil)
		for _, t := range wrapped(docLine(vars[0].Doc), width-frame.Margin) {
			lines = append(lines, frame.Text(t))
		}
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)},
		Keys: keyLine(n.sh, "typing: ", keyHint{keys.Open, "edit it"}, keyHint{keys.Back, "back"}, keyHint{keys.Clear, "clear"}),
	}
}
