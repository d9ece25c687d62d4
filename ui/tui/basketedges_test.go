package tui

import (
	"fmt"
	"testing"

	"ralsh/ui/tui/kittest"
)

// The foot names every relationship among the drafts, including those that do
// not determine the order, and w list them all.
func TestBasketRelations(t *testing.T) {
	for name, c := range map[string]struct {
		stage [][]string
		way   string
		says  []string
		lacks []string
	}{
		"none": {
			[][]string{{"user", "deploy", "shell", "/bin/bash"}},
			"",
			[]string{"declared  none", "auto      none                 user can depend on group"},
			nil,
		},
		"automatic, both ends": {
			[][]string{{"user", "deploy", "gid", "deploy", "shell", "/bin/bash"}, {"group", "deploy", "gid", "1234"}},
			"g",
			[]string{"group deploy: relationships", "before    user deploy          automatic: autorequire"},
			[]string{"declared"},
		},
		"automatic, the later end": {
			[][]string{{"user", "deploy", "gid", "deploy", "shell", "/bin/bash"}, {"group", "deploy", "gid", "1234"}},
			"G",
			[]string{"user deploy: relationships", "after     group deploy         automatic: autorequire", "auto                           user can depend on group"},
			[]string{"none"},
		},
		"two, and one orders": {
			[][]string{
				{"group", "deploy", "gid", "1234"},
				{"service", "cron", "ensure", "stopped", "notify", "User[deploy]"},
				{"user", "deploy", "gid", "deploy", "shell", "/bin/bash"},
			},
			"G",
			[]string{
				"after     group deploy         automatic: autorequire",
				"after     service cron         declared: notify => User[deploy]; refreshes this resource",
			},
			nil,
		},
		"who is notified": {
			[][]string{
				{"service", "cron", "ensure", "stopped"},
				{"user", "deploy", "shell", "/bin/bash", "subscribe", "Service[cron]"},
			},
			"",
			[]string{"before    user deploy          declared: subscribe => Service[cron]; a change refreshes it"},
			nil,
		},
		"what is left out is none of it": {
			[][]string{{"group", "deploy", "gid", "1234"}, {"user", "deploy", "gid", "deploy", "shell", "/bin/bash"}},
			"space G g",
			[]string{"declared  none"},
			[]string{"autorequire"},
		},
		"more than fit": {
			[][]string{
				{"service", "cron", "ensure", "stopped"},
				{"service", "dbus", "ensure", "running"},
				{"service", "ssh", "ensure", "stopped"},
				{"group", "root", "gid", "7"},
				{"user", "root", "shell", "/bin/sh"},
				{"user", "deploy", "shell", "/bin/bash", "require", "Service[cron], Service[dbus], Service[ssh], Group[root], User[root]"},
			},
			"G",
			[]string{"after     service ssh          declared: require => Service[ssh]", "more      2 relationships      w list them"},
			[]string{"Group[root]"},
		},
		"a cycle of a type's own making": {
			[][]string{
				{"user", "deploy", "gid", "deploy", "shell", "/bin/bash"},
				{"group", "deploy", "gid", "77", "require", "Service[cron]"},
				{"service", "cron", "ensure", "stopped", "require", "User[deploy]"},
			},
			"g",
			[]string{"after     group deploy         automatic: autorequire", "before    service cron         declared there: require => User[deploy]"},
			nil,
		},
		"whose links a cycle has": {
			[][]string{
				{"user", "deploy", "gid", "deploy", "shell", "/bin/bash"},
				{"group", "deploy", "gid", "77", "require", "Service[cron]"},
				{"service", "cron", "ensure", "stopped", "require", "User[deploy]"},
			},
			"w",
			[]string{
				"the order has a cycle: ", "User[deploy] comes after Group[deploy]  automatic: autorequire",
				"Group[deploy] comes after Service[cron]  declared: require => Service[cron]",
				"Service[cron] comes after User[deploy]  declared: require => User[deploy]",
			},
			nil,
		},
		"all of them": {
			[][]string{
				{"service", "cron", "ensure", "stopped"},
				{"service", "dbus", "ensure", "running"},
				{"service", "ssh", "ensure", "stopped"},
				{"group", "root", "gid", "7"},
				{"user", "root", "shell", "/bin/sh"},
				{"user", "deploy", "shell", "/bin/bash", "require", "Service[cron], Service[dbus], Service[ssh], Group[root], User[root]"},
			},
			"G w",
			[]string{"after group root  declared: require => Group[root]", "after user root  declared: require => User[root]"},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := drive(t, 99, 36, Options{})
			for _, s := range c.stage {
				kittest.StageChange(t, d.app.sh, s[0], s[1], s[2:]...)
			}
			d.press("b " + c.way)
			d.says(c.says...)
			for _, text := range c.lacks {
				d.lacks(text)
			}
			for _, size := range kittest.DrawnSizes() {
				d.app.width, d.app.height = size[0], size[1]
				kittest.Inside(t, fmt.Sprint(name, size), d.app.frame(), size[0], size[1])
			}
		})
	}
}

// Drafts that a relationship orders are not swapped, even if the plan gives
// another reason for their order.
func TestBasketKeepsWhatIsOrdered(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	kittest.StageChange(t, d.app.sh, "service", "cron", "ensure", "stopped")
	kittest.StageChange(t, d.app.sh, "group", "deploy", "gid", "1234", "require", "Service[cron]")
	kittest.StageChange(t, d.app.sh, "user", "deploy", "gid", "deploy", "shell", "/bin/bash", "require", "Service[cron]")
	d.press("b G K")
	d.says("User[deploy] comes after Group[deploy]: autorequire")
}
