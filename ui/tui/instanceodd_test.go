package tui

import (
	"strings"
	"testing"

	"ralsh/model/basket"
	"ralsh/model/listings"
	"ralsh/ral"
)

// A finding has its sign on the row of the property that it names, and on the
// first where it names none.
func TestFindingsAreSigned(t *testing.T) {
	for finding, row := range map[string]string{
		"its shell /bin/fish is not there": "  ! shell ",
		"two lines of /etc/passwd have it": "! ensure ",
	} {
		_, e, _ := kitEdit(t)
		e.sh.listings = listings.New()
		found := e.draft.Found.Clone()
		found.ProviderFindings = []string{finding}
		e.sh.basket = basket.New(e.sh.session)
		s := newInstance(e.sh, e.draft.Type, toInstance(e.draft.Type, "deploy", found))
		st := kitOn(t, e.sh, s)
		st.until(nil)
		s.found = found
		if got := strings.Count(st.text(), row); got != 1 {
			t.Errorf("%s: %d rows begin with %q:\n%s", finding, got, row, st.text())
		}
		s.found = ral.AbsentInstance(e.draft.Type, "deploy")
		if strings.Contains(st.text(), row) {
			t.Errorf("%s: without a finding there is a sign", finding)
		}
	}
}
