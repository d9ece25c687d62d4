package basket

import (
	"errors"
	"testing"
	"time"

	"ralsh/model/draft"
)

// The order is that of the plan; a draft can be moved in it unless a
// relationship prevents that.
func TestMove(t *testing.T) {
	for name, c := range map[string]struct {
		title  string
		by     int
		want   string
		reason string
	}{
		"later":              {"a", 1, "b a c x y", ""},
		"earlier":            {"c", -1, "a c b x y", ""},
		"the first":          {"a", -1, "a b c x y", "the draft is already the first"},
		"the last":           {"y", 1, "a b c x y", "the draft is already the last"},
		"what another needs": {"x", 1, "a b c x y", "Host[y] comes after Host[x]: require => Host[x]"},
		"what needs another": {"y", -1, "a b c x y", "Host[y] comes after Host[x]: require => Host[x]"},
		"not in the plan":    {"bad", 1, "a b c x y", "the draft is not in the plan yet"},
		"omitted":            {"out", 1, "a b c x y", "the draft is not in the plan yet"},
	} {
		t.Run(name, func(t *testing.T) {
			b := New(session(t))
			for _, title := range []string{"a", "b", "c"} {
				stage(t, b, "host", title, "ip", "192.0.2.1")
			}
			stage(t, b, "host", "bad", "ip", "nowhere")
			b.SetOmitted(stage(t, b, "host", "out", "ip", "192.0.2.1"), true)
			stage(t, b, "host", "y", "ip", "192.0.2.1", "require", "Host[x], Host[a]")
			stage(t, b, "host", "x", "ip", "192.0.2.1")
			d := b.Find(b.session.Env.Registry.Type("host"), c.title, nil)
			if reason := planned(t, b).Move(d, c.by); reason != c.reason {
				t.Errorf("it says %q, want %q", reason, c.reason)
			}
			if got := titles(planned(t, b).Order()); got != c.want {
				t.Errorf("the order is %q, want %q", got, c.want)
			}
		})
	}
}

// A second move starts from the result of the first, before there is another
// plan.
func TestMoveTwice(t *testing.T) {
	b := New(session(t))
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	stage(t, b, "host", "b", "ip", "192.0.2.1")
	c := stage(t, b, "host", "c", "ip", "192.0.2.1")
	p := planned(t, b)
	for _, want := range []string{"a c b", "c a b"} {
		if reason := p.Move(c, -1); reason != "" || titles(p.Order()) != want {
			t.Errorf("%q: the order is %q, want %q", reason, titles(p.Order()), want)
		}
	}
	if got := titles(planned(t, b).Order()); got != "c a b" {
		t.Errorf("planned again the order is %q", got)
	}
}

// A draft that was omitted since the plan has no position in its order.
func TestMoveWhatIsOmittedSince(t *testing.T) {
	b := New(session(t))
	a := stage(t, b, "host", "a", "ip", "192.0.2.1")
	stage(t, b, "host", "b", "ip", "192.0.2.1")
	p := planned(t, b)
	b.SetOmitted(a, true)
	for _, by := range []int{1, -1} {
		if reason := p.Move(a, by); reason != "the draft is not in the plan yet" || titles(b.Drafts()) != "a b" {
			t.Errorf("by %d: %q, then %q", by, reason, titles(b.Drafts()))
		}
	}
}

// The plan's results for each draft.
func TestSetPlan(t *testing.T) {
	b := New(session(t))
	if p := b.NoPlan(); p.Included() != 0 || len(p.Order()) != 0 || len(p.Relations(&draft.Draft{})) != 0 {
		t.Error("there is a plan before it is made")
	}
	changes := stage(t, b, "file", "/srv", "ensure", "directory")
	same := stage(t, b, "host", "gone", "ensure", "absent")
	p := planned(t, b)
	if since := b.Status(same).InSyncSince; !since.Equal(time.Unix(100, 0)) || !b.Status(changes).InSyncSince.IsZero() {
		t.Errorf("in sync since %v", since)
	}
	if p.Included() != 1 || p.Steps[same] == nil || titles(p.Order()) != "/srv gone" {
		t.Errorf("%d are included of %q", p.Included(), titles(p.Order()))
	}
	b.SetPlan(p, time.Unix(200, 0))
	if since := b.Status(same).InSyncSince; !since.Equal(time.Unix(100, 0)) {
		t.Errorf("after a second plan it is in sync since %v", since)
	}
	same.Set("ensure", "present")
	same.Set("ip", "192.0.2.1")
	if planned(t, b); !b.Status(same).InSyncSince.IsZero() {
		t.Error("it is in sync and changes")
	}
	b.update(changes, func(st *Status) { st.RefusedReason = "mkdir writes /srv, and alice is not root" })
	if b.RefusedReason() == "" || b.NoPlan().Included() != 0 {
		t.Error("what this user may not do is included")
	}
	b.SetOmitted(changes, true)
	if b.RefusedReason() != "" {
		t.Error("what is omitted is refused")
	}
	p.Err = errors.New("no plan")
	if p.Included() != 0 {
		t.Error("an apply without a plan includes something")
	}
}

// A selection is a snapshot of the basket.
func TestSelectionIsACopy(t *testing.T) {
	b := New(session(t))
	d := stage(t, b, "host", "a", "ip", "192.0.2.1")
	s := b.Selection()
	d.Set("ip", "nowhere")
	stage(t, b, "host", "b", "ip", "192.0.2.1")
	if r := s.Check(t.Context()); len(r.Decls) != 1 || len(r.notReady) != 0 {
		t.Errorf("it is checked as it became: %+v", r)
	}
	b.SetOmitted(d, true)
	if s := b.Selection(); s.Empty() || titles(s.drafts) != "b" {
		t.Errorf("selected are %q", titles(s.drafts))
	}
}

// A draft whose type has no suitable provider is blocked, but the others can be
// applied.
func TestBlocked(t *testing.T) {
	b := New(sessionOn(t, t.TempDir())) // it has no /etc/hosts
	host := stage(t, b, "host", "a", "ip", "192.0.2.1")
	stage(t, b, "file", "/srv", "ensure", "directory")
	p := planned(t, b)
	const reason = "no provider of host is suitable: parsed: /etc/hosts missing"
	if d, why := b.BlockedReason(); d != host || why != reason || b.Status(host).Included() || p.Included() != 1 {
		t.Errorf("blocked is %+v: %q, %d are included", d, why, p.Included())
	}
	b.SetOmitted(host, true)
	if d, why := b.BlockedReason(); d != nil || why != "" {
		t.Errorf("what is omitted is blocked: %q", why)
	}
}
