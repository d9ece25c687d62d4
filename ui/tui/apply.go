package tui

import (
	"ralsh/ral"
	"ralsh/ral/transaction"
)

func newApply(sh *shared, p *transaction.Plan, decls []ral.Decl) screen {
	return newNew(sh, sh.session.Types()[0])
}
