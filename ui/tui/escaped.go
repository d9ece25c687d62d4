package tui

import (
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// escaped tells esc and a key that followed it at once from a key that was
// pressed with alt: a terminal writes the same bytes for both, and no key here
// needs alt. Two esc at once are two. The arrows and what else has bytes of its own are not meant.
func escaped(key tea.KeyPressMsg) (esc, then tea.KeyPressMsg, ok bool) {
	if !key.Mod.Contains(tea.ModAlt) {
		return key, key, false
	}
	then = key
	then.Mod &^= tea.ModAlt
	switch {
	case key.Code == tea.KeyEscape, key.Code == tea.KeyEnter, key.Code == tea.KeyTab, key.Code == tea.KeyBackspace, key.Code == tea.KeySpace:
	case then.Mod.Contains(tea.ModCtrl):
	case unicode.IsPrint(key.Code):
		r := key.Code
		if then.Mod.Contains(tea.ModShift) && key.ShiftedCode != 0 {
			r = key.ShiftedCode
		}
		then.Text = string(r)
	default:
		return key, key, false
	}
	if key.Code == tea.KeySpace {
		then.Text = " "
	}
	return tea.KeyPressMsg{Code: tea.KeyEscape}, then, true
}
