package tui

import "ralsh/ral"

func newSides(sh *shared, t *ral.Type, title string, founds []*ral.Found) screen {
	return newAsk(sh, t)
}
