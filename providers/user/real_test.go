package user_test

import (
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/raltest/real"
)

// TestReal lives the same lives with the machine's own shadow tools, on the
// files of a folder that stands for /.
func TestReal(t *testing.T) {
	suite(accountstest.Below, "/etc", "/home").Run(t)
}

// TestDebian lives those that begin with nothing in a whole Debian root.
func TestDebian(t *testing.T) {
	s := suite(func(t *testing.T) host.Host {
		return raltest.Below(t, real.Chroot(t))
	}, "/etc", "/home", "/var/mail")
	s.Cases = slices.DeleteFunc(s.Cases, func(c raltest.Case) bool { return c.Create == nil })
	s.Run(t)
}
