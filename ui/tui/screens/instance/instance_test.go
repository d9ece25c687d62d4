package instance

import (
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// While the resource is being read, no provider is known to have it.
func TestSideBySideWhileReading(t *testing.T) {
	s := &Screen{resource: resource{sh: &kit.Shared{Basket: basket.New(nil)}}}
	if why := s.Actions().DisabledReason("side-by-side"); why != "still being read" {
		t.Errorf("it says %q", why)
	}
}

func TestWhatNeedsRootToBeReadSaysSo(t *testing.T) {
	for uid, want := range map[int]string{0: "", 1234: "needs root to read"} {
		sh, _ := kittest.FixtureShared(t, fakehost.WithUID(uid))
		typ := sh.Session.Env.Registry.Type("user")
		found := ral.NewInstance(typ, "deploy").Set("shell", value.Unread("cannot read /etc/passwd: permission denied"))
		s := New(sh, typ, kit.ToInstance(typ, "deploy", found))
		slots := frame.Columns(s.columns(), 75, 0)
		row := s.property(typ.Attr("shell"), slots)
		if got := string(row.Evidence); got != want || row.Sign != frame.SignNeeds {
			t.Errorf("uid %d: %q, sign %c", uid, got, row.Sign)
		}
	}
}

// What the provider lacks is one row, and a reason why values are not known is shown
// once.
func TestWhatIsAlikeIsShownOnce(t *testing.T) {
	sh, draft, _ := kittest.Deploy(t)
	s := New(sh, draft.Type, kit.ToInstance(draft.Type, "deploy", nil))
	st := kittest.NewStage(t, sh, s)
	st.Until(nil)
	for _, name := range []string{"uid", "home", "expiry"} {
		s.found.Set(name, value.Unread("cannot read /etc/shadow: permission denied"))
	}
	st.Sees("! uid ", "~ home ", "see uid", "? expiry", "x 2 properties not supported by useradd", "enter show")
	if text := st.Text(); strings.Count(text, "/etc/shadow") != 1 || strings.Contains(text, "loginclass") {
		t.Errorf("it is shown several times:\n%s", text)
	}
	for s.page.ID() != moreID {
		st.Keys("j")
	}
	st.Keys("enter")
	st.Sees("x loginclass", "x roles")
}

// If no provider can search a type, no count is shown, because a count would
// look like a complete search.
func TestLookedWhere(t *testing.T) {
	looked := func(name, listless string, n int, all, nobody bool) model.SearchScope {
		return model.SearchScope{Type: &ral.Type{Name: name, NotListable: listless}, N: n, All: all, NoProvider: nobody}
	}
	for want, list := range map[safe.Text][]model.SearchScope{
		"":                                 nil,
		"searched user (3), group (1,200)": {looked("user", "", 3, true, false), looked("group", "", 1200, true, false)},
		"searched user (3); incomplete: group (not all read)": {looked("user", "", 3, true, false), looked("group", "", 0, false, false)},
		"incomplete: cron (no provider)":                      {looked("cron", "", 0, false, true)},
		"incomplete: file (by path, 2 seen)":                  {looked("file", "by path", 2, false, false)},
		"incomplete: file (by path), cron (no provider)":      {looked("file", "by path", 0, false, false), looked("cron", "", 0, false, true)},
	} {
		if got := searchedWhere(&model.Connections{Searched: list}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A short text is shown on the screen, each line with its marks.
func TestAnInstanceShowsItsText(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	typ := sh.Session.Env.Registry.Type("user")
	for text, want := range map[string][]string{
		"one\ttab \n\\n\x1b[2J\nlast": {"shell ─", "3 lines, 20 bytes", "  1  one→    tab·¶", `  2  \n\x1b[2J¶`, "  3  last"},
		strings.Repeat("line\n", 100): {"100 lines, 500 bytes", " 24  line¶", "76 more lines", "z show all"},
		"a\n":                         {"1 line, 2 bytes", "  1  a¶"},
	} {
		found := kittest.Present(typ, "deploy", "shell", text)
		st := kittest.NewStage(t, sh, New(sh, typ, kit.ToInstance(typ, "deploy", found)))
		st.W, st.H = 120, 45
		st.Sees(want...)
		if strings.Contains(st.Text(), "\x1b[2J") {
			t.Error("a control is written")
		}
	}
	for _, text := range []string{"one line", strings.Repeat("too long\n", 10_000)} {
		s := New(sh, typ, kit.ToInstance(typ, "deploy", kittest.Present(typ, "deploy", "shell", text)))
		if a, _ := s.text(); a != nil {
			t.Errorf("%.20q is shown", text)
		}
	}
	s := New(sh, typ, kit.ToInstance(typ, "deploy", kittest.Present(typ, "deploy", "password", "a\nb\n")))
	if a, _ := s.text(); a != nil {
		t.Error("a secret is shown")
	}
}
