package edit

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// Current values, desired values and the reasons of providers are wrapped and
// not cut, on small screens and next to what would run.
func TestTheEditorCutsNoValue(t *testing.T) {
	const home, comment = "/srv/homes/of/web1/deploy", "Workers of the shop"
	for _, size := range [][2]int{{50, 20}, {60, 20}, {80, 24}, {100, 36}} {
		sh, fake := kittest.Shared(t)
		fake.Put("/people/deploy", "ensure=present\nuid=1000\nhome="+home+"\ncomment=Deployment\n", 0o644)
		draft := kittest.Draft(t, sh, "deploy")
		draft.Set("comment", comment)
		e := New(sh, kit.ToEditor(draft))
		st := kittest.NewStage(t, sh, e)
		st.Until(nil)
		st.W, st.H = size[0], size[1]
		st.Keys("esc")
		e.all = true
		var rows []string
		for range 20 {
			rows = append(rows, strings.Split(strings.NewReplacer("│", "|", "▌", ">").Replace(st.Text()), "\n")...)
			st.Keys("down")
		}
		// A value continues below itself, in its own column.
		whole := func(text string) bool {
			for i, row := range rows {
				at := strings.Index(row, text[:5])
				if at < 0 {
					continue
				}
				got := ""
				for _, next := range rows[i:min(len(rows), i+6)] {
					if len(next) < at {
						break
					}
					word, _, _ := strings.Cut(next[at:], "  ")
					got += strings.TrimSuffix(strings.TrimRight(word, " |"), " ")
					if strings.HasPrefix(strings.ReplaceAll(got, " ", ""), strings.ReplaceAll(text, " ", "")) {
						return true
					}
				}
			}
			return false
		}
		for _, want := range []string{home, comment, "useradd lacks manages_loginclass"} {
			if !whole(want) {
				t.Errorf("%v: %q is not seen whole:\n%s", size, want, strings.Join(rows[:size[1]], "\n"))
			}
		}
	}
}
