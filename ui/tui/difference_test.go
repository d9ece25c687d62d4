package tui

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kittest"
)

// What undo cannot restore is shown completely under each step. The question
// names as many resources as fit.
func TestUndoOfSeveralIsSaidByEach(t *testing.T) {
	for name, c := range map[string]struct {
		users string
		width int
		says  string
	}{
		"one":         {"ann", 120, "cannot be undone later: the password of user ann"},
		"two":         {"ann bob", 120, "cannot be undone later: the password of user ann, the password of user bob"},
		"two, narrow": {"ann " + strings.Repeat("long", 8), 80, "cannot be undone later: 2 resources (see each step)"},
		"four":        {"ann bob cid dan", 120, "cannot be undone later: 4 resources (see each step)"},
	} {
		t.Run(name, func(t *testing.T) {
			d, fake := kitDrive(t)
			for user := range strings.FieldsSeq(c.users) {
				fake.Put("/people/"+user, "ensure=present\npassword=x\n", 0o644)
				kittest.StageChange(t, d.app.sh, "user", user, "ensure", "absent")
			}
			d.app.width = c.width
			d.press("b A")
			d.says(c.says)
			want := len(strings.Fields(c.users))
			if got := strings.Count(d.screen(), "cannot be undone later: password"); got != want {
				t.Errorf("%d steps say it, want %d:\n%s", got, want, d.screen())
			}
		})
	}
}

// Resources that a tool removes along with another one are counted in the
// question, and among what undo cannot restore.
func TestWhatGoesAlongIsAskedFor(t *testing.T) {
	d, fake := kitDrive(t)
	fake.Put("/pkg/rake", "ensure=present\n", 0o644)
	kittest.StageChange(t, d.app.sh, "package", "rake", "ensure", "absent")
	d.press("b A")
	d.says("also remove tix", "cannot be undone later: 2 packages that the removal of package rake also removes", "type package to remove 3 packages: [")
}
