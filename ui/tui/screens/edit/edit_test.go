package edit

import (
	"errors"
	"strings"
	"testing"
	"time"

	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// kitEdit returns an editor with the draft of the drawing, about the user
// deploy.
func kitEdit(t *testing.T, opts ...fakehost.Option) (*kittest.Stage, *Screen, *fakehost.Host) {
	t.Helper()
	sh, d, fake := kittest.Deploy(t, opts...)
	sh.Makers = kitEditors()
	e := newEdit(sh, d)
	st := kittest.NewStage(t, sh, e)
	st.Until(nil)
	return st, e, fake
}

// kitEditors returns the makers of the screens of the editor.
func kitEditors() map[kit.RouteKind]kit.Maker {
	return map[kit.RouteKind]kit.Maker{
		kit.RouteEdit: func(sh *kit.Shared, _ *ral.Type, r kit.Route) kit.Screen { return New(sh, r) },
		kit.RouteField: func(sh *kit.Shared, t *ral.Type, r kit.Route) kit.Screen {
			if m := NewFieldWhy(sh, t, r); m != nil {
				return m
			}
			return &kittest.StandIn{Route: kit.ToProviders(t, t.Provider(r.Provider))}
		},
	}
}

func (e *Screen) pin() { e.check.Elapsed = 200 * time.Microsecond }

func TestEditGolden(t *testing.T) {
	t.Parallel()
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "expiry" {
		st.Keys("down")
	}
	st.Keys("enter", "ctrl+u")
	st.TypeText("tomorrow")
	e.pin()
	st.Golden("edit")
}

func TestEditNotRoot(t *testing.T) {
	t.Parallel()
	st, e, _ := kitEdit(t, fakehost.WithUID(1000))
	for e.current().Attr.Name != "shell" {
		st.Keys("down")
	}
	e.pin()
	st.Golden("edit-not-root")
	st.Sees("needs root", "usermod writes /etc/passwd, and")
}

func TestEditTypes(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "expiry" {
		st.Keys("down")
	}
	st.Keys("enter")
	if !st.Top().Typing() {
		t.Fatal("enter does not begin to type")
	}
	st.Keys("ctrl+u", "down", "tab")
	if got, _ := e.draft.Text("expiry"); got != "absent" {
		t.Errorf("down and tab bring %q, want the first allowed value", got)
	}
	if got := e.current().State; got != draft.FieldInSync {
		t.Errorf("absent is %v, want in sync", got)
	}
	st.Keys("ctrl+u")
	if _, set := e.draft.Text("expiry"); set {
		t.Error("an emptied field is still managed")
	}
	st.TypeText("soon")
	st.Keys("esc")
	if st.Top().Typing() {
		t.Error("esc does not stop typing")
	}
	if got, _ := e.draft.Text("expiry"); got != "soon" {
		t.Errorf("the invalid text is %q after esc, want it kept", got)
	}
	st.Sees("Expiry dates must be YYYY-MM-DD", "example   2027-01-31", "invalid")
	st.Keys("g", "A")
	if got := st.LastMessage(); got != "A: expiry is invalid: fix the value, or undo it with u" {
		t.Errorf("A says %q", got)
	}
	if got := e.current().Attr.Name; got != "expiry" {
		t.Errorf("the cursor is on %s, want it where the invalid value is", got)
	}
	st.Keys("u")
	if _, set := e.draft.Text("expiry"); set {
		t.Error("u does not undo")
	}
	st.Keys("u")
	if got, _ := e.draft.Text("expiry"); got != "soon" {
		t.Errorf("the second u brings back %q", got)
	}
}

// Opening a field without typing does not create an edit.
func TestEditLooksOnly(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "uid" {
		st.Keys("down")
	}
	st.Keys("enter", "left", "right", "home", "esc")
	if _, set := e.draft.Text("uid"); set {
		t.Error("moving in the field managed it")
	}
	st.Keys("enter", "tab")
	if got := e.current().Attr.Name; got != "comment" || !st.Top().Typing() {
		t.Errorf("tab leads to %s, typing %v", got, st.Top().Typing())
	}
}

func TestEditSecret(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "password" {
		st.Keys("down")
	}
	st.Keys("enter")
	st.TypeText("$6$hunter2$x")
	st.Sees("[hidden]", "secret, SHA-512 hash")
	if strings.Contains(st.Text(), "hunter2") {
		t.Error("the secret is on the screen")
	}
	st.Keys("esc")
	if shown := st.Text(); strings.Contains(shown, "hunter2") || !strings.Contains(shown, "[redacted]") {
		t.Errorf("after typing the screen shows:\n%s", shown)
	}
}

func TestEditCannot(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "loginclass" {
		st.Keys("down")
	}
	st.Sees("x 2 properties not supported by useradd", "enter show all", "not supported by useradd", "loginclass, roles")
	if st.Keys("down"); e.current().Attr.Name == "roles" {
		t.Error("the cursor goes into what is folded")
	}
	st.Keys("up", "enter")
	st.Sees("x loginclass", "x roles")
	st.Keys("enter")
	if e.field != nil {
		t.Error("a field that cannot be managed can be typed in")
	}
	if got, want := st.LastMessage(), "loginclass needs the feature manages_loginclass; provider useradd lacks it"; got != want {
		t.Errorf("enter says %q, want %q", got, want)
	}
}

// A message about several fields is shown once, and at the field under the
// cursor.
func TestOneCauseIsShownOnce(t *testing.T) {
	const why = "cannot write the line: Field 'device' is required"
	st, e, _ := kitEdit(t)
	step := kittest.Step(t, "user", transaction.Blocked)
	step.Decl = &e.planned()[0]
	for _, name := range []string{"uid", "comment", "home", "shell"} {
		step.Changes = append(step.Changes, transaction.Change{Attr: e.draft.Type.Attr(name), Err: errors.New(why)})
	}
	e.live.steps, e.live.shown = []*transaction.Step{step}, e.live.gen
	for name, want := range map[string]int{"ensure": 1, "uid": 1, "home": 2} {
		toFieldOf(st, e, name)
		e.live.shown = e.live.gen
		lines, _, _ := fieldRows{e, editColumns(120, 20, 20, false)}.list(false)
		if got := strings.Count(strings.Join(frame.Lines(e.sh.Mode, 120, lines), "\n"), why); got != want {
			t.Errorf("with the cursor on %s it is shown %d times, want %d", name, got, want)
		}
	}
	if got := len(e.failing()); got != 4 {
		t.Errorf("%d would fail", got)
	}
}

// A reason why values are not known is shown at the first of them.
func TestEditShowsOneReason(t *testing.T) {
	st, e, _ := kitEdit(t)
	for _, name := range []string{"uid", "home", "expiry"} {
		e.draft.Found.Set(name, value.Unread("cannot read /etc/shadow: permission denied"))
	}
	e.recheck()
	if n := strings.Count(strings.Join(strings.Fields(st.Text()), " "), "/etc/shadow"); n != 1 {
		t.Errorf("it is shown %d times:\n%s", n, st.Text())
	}
	st.Sees("! uid ", "see uid", "? expiry")
}

// Down leaves a field whose typed value is complete, and enters the values of another.
func TestDownAfterACompleteValue(t *testing.T) {
	for typed, want := range map[string]string{"absent": "absent", "abs": "absent"} {
		st, e, _ := kitEdit(t)
		toFieldOf(st, e, "expiry")
		at := e.at
		st.TypeText(typed)
		st.Keys("down")
		if complete := typed == want; complete != (e.at > at) || complete != (e.values.at == 0) {
			t.Errorf("%s: field %d, value %d", typed, e.at-at, e.values.at)
		}
	}
	st, e, _ := kitEdit(t)
	toFieldOf(st, e, "ensure")
	st.Keys("enter")
	if text, _ := e.draft.Text("ensure"); len(e.choices()) == 0 {
		t.Errorf("%q: an opened field offers nothing", text)
	}
}

// Typing in an empty list begins with an empty field.
func TestEditEmptyList(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "groups" {
		st.Keys("down")
	}
	st.Keys("enter")
	st.TypeText("adm")
	if text, _ := e.draft.Text("groups"); text != "adm" {
		t.Errorf("typed adm, wanted is %q", text)
	}
}

// Typing on a field replaces its value, even if the keys have other meanings
// elsewhere.
func TestTypingOnAFieldEditsIt(t *testing.T) {
	st, e, _ := kitEdit(t)
	toFieldOf(st, e, "shell")
	st.TypeText("/bin/zsh")
	if got, _ := e.draft.Text("shell"); got != "/bin/zsh" {
		t.Errorf("the shell is %q", got)
	}
	st.Keys("tab")
	st.TypeText("q")
	if got, _ := e.draft.Text("groups"); got != "q" {
		t.Errorf("the groups are %q", got)
	}
	st.Keys("enter", "enter")
	st.TypeText("x")
	if got, _ := e.draft.Text("groups"); got != "qx" {
		t.Errorf("enter begins with what is there: %q", got)
	}
}

// A provider that never answers delays no key, and only one plan is made at a
// time.
func TestTheLivePlanDelaysNoKey(t *testing.T) {
	st, e, _ := kitEdit(t)
	toFieldOf(st, e, "shell")
	st.Press("a")
	plans := 0
	for range 3 {
		if e.planLive(liveDueMsg{e, e.live.gen}) != nil {
			plans++ // not run, as for a provider that does not answer
		}
		st.Press("b")
	}
	if got, _ := e.draft.Text("shell"); got != "abbb" || plans != 1 || !e.live.due {
		t.Errorf("the shell is %q, %d plans are made, another is wanted: %v", got, plans, e.live.due)
	}
	if cmd := e.planLive(livePlanMsg{screen: e}); cmd == nil || e.live.shown == e.live.gen {
		t.Error("what is typed since is not planned, or an old plan is shown")
	}
}

// A rejection by the plan is shown at its field.
func TestTheHostAnswersAtTheField(t *testing.T) {
	err := ral.About("uid", errors.New("UID 7 already exists"))
	ensure, uid := &ral.Attribute{Name: "ensure"}, &ral.Attribute{Name: "uid"}
	for _, c := range []struct {
		change transaction.Change
		attr   string
		want   answer
	}{
		{transaction.Change{Attr: ensure, Err: err}, "uid", answer{"UID 7 already exists", true}},
		{transaction.Change{Attr: ensure, Err: err}, "ensure", answer{}},
		{transaction.Change{Attr: uid, Err: errors.New("taken")}, "uid", answer{"taken", true}},
		{transaction.Change{Attr: uid, Note: "comes later"}, "uid", answer{"comes later", false}},
	} {
		if got := answerOf(c.change, c.attr); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.attr, got, c.want)
		}
	}
}

// A value of several lines is cleared without opening it, as any other value.
func TestClearAValueOfSeveralLines(t *testing.T) {
	st, e, _ := kitEdit(t)
	toFieldOf(st, e, "comment")
	e.paste("one\rtwo\r")
	if e.lines == nil {
		t.Fatal("a newline opens no text")
	}
	st.Keys("shift+tab", "ctrl+u")
	if text, set := e.draft.Text("comment"); set || e.lines != nil {
		t.Errorf("it is %q still, a text is open: %v", text, e.lines != nil)
	}
}

// The editor of a type with a text begins at the text. If the resource has
// none, it begins after ensure, because text typed there would be the target of
// a link instead of the file.
func TestEditBeginsAtTheText(t *testing.T) {
	sh, _, _ := kittest.Deploy(t)
	path := &ral.Attribute{Name: "ensure", Kind: ral.Property}
	owner := &ral.Attribute{Name: "owner", Kind: ral.Property}
	text := &ral.Attribute{Name: "content", Kind: ral.Property, Text: ral.Text{Multiline: true}}
	for _, c := range []struct {
		name  string
		attrs []*ral.Attribute
		has   []string
		want  string
	}{
		{"a file", []*ral.Attribute{path, text, owner}, []string{"ensure", "content", "owner"}, "content"},
		{"a folder", []*ral.Attribute{path, text, owner}, []string{"ensure", "owner"}, "owner"},
		{"not read yet", []*ral.Attribute{path, text, owner}, nil, "content"},
		{"nothing but a text", []*ral.Attribute{path, text}, []string{"ensure"}, "ensure"},
		{"no text", []*ral.Attribute{path, owner}, []string{"ensure", "owner"}, "ensure"},
	} {
		reg := ral.NewRegistry()
		reg.Add(ral.Type{Name: "thing", Attributes: append([]*ral.Attribute{kittest.Namevar("name")}, c.attrs...)})
		typ := reg.Type("thing")
		var found *ral.Instance
		for i, attr := range c.has {
			if i == 0 {
				found = ral.NewInstance(typ, "/etc/motd")
			}
			found.Set(attr, value.Str("x"))
		}
		e := New(sh, kit.ToEditor(draft.New(typ, "/etc/motd", nil, found)))
		if got := e.current().Attr.Name; got != c.want {
			t.Errorf("%s: the cursor is on %s, want %s", c.name, got, c.want)
		}
		// The cursor of the instance screen, from which e opens the editor,
		// begins on ensure.
		route := kit.ToEditor(draft.New(typ, "/etc/motd", nil, found))
		route.Attr = "ensure"
		if got := New(sh, route).current().Attr.Name; got != c.want {
			t.Errorf("%s, from its instance: the cursor is on %s, want %s", c.name, got, c.want)
		}
	}
}

// Removed files are shown, regardless of the edit that removes them.
func TestEditSaysWhatGoes(t *testing.T) {
	st, e, _ := kitEdit(t)
	s := kittest.Step(t, "user", transaction.Planned)
	s.Decl = &ral.Decl{Type: "user", Title: e.draft.Title}
	s.Results = []transaction.ActResult{{Act: host.Act{Kind: host.ActRemove, Path: "/etc/motd"}}}
	e.live.steps, e.live.shown = []*transaction.Step{s}, e.live.gen
	if m := e.message(120, 36); m.Sign != frame.SignRemoves || !strings.Contains(string(m.Text), ", /etc/motd would be removed") {
		t.Errorf("the message is %c %s", m.Sign, m.Text)
	}
	st.Sees("remove /etc/motd")
}

// The pane of a text keeps its height when lines are added, and is the largest
// on the left side.
func TestTextPaneKeepsItsHeight(t *testing.T) {
	t.Parallel()
	st, e, _ := kitEdit(t)
	toFieldOf(st, e, "comment")
	e.paste("one\r\ttwo \rthree\\n\r")
	plan := func() {
		st.Run(e.planLive(liveDueMsg{e, e.live.gen}))
		st.Until(func() bool { return e.live.shown == e.live.gen })
	}
	plan()
	e.pin()
	st.Golden("edit-text")
	rowOfLegend := func() int {
		above, _, found := strings.Cut(st.Text(), "symbols")
		if !found {
			t.Fatalf("there is no legend:\n%s", st.Text())
		}
		return strings.Count(above, "\n")
	}
	before := rowOfLegend()
	st.Keys("enter", "enter")
	plan()
	if now := rowOfLegend(); now != before || before < 16 {
		t.Errorf("the legend begins in row %d, and in %d with two lines more", before, now)
	}
}

// On narrow screens an unmanaged property shows its current value.
func TestNarrowEditShowsWhatIs(t *testing.T) {
	st, _, _ := kitEdit(t)
	st.W, st.H = 59, 20
	st.Sees("\n    uid                 1000\n", "\n  ~ comment             Deploy account\n", "\n  = home                /home/deploy\n")
}

// A value that the host would reject is counted, for root and for other users.
func TestWhatWouldFailIsCounted(t *testing.T) {
	for _, uid := range []int{0, 1000} {
		st, e, _ := kitEdit(t, fakehost.WithUID(uid))
		s := kittest.Step(t, "user", transaction.Planned, transaction.Change{Err: errors.New("no such shell")})
		s.Decl, s.Changes[0].Attr = &ral.Decl{Type: "user", Title: e.draft.Title}, e.draft.Type.Attr("shell")
		e.live.steps, e.live.shown = []*transaction.Step{s}, e.live.gen
		if m := e.message(80, 24); m.Sign != frame.SignNeeds || !strings.Contains(string(m.Text), ", 1 would fail: shell") {
			t.Errorf("uid %d: the message is %c %s", uid, m.Sign, m.Text)
		}
		st.Sees(", 1 would fail ")
	}
}

// A complete value is not completed further, even if other values begin with
// it.
func TestWhatIsWholeIsNotCompleted(t *testing.T) {
	st, e, _ := kitEdit(t)
	for e.current().Attr.Name != "shell" {
		st.Keys("down")
	}
	st.Keys("enter", "ctrl+u")
	st.TypeText("/bin/sh")
	for _, c := range []struct {
		there []string
		want  int
	}{
		{[]string{"/bin/sh"}, 0},
		{[]string{"/bin/sh", "/bin/sha1sum"}, 0},
		{[]string{"/bin/sha1sum", "/bin/shred"}, 2},
	} {
		e.values.of, e.values.host = "/bin/sh", c.there
		if got := e.choices(); len(got) != c.want {
			t.Errorf("of %v it offers %v", c.there, got)
		}
	}
}
