package change

import (
	"strings"
	"testing"
)

// TestOwnLine repeats the options of a command line: without --root, root would change this
// machine.
func TestOwnLine(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--root /srv/a|apply|g.pp|--tags|web|--noop", "ralsh '--root /srv/a' apply g.pp --tags web"},
		{"--root|/srv/a|undo|3", "ralsh --root /srv/a undo 3"},
		{"apply|-e|user { 'a': password => 'x' }", "ralsh apply -e CODE"},
		{"apply|--execute=user { 'a': password => 'x' }|--noop", "ralsh apply -e CODE"},
	} {
		if got := ownLine(strings.Split(c.args, "|")); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
