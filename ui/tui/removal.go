package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// irremovable says why resources of a type cannot be removed, "" when they can.
func irremovable(t *ral.Type) string {
	if !t.HasEnsure() {
		return t.Name + " has no ensure, so it cannot be removed"
	}
	literals, patterns := t.Attr("ensure").AllowedText(nil)
	if len(literals)+len(patterns) > 0 && !slices.Contains(literals, "absent") {
		return "ensure of a " + t.Name + " cannot be absent, only " + strings.Join(allowedWords(t.Attr("ensure"), nil), ", ")
	}
	return ""
}

// stageRemoval stages ensure => absent and shows the difference.
func stageRemoval(sh *shared, t *ral.Type, rows []listings.Entry) tea.Cmd {
	var decls []ral.Decl
	for _, e := range rows {
		d := sh.basket.Draft(t, e.Instance.Name, e.Instance.Provider, e.Instance)
		d.Set("ensure", "absent")
		decls = append(decls, d.Decl())
	}
	return push(toDifference(decls))
}

// refused says before any edit why this person may not change what a provider
// manages; nothing when they may.
func refused(sh *shared, p *ral.Provider, width int) []frame.Line {
	why := sh.session.Refused(p)
	if why == "" {
		return nil
	}
	rows := rowsOf("To change it: "+safe.Clean(why)+".", width, 2)
	first := rows[0].(frame.Row)
	first.Sign = frame.SignCannot
	rows[0] = first
	return rows
}
