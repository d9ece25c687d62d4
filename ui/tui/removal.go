package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model/listings"
	"ralsh/ral"
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
		d := sh.drafts.of(t, e.Instance.Name, e.Instance.Provider, e.Instance)
		d.Set("ensure", "absent")
		decls = append(decls, d.Decl())
	}
	return push(toDifference(decls))
}
