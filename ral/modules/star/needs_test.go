package star_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// What fails for want of another resource waits for it in a plan, if that comes before
// it; what fails for another reason is left out.
func TestFailNeeds(t *testing.T) {
	for code, want := range map[string]string{
		`fail("no drawer", needs = ref("drawer", "d"))`: "waits",
		`fail("no drawer", needs = None)`:               "no drawer",
		`fail("no drawer")`:                             "no drawer",
		`fail("no drawer", needs = "d")`:                "fail: needs must be a ref, not a string",
		`fail("no drawer", need = ref("drawer", "d"))`:  `unexpected keyword argument "need" (did you mean "needs"?)`,
	} {
		fake := fakehost.New(nil)
		env := environment(t, `
newtype("drawer", attrs = [param("name", namevar = True), ensurable()])
newtype("spoon", attrs = [param("name", namevar = True), prop("size")], autorequire = {"drawer": lambda res: "d"})
provider("p", type = "drawer", retrieve = lambda self: None, create = lambda self: self.http.send("PUT", "http://x/d"))

def _flush(self):
    `+code+`

provider("p", type = "spoon", retrieve = lambda self: {"size": "small"}, flush = _flush)
`, fake.Reader())
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{
			{Type: "spoon", Title: "s", Attrs: attrs("size", "large")}, {Type: "drawer", Title: "d", Attrs: attrs("ensure", "present")},
		})
		if err != nil {
			t.Fatal(err)
		}
		s := plan.Steps[1]
		if c := s.Changes[0]; want == "waits" && (s.Err != nil || c.Until != 1 || c.Note != "no drawer yet") {
			t.Errorf("%s: %v, until %d, %s", code, s.Err, c.Until, c.Note)
		} else if want != "waits" && !strings.Contains(s.LeftOut(), want) {
			t.Errorf("%s: %s, want %q", code, s.LeftOut(), want)
		}
	}
}
