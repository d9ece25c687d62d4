package tui

import (
	"strings"
	"testing"

	"ralsh/model/basket"
	"ralsh/ral"
)

// A finding has its sign on the row of the property that it names, and on the
// first where it names none.
func TestFindingsAreSigned(t *testing.T) {
	for finding, row := range map[string]string{
		"its shell /bin/fish is not there": "  ! shell ",
		"two lines of /etc/passwd have it": "! ensure ",
	} {
		sh, draft, _ := kitDeploy(t)
		found := draft.Found.Clone()
		found.ProviderFindings = []string{finding}
		sh.basket = basket.New(sh.session)
		s := newInstance(sh, draft.Type, toInstance(draft.Type, "deploy", found))
		st := kitOn(t, sh, s)
		st.until(nil)
		s.found = found
		if got := strings.Count(st.text(), row); got != 1 {
			t.Errorf("%s: %d rows begin with %q:\n%s", finding, got, row, st.text())
		}
		s.found = ral.AbsentInstance(draft.Type, "deploy")
		if strings.Contains(st.text(), row) {
			t.Errorf("%s: without a finding there is a sign", finding)
		}
	}
}
