package instance

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// Values, the features that a provider lacks, and desired values are wrapped on
// small screens and never cut. A long value or source that does not fit is
// shown by z.
func TestAnInstanceIsWholeOnASmallScreen(t *testing.T) {
	t.Parallel()
	const home, comment = "/srv/homes/of/this/host/deploy-of-web1", "Deployment of the shop and its two workers"
	for _, size := range [][2]int{{40, 10}, {50, 20}, {60, 20}, {80, 24}} {
		sh, draft, fake := kittest.Deploy(t)
		fake.Put("/people/deploy", "ensure=present\nuid=1000\nhome="+home+"\ncomment=Deployment\n", 0o644)
		draft.Set("comment", comment)
		s := New(sh, draft.Type, kit.ToInstance(draft.Type, "deploy", nil))
		st := kittest.NewStage(t, sh, s)
		st.Until(nil)
		st.W, st.H = size[0], size[1]
		for range 20 {
			if s.page.ID() == moreID {
				st.Keys("enter")
				break
			}
			st.Text()
			st.Keys("j")
		}
		st.Keys("g")
		var seen strings.Builder
		for range 40 {
			for _, line := range strings.Split(st.Text(), "\n")[1 : size[1]-2] {
				seen.WriteString(strings.Join(strings.Fields(strings.TrimLeft(line, "▌ ~x")), ""))
			}
			st.Keys("j")
		}
		for _, want := range []string{home, comment, "needs manages_loginclass; useradd lacks it"} {
			if !strings.Contains(seen.String(), strings.ReplaceAll(want, " ", "")) {
				t.Errorf("%v: %q is not seen whole:\n%s", size, want, st.Text())
			}
		}
	}
}

// enter edits an attribute, and follows a link.
func TestEnterEditsTheAttribute(t *testing.T) {
	sh, draft, _ := kittest.Deploy(t)
	st := kittest.NewStage(t, sh, New(sh, draft.Type, kit.ToInstance(draft.Type, "deploy", nil)))
	st.Until(nil)
	st.Text()
	st.Keys("j", "j", "enter")
	r, ok := st.Top().(*kittest.StandIn)
	if !ok || r.Route.Kind != kit.RouteEdit || r.Route.Attr != "comment" {
		t.Errorf("enter on the comment leads to %+v", r)
	}
}
