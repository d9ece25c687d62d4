package tui

import (
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// kitMoves is a clock that a test moves.
type kitMoves struct{ at time.Time }

func (c *kitMoves) now() time.Time { return c.at }

func (c *kitMoves) pass(d time.Duration) { c.at = c.at.Add(d) }

func kitDecl(typ, title string, attrs ...string) ral.Decl {
	d := ral.Decl{Type: typ, Title: title}
	for i := 0; i < len(attrs); i += 2 {
		d = d.With(attrs[i], value.Str(attrs[i+1]))
	}
	return d
}

// kitDecls are six resources of the drawing.
func kitDecls() []ral.Decl {
	return []ral.Decl{
		kitDecl("user", "deploy", "shell", "/bin/bash", "password_max_age", "90", "password", "$6$new", "loginclass", "staff"),
		kitDecl("file", "/etc/default/useradd", "content", "# Default values for useradd\n#\n# as possible\nSHELL=/bin/bash\n#\n# end\n"),
		kitDecl("package", "nginx", "ensure", "present"),
		kitDecl("service", "sshd", "ensure", "running", "require", "Package[nginx]"),
		kitDecl("service", "cron", "ensure", "running"),
		kitDecl("user", "carol", "ensure", "present", "shell", "/bin/bash", "comment", "Carol"),
	}
}

// kitChange makes the screens of a change.
func kitChange() map[routeKind]maker {
	return map[routeKind]maker{
		routeDifference: func(sh *shared, _ *ral.Type, r route) screen { return newDifference(sh, *r.proposal) },
		routeApply:      func(sh *shared, _ *ral.Type, r route) screen { return newApply(sh, *r.proposal) },
	}
}

func kitDifference(t *testing.T, decls []ral.Decl, opts ...host.FakeOption) (*kitStage, *difference, *kitMoves, *host.Fake) {
	t.Helper()
	sh, fake := kitShared(t, opts...)
	clock := &kitMoves{kitClock()}
	sh.now = clock.now
	sh.makers = kitChange()
	st := kitOn(t, sh, &standIn{name: "new"})
	d := newDifference(sh, proposal{decls: decls})
	st.push(d)
	st.until(nil)
	if d.plan != nil {
		d.plan.Elapsed = 214 * time.Millisecond
	}
	return st, d, clock, fake
}

func TestDifferenceGolden(t *testing.T) {
	st, d, _, _ := kitDifference(t, kitDecls())
	if d.err != nil {
		t.Fatal(d.err)
	}
	st.golden("difference")
}

// What may change after a step that nobody can foresee is part of the question.
func TestDifferenceMayChange(t *testing.T) {
	st, d, _, _ := kitDifference(t, []ral.Decl{
		kitDecl("package", "nginx", "ensure", "present"),
		kitDecl("user", "eve", "shell", "/bin/sh"),
		kitDecl("user", "deploy", "shell", "/bin/bash", "comment", "Deploy"),
	})
	if d.err != nil {
		t.Fatal(d.err)
	}
	st.golden("difference-may-change")
	st.sees("in sync now, unknown until 1", "1 more may change after step 1", "Yes, apply 3 changes, 1 more may come")
}

func TestDifferenceAsks(t *testing.T) {
	st, d, clock, fake := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash")})
	// The question has the focus from the start, and its answer is No.
	if d.focus != onNo {
		t.Fatalf("it opens on %v, want No", d.focus)
	}
	// What was typed ahead means nothing here, however long it goes on.
	for range 5 {
		st.keys("tab", "enter")
		clock.pass(300 * time.Millisecond)
	}
	if st.top() != screen(d) || d.focus != onNo {
		t.Fatalf("keys typed ahead arrived: focus %v", d.focus)
	}
	clock.pass(400 * time.Millisecond)
	st.keys("shift+tab", "enter")
	if d.focus != onNo {
		t.Fatalf("enter on the plan leads to %v, want No", d.focus)
	}
	st.sees("enter No", "No, change nothing       Yes, apply 1 change ")
	if f := st.frame(); f.CursorX != 3 {
		t.Errorf("the terminal's cursor is at column %d, want it before No", f.CursorX)
	}
	st.keys("enter")
	if st.top() == screen(d) {
		t.Error("enter on No does not go back")
	}
	if n := len(fake.Ran()); n != 0 {
		t.Errorf("%d commands ran", n)
	}
}

func TestDifferenceYes(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash")})
	clock.pass(time.Second)
	st.keys("A", "tab")
	if d.focus != onYes {
		t.Fatalf("A, tab leads to %v, want Yes", d.focus)
	}
	st.sees("enter Yes", "Yes, apply 1 change ")
	st.press("enter")
	st.press("enter") // a key that bounces begins no second apply
	st.until(nil)
	if a, ok := st.top().(*apply); !ok || a.result.err != nil {
		t.Errorf("yes leads to %T", st.top())
	}
}

func TestDifferenceRemoves(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{
		kitDecl("user", "deploy", "ensure", "absent"), kitDecl("user", "eve", "ensure", "absent"),
	})
	clock.pass(time.Second)
	st.sees("type user to remove 2 users: [", "- 1  user deploy")
	st.keys("A", "tab")
	if !st.top().typing() {
		t.Fatal("the name cannot be typed")
	}
	st.keys("enter")
	st.typeText("use")
	st.keys("enter")
	if _, ok := st.top().(*difference); !ok {
		t.Fatal("applied without the whole name")
	}
	st.typeText("r")
	if st.keys("enter"); d.focus != onNo || st.top().typing() {
		t.Fatalf("after the name: focus %v, typing %v", d.focus, st.top().typing())
	}
	st.sees("enter No", "No, change nothing", "Yes, apply 2 changes ")
	st.keys("tab")
	st.sees("enter Yes", "Yes, apply 2 changes ")
}

func TestDifferenceNotRoot(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash")}, host.WithUID(1000))
	clock.pass(time.Second)
	st.golden("difference-not-root")
	st.keys("A", "tab")
	if d.focus == onYes {
		t.Error("Yes can be reached")
	}
	st.keys("c")
	st.sees("sudo ralsh resource user deploy shell=/bin/bash")
}

func TestDifferenceAges(t *testing.T) {
	st, d, clock, _ := kitDifference(t, []ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash")})
	clock.pass(75 * time.Second)
	if len(st.waiting) == 0 {
		t.Fatal("nothing draws the screen again when the plan is old")
	}
	st.sees("the plan is 1 min 15 s old; r plans again")
	before := d.plan
	st.keys("r")
	if d.plan == before || strings.Contains(st.text(), "old; r") {
		t.Error("r does not plan again")
	}
	// The answer to an older question is dropped.
	now := d.plan
	st.take(plannedMsg{screen: d, gen: d.gen - 1})
	if d.plan != now {
		t.Error("a late plan took the place of the new one")
	}
}

func TestDifferenceWithout(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		sees  []string
	}{
		"nothing to do": {
			[]ral.Decl{kitDecl("user", "deploy", "shell", "/bin/sh")},
			[]string{"nothing to do: user deploy is in sync", "No, go back", "= 1  user deploy"},
		},
		"invalid": {
			[]ral.Decl{kitDecl("user", "deploy", "expiry", "tomorrow")},
			[]string{"! User[deploy]: expiry: Expiry dates must be YYYY-MM-DD", "Nothing was changed."},
		},
		"cycle": {
			[]ral.Decl{kitDecl("user", "deploy", "require", "User[eve]"), kitDecl("user", "eve", "require", "User[deploy]")},
			[]string{"no plan", "Nothing was changed."},
		},
		"blocked": {
			[]ral.Decl{kitDecl("user", "deploy", "shell", "/bin/bash"), kitDecl("file", "/nowhere", "content", "x\n")},
			[]string{"! 2  file /nowhere", "Yes, apply 1 of 2 ", "1 resource cannot be planned and would be left out"},
		},
		"hostile": {
			[]ral.Decl{kitDecl("user", "de\x1b[31mploy\u202e", "comment", "\x07"+strings.Repeat("字", 300))},
			[]string{`de\x1b[31mploy`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			st, _, _, _ := kitDifference(t, c.decls)
			st.sees(c.sees...)
		})
	}
}
