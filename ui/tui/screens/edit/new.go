package edit

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// Naming prompts for the name of a new instance, then opens the editor.
type Naming struct {
	kit.Basic
	sh    *kit.Shared
	typ   *ral.Type
	field *widget.Field
	wrong safe.Text
	ready bool // providers are elected, so that a check does not read the host
	back  int  // number of screens to close on back
}

// nameReadyMsg reports that names can be checked.
type nameReadyMsg struct{ screen *Naming }

// NewName prompts for the name of a new instance, or of any instance if the
// type is read by path. over means that the list of instances below was put on
// the stack without being shown, so that back also closes it.
func NewName(sh *kit.Shared, t *ral.Type, over bool) *Naming {
	n := &Naming{sh: sh, typ: t, field: widget.NewField("", false), back: 1}
	if over {
		n.back = 2
	}
	return n
}

func (n *Naming) Crumb() safe.Text { return "new" }

func (n *Naming) Where() keys.Where { return keys.OnEdit }

func (n *Naming) Start() tea.Cmd {
	session, ctx, d := n.sh.Session, n.sh.Ctx, draft.New(n.typ, "", nil, nil)
	return func() tea.Msg {
		session.Drafts.Check(ctx, d)
		return nameReadyMsg{n}
	}
}

func (n *Naming) Typing() bool { return true }

func (n *Naming) Actions() kit.Actions {
	return append(kit.Actions{
		{In: keys.Open, Hint: "continue", Do: n.named},
		{In: keys.Back, Hint: "back", Do: func() tea.Cmd { return kit.Pop(n.back) }},
		{In: keys.Clear, Hint: "clear"},
	}, kit.OneField()...)
}

func (n *Naming) Update(msg tea.Msg) tea.Cmd {
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

func (n *Naming) recheck() {
	n.wrong = ""
	title := n.field.Value()
	if !n.ready || title == "" {
		return
	}
	d := draft.New(n.typ, title, nil, nil)
	// For an existing resource any name is allowed; the name of a new resource
	// must be valid.
	if n.typ.HasEnsure() {
		d.Set("ensure", "present")
	}
	n.wrong = safe.Clean(n.sh.Session.Drafts.Check(n.sh.Ctx, d).Name)
}

func (n *Naming) Press(key tea.KeyPressMsg) tea.Cmd {
	if n.field.Press(key.String(), key.Text) {
		n.recheck()
	}
	return nil
}

// named opens the editor, unless the name is invalid.
func (n *Naming) named() tea.Cmd {
	title := n.field.Value()
	if title == "" {
		n.wrong = "type a name"
		return nil
	}
	if n.wrong != "" {
		return kit.SayUnavailable(safe.Clean(n.sh.Keys.Key(keys.Open)) + ": " + n.wrong)
	}
	r := kit.ToEditor(n.sh.Basket.Draft(n.typ, title, nil, nil))
	r.Fresh = n.typ.NotListable == ""
	return kit.Replace(r)
}

// makePresent sets ensure to present for a new resource, if its type has that
// value. It reports whether it did.
func makePresent(d *draft.Draft) bool {
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

func (n *Naming) View(width, _ int) frame.Content {
	const at = 16
	word := "name"
	if vars := n.typ.Namevars(); len(vars) == 1 {
		word = vars[0].Name
	}
	view, caret := n.field.View(min(60, width-at), n.sh.Mode.Ellipsis())
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
		for _, t := range kit.Wrap(n.wrong, width-at) {
			lines = append(lines, frame.Row{Cells: []frame.Cell{{At: frame.At(at), Text: t}}})
		}
	}
	if vars := n.typ.Namevars(); len(vars) > 0 {
		lines = append(lines, nil)
		lines = append(lines, kit.WholeRows(frame.NoSign, docLine(vars[0].Doc), width)...)
	}
	return frame.Content{
		Body: []frame.Block{frame.One(lines)},
		Keys: n.Actions().TypingKeys(n.sh, kit.TypingPrefix),
	}
}
