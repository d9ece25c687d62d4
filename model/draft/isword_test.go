package draft_test

import (
	"testing"

	"ralsh/model/draft"
	"ralsh/model/modeltest"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/value"
)

// An absent property is "absent", one that the provider did not set is "-", all
// properties of an absent resource are "absent"; an unread resource has "".
func TestOneWordForWhatIsNotThere(t *testing.T) {
	s, _ := modeltest.Small(t)
	ty, err := s.Type("user")
	if err != nil {
		t.Fatal(err)
	}
	here := ral.NewInstance(ty, "deploy").Set("ensure", value.Sym("present")).Set("expiry", value.Absent())
	for name, c := range map[string]struct {
		found               *ral.Instance
		ensure, expiry, uid string
	}{
		"here":         {here, "present", "absent", "-"},
		"not there":    {ral.AbsentInstance(ty, "deploy"), "absent", "absent", "absent"},
		"not yet read": {nil, "", "", ""},
	} {
		d := draft.New(ty, "deploy", ty.Provider("useradd"), c.found)
		check := s.Drafts.Check(t.Context(), d)
		for _, f := range check.Properties {
			want, held := map[string]string{"ensure": c.ensure, "expiry": c.expiry, "uid": c.uid}[f.Attr.Name]
			if held && f.IsText != want {
				t.Errorf("%s: %s is %q, want %q", name, f.Attr.Name, f.IsText, want)
			}
			if got := notation.ShowFound(f.Attr, c.found); held && got != want {
				t.Errorf("%s: %s is shown as %q, want %q", name, f.Attr.Name, got, want)
			}
		}
		for _, f := range check.Params {
			if f.IsText != "" {
				t.Errorf("%s: the parameter %s is %q on the host", name, f.Attr.Name, f.IsText)
			}
		}
	}
	one, other := draft.New(ty, "a", ty.Provider("useradd"), here), draft.New(ty, "b", ty.Provider("useradd"), ral.NewInstance(ty, "b").Set("ensure", value.Sym("present")))
	for _, drafts := range [][]*draft.Draft{{one, other}, {other, one}} {
		for _, f := range s.Drafts.CheckAll(t.Context(), drafts).Properties {
			if f.Attr.Name == "expiry" && f.IsText != "absent" {
				t.Errorf("of two users expiry is %q", f.IsText)
			}
		}
	}
}
