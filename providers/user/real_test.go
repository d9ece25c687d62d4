package user_test

import (
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/raltest/real"
)

// TestReal runs the cases with the machine's own shadow tools, on files below another
// root.
func TestReal(t *testing.T) {
	suite(accountstest.Below, "/etc", "/home").Run(t)
}

// TestDebian runs the cases that start without an account, in a whole Debian root.
func TestDebian(t *testing.T) {
	s := suite(func(t *testing.T) host.Host {
		return raltest.Below(t, real.Chroot(t))
	}, "/etc", "/home", "/var/mail")
	s.Cases = slices.DeleteFunc(s.Cases, func(c raltest.Case) bool { return c.Create == nil })
	s.Run(t)
}
