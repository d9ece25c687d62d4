package tui

import (
	"ralsh/ral"
	"ralsh/ui/safe"
)
var _ safe.Text
func newDifference(sh *shared, decls []ral.Decl) screen { return nil }
