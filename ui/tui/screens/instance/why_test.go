package instance

import (
	"strings"
	"testing"

	"ralsh/model/basket"
	"ralsh/ral"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A finding marks the row of the property that it names, or the first row if it
// names none.
func TestFindingsAreSigned(t *testing.T) {
	for finding, row := range map[string]string{
		"its shell /bin/fish is not there": "  ! shell ",
		"two lines of /etc/passwd have it": "! ensure ",
	} {
		sh, draft, _ := kittest.Deploy(t)
		found := draft.Found.Clone()
		found.ProviderFindings = []string{finding}
		sh.Basket = basket.New(sh.Session)
		s := New(sh, draft.Type, kit.ToInstance(draft.Type, "deploy", found))
		st := kittest.NewStage(t, sh, s)
		st.Until(nil)
		s.found = found
		if got := strings.Count(st.Text(), row); got != 1 {
			t.Errorf("%s: %d rows begin with %q:\n%s", finding, got, row, st.Text())
		}
		s.found = ral.AbsentInstance(draft.Type, "deploy")
		if strings.Contains(st.Text(), row) {
			t.Errorf("%s: without a finding there is a sign", finding)
		}
	}
}
