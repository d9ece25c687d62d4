package sidebyside

import (
	"strings"
	"testing"

	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ral/value"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// aliceTwice returns a user that all providers have, and its screen.
func aliceTwice(t *testing.T) (*kittest.Stage, *kit.Shared, []*ral.Instance) {
	t.Helper()
	sh, _ := kittest.Shared(t)
	sh.Listings = listings.New()
	typ, err := sh.Session.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	var instances []*ral.Instance
	for _, p := range typ.Providers() {
		inst := ral.NewInstance(typ, "alice")
		inst.Provider = p
		instances = append(instances, inst.Set("ensure", value.Sym("present")))
	}
	return kittest.NewStage(t, sh, New(sh, typ, "alice", instances)), sh, instances
}

// The row of an attribute that a provider lacks has a sign, and the name is
// among the rows.
func TestSidesSayWhatIsLacking(t *testing.T) {
	st, _, _ := aliceTwice(t)
	for width, lacks := range map[int]string{120: "needs manages_roles; useradd lacks it", 80: "needs manages_roles, not"} {
		st.W = width
		var signed, named bool
		for line := range strings.Lines(st.Text()) {
			signed = signed || strings.HasPrefix(line, "  x roles ") && strings.Contains(line, lacks)
			named = named || strings.HasPrefix(line, "  = name ") && strings.Count(line, "alice") == 2
		}
		if !signed || !named {
			t.Errorf("%d cells:\n%s", width, st.Text())
		}
	}
}

// Parameters with a value or a default are listed in the order of their
// definition, and edits count as values.
func TestSidesListParameters(t *testing.T) {
	st, sh, instances := aliceTwice(t)
	typ := instances[0].Type
	st.Until(nil)
	params := func() string {
		var rows []string
		for line := range strings.Lines(st.Text()) {
			if w := strings.Fields(line); len(w) == 3 && typ.Attr(w[0]) != nil && typ.Attr(w[0]).Kind == ral.Param {
				rows = append(rows, strings.Join(w, " "))
			}
		}
		return strings.Join(rows, "|")
	}
	if got, want := params(), "membership minimum minimum|system false false"; got != want {
		t.Errorf("%q, want %q\n%s", got, want, st.Text())
	}
	sh.Basket.Draft(typ, "alice", instances[0].Provider, instances[0]).Set("managehome", "yes")
	st.Take(kit.SeenMsg{})
	st.Until(nil)
	if got, want := params(), "managehome yes -|membership minimum minimum|system false false"; got != want {
		t.Errorf("%q, want %q\n%s", got, want, st.Text())
	}
}
