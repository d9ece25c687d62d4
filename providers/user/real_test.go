package user_test

import (
	"testing"

	"ralsh/providers/internal/accounts/accountstest"
)

// TestReal lives the same lives with the machine's own shadow tools, on the
// files of a folder that stands for /.
func TestReal(t *testing.T) {
	suite(accountstest.Below, "/etc", "/home").Run(t)
}
