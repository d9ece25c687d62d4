package group_test

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

// TestLibuser runs the cases of a group whose name a directory has too, with
// the real tools in a root with libuser.
func TestLibuser(t *testing.T) {
	directory := accountstest.Directory(t, "group", "crew:x:70000:")
	if !real.InsideOf(t, real.Libuser, directory) {
		return
	}
	s := suite(func(*testing.T) host.Host { return local.Machine() }, "/etc")
	s.Cases = slices.DeleteFunc(s.Cases, func(c raltest.Case) bool { return c.Title != "web" })
	s.Cases[0].Title, s.Cases[0].With = "crew", []ral.Attr{raltest.A("forcelocal", "true")}
	s.Cases[0].Create = []ral.Attr{raltest.A("gid", "2001"), raltest.L("members", "games", "bin")}
	s.Run(t)
}
