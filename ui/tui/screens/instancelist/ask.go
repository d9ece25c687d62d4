package instancelist

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/widget"
)

// Ask prompts for the name of an instance of a type that cannot be listed.
type Ask struct {
	kit.Basic
	sh    *kit.Shared
	typ   *ral.Type
	field *widget.Field
}

// NewAsk prompts for the name of an instance.
func NewAsk(sh *kit.Shared, t *ral.Type) *Ask {
	return &Ask{sh: sh, typ: t, field: widget.NewField("", false)}
}

func (a *Ask) Crumb() safe.Text  { return safe.Clean(a.typ.Name) }
func (a *Ask) Where() keys.Where { return keys.OnInstances }
func (a *Ask) Typing() bool      { return true }

func (a *Ask) Actions() kit.Actions {
	return append(kit.Actions{
		{In: keys.Open, Hint: "read", Do: a.open},
		{In: keys.Back, Hint: "back"},
		{In: keys.Clear, Hint: "clear"},
	}, kit.OneField()...)
}

func (a *Ask) Press(key tea.KeyPressMsg) tea.Cmd {
	a.field.Press(key.String(), key.Key().Text)
	return nil
}

func (a *Ask) Update(msg tea.Msg) tea.Cmd {
	if p, ok := msg.(tea.PasteMsg); ok {
		a.field.Insert(p.Content)
	}
	return nil
}

func (a *Ask) open() tea.Cmd {
	if a.field.Value() == "" {
		return kit.Say("type " + a.what() + a.sh.Spell(", then {open}"))
	}
	return kit.Replace(kit.ToInstance(a.typ, a.field.Value(), nil))
}

// what returns the identifier of a resource of the type: "a path", "a name".
func (a *Ask) what() safe.Text {
	vars := a.typ.Namevars()
	if len(vars) == 0 {
		return "a name"
	}
	return "a " + safe.Clean(vars[0].Name)
}

func (a *Ask) View(width, height int) frame.Content {
	view, caret := a.field.View(width-2*frame.Margin, a.sh.Mode.Ellipsis())
	return frame.Content{
		Body: []frame.Block{frame.One([]frame.Line{
			frame.Title("read a resource: "+safe.Clean(a.typ.Name), "", true),
			frame.Row{Cursor: true, Caret: frame.Margin + caret, Cells: []frame.Cell{{At: frame.At(frame.Margin), Text: view}}},
			nil,
			frame.Text("ralsh reads each " + safe.Clean(a.typ.Name) + " " + safe.Clean(a.typ.NotListable) + " and cannot list all."),
		})},
		Message: frame.Message{Text: "type " + a.what() + a.sh.Spell(", then {open}")},
		Keys:    a.Actions().TypingKeys(a.sh, kit.TypingPrefix),
	}
}
