package user_test

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/raltest/real"
)

// The real tools manage an account whose name also exists in a directory service, in
// a root with libuser.
func TestLibuser(t *testing.T) {
	directory := accountstest.Directory(t, "passwd", "build:x:70000:70000::/nowhere:/bin/false")
	if !real.InsideOf(t, real.Libuser, directory) {
		return
	}
	s := suite(func(*testing.T) host.Host { return local.Machine() }, "/etc", "/home")
	s.Cases = slices.DeleteFunc(s.Cases, func(c raltest.Case) bool { return c.Title != "build" })
	s.Cases[0].With = []ral.Attr{raltest.A("forcelocal", "true")}
	s.Run(t)
}
