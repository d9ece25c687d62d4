package tui

import (
	"ralsh/model"
	"ralsh/ral"
)

func newEdit(sh *shared, d *model.Draft) screen         { return newAsk(sh, d.Type) }
func newDifference(sh *shared, decls []ral.Decl) screen { return newCommand(sh, "") }
func newNew(sh *shared, t *ral.Type) screen             { return newAsk(sh, t) }

func newSides(sh *shared, t *ral.Type, title string, founds []*ral.Found) screen {
	return newAsk(sh, t)
}
