package tui

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
)

// doTyping is about the name that guards several removals. Once it stands there
// Yes takes its place, and No is chosen: enter alone never applies.
func (d *difference) doTyping(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Back:
		d.typed, d.focus = false, onNo
	case keys.Open:
		if !d.named() {
			return sayUnavailable(safe.Clean("type " + d.removedType() + " to remove " + fmt.Sprint(d.removals()))), true
		}
		d.typed, d.focus = false, onNo
	case keys.NextPane, keys.PreviousPane:
		// Once the name stands there, Yes does.
		if d.typed = false; !d.named() || in == keys.PreviousPane {
			d.focus = onPlan
		}
	case keys.Clear:
		d.confirm.Clear()
	case keys.DeleteWord:
		d.confirm.DeleteWord()
	case keys.NextValue, keys.PreviousValue:
	default:
		return nil, false
	}
	return nil, true
}

func (d *difference) press(key tea.KeyPressMsg) tea.Cmd {
	if d.filter.typing() {
		cmd := d.filter.press(key)
		d.filtered()
		return cmd
	}
	if !d.typed && !d.takes(key.Text) || d.typeAhead.swallows(d.sh.now()) {
		return nil
	}
	d.typed, d.focus = true, onYes
	d.confirm.Press(key.String(), key.Text)
	return nil
}

// takes reports whether a text that was typed begins the name that guards several
// removals: while that is asked for, letters are of it, also where No has the focus.
func (d *difference) takes(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return !d.filter.typing() && size == len(text) && unicode.IsLetter(r) && d.asksName()
}

// asksName reports whether No has the focus and the name is asked for beside it.
func (d *difference) asksName() bool {
	return d.focus == onNo && !d.answered && !d.named() && d.lacking() == ""
}
