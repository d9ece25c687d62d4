package user

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Moving a home changes everything below it. The option -m of chage is an age, not a
// move.
func TestReachOfTheHome(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	r := &ral.Resource{Type: reg.Type("user"), Decl: &ral.Decl{}}
	r.Found = ral.NewInstance(r.Type, "deploy").Set("home", value.Str("/srv/deploy"))
	for _, c := range []struct {
		act  host.Act
		want bool
	}{
		{host.Act{Path: "/usr/sbin/usermod", Args: []string{"-d", "/home/new", "-m", "deploy"}}, true},
		{host.Act{Path: "/usr/sbin/usermod", Args: []string{"-s", "/bin/sh", "deploy"}}, false},
		{host.Act{Path: "/usr/bin/chage", Args: []string{"-m", "7", "deploy"}}, false},
		{host.Act{Path: "/usr/sbin/userdel", Args: []string{"deploy"}}, true},
	} {
		if got := slices.Contains(reach(r, c.act).Paths, "/srv/deploy"); got != c.want {
			t.Errorf("%s %q reaches the home: %v", c.act.Path, c.act.Args, got)
		}
	}
}
