package transaction_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// reachWorld returns a world with things whose commands may do anything (thing),
// whose commands declare a reach (bound), that a query reads (asked), that a test of
// the user's reads (tested), and that do not depend on the host (told).
func reachWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	as := func(name string) ral.Type {
		typ := thingType()
		typ.Name, typ.Relations = name, nil
		return typ
	}
	reg := ral.NewRegistry()
	paint := []ral.Command{{Binary: "/bin/paint"}}
	reg.Add(thingType(), ral.Provider{Name: "files", Commands: paint, New: func() any { return things{} }})
	reg.Add(as("bound"), ral.Provider{
		Name: "files", Commands: paint, New: func() any { return things{} },
		Writes: ral.Writes{
			Reach: func(r *ral.Resource, act host.Act) ral.Reach {
				if act.Path != "" && act.Path != "/bin/paint" {
					return ral.Reach{Anything: true}
				}
				return ral.Reach{Paths: []string{"/homes/" + r.Title}, Names: []string{r.Title}, Types: []string{"told"}}
			},
		},
	})
	reg.Add(as("asked"), ral.Provider{
		Name: "files", New: func() any { return things{} },
		Commands: []ral.Command{{Binary: "/bin/paint", Queries: [][]string{{"-l"}}, QueryFiles: []string{"/things/b"}}},
	})
	reg.Add(as("tested"), ral.Provider{Name: "files", New: func() any { return tested{} }})
	reg.Add(as("testedtool"), ral.Provider{Name: "files", Commands: paint, New: func() any { return tested{} }})
	text := as("told")
	text.Hooks = ownedByNobody{}
	reg.Add(text, ral.Provider{Name: "files", New: func() any { return things{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	return w
}

// ownedByNobody ignores the host for the resources of nobody.
type ownedByNobody struct{}

func (ownedByNobody) IgnoresHost(r *ral.Resource) bool { return r.Get("owner").Text() == "nobody" }

// tested are things that are read with a test of the user's.
type tested struct{ things }

func (b tested) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	_, err := rd.Check(ctx, host.Command{Name: "/bin/paint"})
	if err != nil {
		return nil, err
	}
	return b.things.Retrieve(ctx, rd, r)
}

func of(typ string, d ral.Decl) ral.Decl {
	d.Type = typ
	return d
}

// A resource in sync is unknown until the last step that may affect it has run;
// a resource that no step can affect stays in sync.
func TestPlanSaysWhatMayChange(t *testing.T) {
	opaque := thing("a", "color", "by-command")
	bounded := of("bound", opaque)
	write := thing("a", "color", "blue")
	still := thing("b", "color", "red")
	for _, c := range []struct {
		name  string
		decls []ral.Decl
		want  []int
	}{
		{"nothing runs", []ral.Decl{thing("a", "color", "red"), still}, []int{0, 0}},
		{"a write is foreseen", []ral.Decl{write, still}, []int{0, 0}},
		{"a command may do anything", []ral.Decl{opaque, still}, []int{0, 1}},
		{"what comes before is not touched", []ral.Decl{still, opaque}, []int{0, 0}},
		{"the last of several counts", []ral.Decl{opaque, of("bound", still), thing("a2", "ensure", "absent"), of("asked", still)}, []int{0, 1, 1, 1}},
		{"of which something is in sync", []ral.Decl{opaque, of("bound", thing("a", "color", "blue", "size", "1"))}, []int{0, 1}},
		{"that it is there at all", []ral.Decl{opaque, thing("b", "color", "blue")}, []int{0, 1}},
		{"of one that is made", []ral.Decl{opaque, thing("c", "ensure", "present", "color", "blue")}, []int{0, 0}},
		{"nothing of it is managed", []ral.Decl{opaque, thing("b", "owner", "x")}, []int{0, 0}},
		{"nothing on the host decides", []ral.Decl{opaque, of("told", thing("b", "color", "red", "owner", "nobody"))}, []int{0, 0}},
		{"a command with a reach, of its type", []ral.Decl{bounded, of("bound", still)}, []int{0, 1}},
		{"of a type that it names", []ral.Decl{bounded, of("told", still)}, []int{0, 1}},
		{"and of another", []ral.Decl{bounded, still}, []int{0, 0}},
		{"of another that names it", []ral.Decl{bounded, thing("b", "color", "red", "owner", "a")}, []int{0, 1}},
		{"of another with a file below its paths", []ral.Decl{bounded, thing("b", "color", "red", "owner", "/homes/a/x")}, []int{0, 1}},
		{"and with one beside them", []ral.Decl{bounded, thing("b", "color", "red", "owner", "/homes/ab")}, []int{0, 0}},
		{"a file that queries look at", []ral.Decl{thing("b", "size", "9"), of("asked", still)}, []int{0, 1}},
		{"and one that they do not", []ral.Decl{write, of("asked", still)}, []int{0, 0}},
		{"a test of the user's looks at anything", []ral.Decl{write, of("tested", still)}, []int{0, 1}},
		{"and at nothing that is not written", []ral.Decl{thing("a", "color", "red"), of("tested", still)}, []int{0, 0}},
		{"what may change may change others", []ral.Decl{bounded, of("told", still), of("bound", thing("b", "color", "red"))}, []int{0, 1, 1}},
		{"and anything, where its provider does not say", []ral.Decl{write, of("testedtool", still), thing("b", "color", "red")}, []int{0, 1, 1}},
		{"what it notifies is refreshed then", []ral.Decl{
			write, of("tested", still).With("notify", value.Ref("told", "b")), of("told", thing("b", "color", "red", "owner", "nobody")),
		}, []int{0, 1, 1}},
		{"and what only comes after it is not", []ral.Decl{
			write, of("tested", still).With("before", value.Ref("told", "b")), of("told", thing("b", "color", "red", "owner", "nobody")),
		}, []int{0, 1, 0}},
		{"also what only those can touch", []ral.Decl{write, of("tested", still), of("asked", still)}, []int{0, 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := reachWorld(t)
			p := planOf(t, w, c.decls...)
			var got []int
			for _, s := range p.Steps {
				got = append(got, s.Until)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("unknown until %v, want %v", got, c.want)
			}
			count := 0
			for _, s := range p.Steps {
				if s.Status == transaction.InSync && s.Until > 0 {
					count++
				}
			}
			if n, after := p.MayChange(); n != count || (after > 0) != (n > 0) {
				t.Errorf("%d may change after %d, want %d", n, after, count)
			}
		})
	}
}

// An apply makes only the changes that its plan contained or announced as
// possible. Any other stops the resource, untouched, before its first change.
func TestApplyDoesNothingUnforeseen(t *testing.T) {
	still := thing("b", "color", "red")
	for _, c := range []struct {
		name   string
		decls  []ral.Decl
		paint  map[string]string // what else the command changes
		before map[string]string // what another process changes between plan and apply
		want   []transaction.Status
		drift  string
		files  map[string]string
	}{
		{
			name: "a command undoes what was in sync", decls: []ral.Decl{thing("a", "color", "by-command"), still},
			paint: map[string]string{"/things/b/color": "grey"},
			want:  []transaction.Status{transaction.Changed, transaction.Changed},
			files: map[string]string{"/things/b/color": "red"},
		},
		{
			name: "another undoes it, and nothing may touch it", decls: []ral.Decl{thing("a", "color", "blue"), still},
			before: map[string]string{"/things/b/color": "grey"},
			want:   []transaction.Status{transaction.Changed, transaction.Stopped},
			drift:  "color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey"},
		},
		{
			name: "the command that may touch it was not run", decls: []ral.Decl{thing("a", "color", "by-command"), still},
			before: map[string]string{"/things/a/color": "grey", "/things/b/color": "grey"},
			want:   []transaction.Status{transaction.Stopped, transaction.Stopped},
			drift:  "color was 'red', now it is 'grey'color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey"},
		},
		{
			name: "another undoes what stands before the command", decls: []ral.Decl{still, thing("a", "color", "by-command")},
			before: map[string]string{"/things/b/color": "grey"},
			want:   []transaction.Status{transaction.Stopped, transaction.Changed},
			drift:  "color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey"},
		},
		{
			name: "a command that reaches it not", decls: []ral.Decl{of("bound", thing("a", "color", "by-command")), still},
			paint: map[string]string{"/things/b/color": "grey"},
			want:  []transaction.Status{transaction.Changed, transaction.Stopped},
			drift: "color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey"},
		},
		{
			name: "of a step with changes, the other property", decls: []ral.Decl{thing("b", "color", "red", "size", "2")},
			before: map[string]string{"/things/b/color": "grey"},
			want:   []transaction.Status{transaction.Stopped},
			drift:  "color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey", "/things/b/size": ""},
		},
		{
			name: "of a step with changes, one that comes after them", decls: []ral.Decl{thing("a", "color", "blue", "size", "1")},
			before: map[string]string{"/things/a/size": "7"},
			want:   []transaction.Status{transaction.Stopped},
			drift:  "size was '1', now it is '7'", files: map[string]string{"/things/a/color": "red", "/things/a/size": "7"},
		},
		{
			name: "the same, and the plan said so", decls: []ral.Decl{thing("a", "color", "by-command"), thing("b", "color", "red", "size", "2")},
			paint: map[string]string{"/things/b/color": "grey"},
			want:  []transaction.Status{transaction.Changed, transaction.Changed},
			files: map[string]string{"/things/b/color": "red", "/things/b/size": "2"},
		},
		{
			name: "a secret", decls: []ral.Decl{thing("b", "color", "red", "key", "s3cret")},
			before: map[string]string{"/things/b/color": "grey"},
			want:   []transaction.Status{transaction.Stopped},
			drift:  "color was 'red', now it is 'grey'", files: map[string]string{"/things/b/color": "grey"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := reachWorld(t)
			w.Handle("paint", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
				if len(cmd.Args) > 1 {
					f.Put("/things/"+cmd.Args[0]+"/"+cmd.Args[1], "by-command", 0o644)
				}
				for name, text := range c.paint {
					f.Put(name, text, 0o644)
				}
				return host.Result{}
			})
			p := planOf(t, w, c.decls...)
			for name, text := range c.before {
				w.Put(name, text, 0o644)
			}
			rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []transaction.Status
			drift := ""
			for _, s := range rep.Steps {
				got = append(got, s.Status)
				drift += s.Drift
			}
			if !slices.Equal(got, c.want) || drift != c.drift {
				t.Errorf("%v, want %v; stopped since %s", got, c.want, drift)
			}
			for name, text := range c.files {
				data, _ := w.Reader().ReadFile(t.Context(), name)
				if string(data) != text {
					t.Errorf("%s has %q, want %q", name, data, text)
				}
			}
		})
	}
}

// A resource that is generated at the apply but not in the plan is skipped,
// unless the plan announced that its generator may change.
func TestApplyAsksForMore(t *testing.T) {
	for _, c := range []struct {
		first string
		want  transaction.Status
	}{{"blue", transaction.Stopped}, {"by-command", transaction.Changed}} {
		w := reachWorld(t)
		parent := thingType()
		parent.Name, parent.Relations = "parent", nil
		parent.EvalGenerate = func(ctx context.Context, rd host.Reader, _ *ral.Resource) ([]ral.Decl, error) {
			names, err := rd.ReadDir(ctx, "/wanted")
			var all []ral.Decl
			for _, name := range names {
				all = append(all, thing(name, "color", "red"))
			}
			return all, err
		}
		w.Put("/wanted/one", "", 0o644)
		w.Put("/things/one/color", "red", 0o644)
		reg := ral.NewRegistry()
		reg.Add(thingType(), ral.Provider{Name: "files", Commands: []ral.Command{{Binary: "/bin/paint"}}, New: func() any { return things{} }})
		reg.Add(parent, ral.Provider{Name: "files", New: func() any { return things{} }})
		w.env = onhost.NewEnv(reg, w.Reader(), nil)
		p := planOf(t, w, thing("a", "color", c.first), of("parent", thing("b", "color", "red")))
		w.Put("/wanted/two", "", 0o644)
		rep, err := p.Apply(t.Context(), w.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(rep.Steps, func(s *transaction.Step) bool { return strings.Contains(s.Ref(), "two") })
		if at < 0 || rep.Steps[at].Status != c.want {
			t.Errorf("%s: it is %d of %d steps, %v, want %v", c.first, at, len(rep.Steps), rep.Steps[max(at, 0)].Status, c.want)
		}
	}
}

// A protected file cannot be written, unless a command with unknown effects
// comes first.
func TestProtectedAfterACommand(t *testing.T) {
	fixed := thing("b", "color", "immutable")
	for _, c := range []struct {
		name  string
		first ral.Decl
		want  transaction.Status
		until int
		note  string
	}{
		{"nothing runs", thing("a", "color", "blue"), transaction.Blocked, 0, ""},
		{"a command of which all is known", of("bound", thing("a", "color", "by-command")), transaction.Blocked, 0, ""},
		{"a command that may do anything", thing("a", "color", "by-command"), transaction.Planned, 1, "/fixed is immutable (chattr +i) yet"},
	} {
		w := reachWorld(t)
		s := planOf(t, w, c.first, fixed).Steps[1]
		if ch := s.Changes[0]; s.Status != c.want || ch.Until != c.until || ch.Note != c.note || (ch.Certainty == ral.UnknownUntil) != (c.until > 0) {
			t.Errorf("%s: %s, %s until %d, %q", c.name, s.Status, ch.Certainty, ch.Until, ch.Note)
		}
	}
}

// guarded are things whose refresh is decided by a test of the user's, run
// again before it.
type guarded struct{ tested }

func (b guarded) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if _, err := wr.Reader().Check(ctx, host.Command{Name: "/bin/paint"}); err != nil {
		return err
	}
	return wr.Run(ctx, host.Command{Name: "/bin/paint", Args: []string{r.Title}})
}

// A refresh that depends on a test is uncertain if the resource was changed
// before it, and exact otherwise.
func TestRefreshThatATestDecides(t *testing.T) {
	for _, c := range []struct {
		color string
		sure  ral.Certainty
		note  string
	}{{"blue", ral.UnknownUntil, "its test runs again before the refresh"}, {"red", ral.Exact, ""}} {
		w := reachWorld(t)
		typ := thingType()
		typ.Name, typ.Relations = "guarded", nil
		reg := ral.NewRegistry()
		reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
		reg.Add(typ, ral.Provider{Name: "files", New: func() any { return guarded{} }})
		w.env = onhost.NewEnv(reg, w.Reader(), nil)
		s := planOf(t, w, thing("a", "color", "blue"), of("guarded", thing("b", "color", c.color)).With("subscribe", value.Ref("thing", "a"))).Steps[1]
		if s.Certainty() != c.sure || len(s.Changes) > 0 && s.Changes[0].Note != c.note || len(s.Acts()) == 0 {
			t.Errorf("%s: %s, %+v", c.color, s.Certainty(), s.Changes)
		}
	}
}

// A missing directory may be created by an earlier command and by nothing else.
func TestAwaitedDirectory(t *testing.T) {
	for _, c := range []struct {
		first, relation string
		want            transaction.Status
	}{{"by-command", "require", transaction.Planned}, {"by-command", "tag", transaction.Blocked}, {"blue", "require", transaction.Blocked}} {
		w := reachWorld(t)
		needs := value.Ref("thing", "a")
		if c.relation == "tag" {
			needs = value.Str("x")
		}
		s := planOf(t, w, thing("a", "color", c.first), thing("b", "color", "nowhere").With(c.relation, needs)).Steps[1]
		if s.Status != c.want || c.want == transaction.Planned && s.Certainty() != ral.UnknownUntil {
			t.Errorf("%s, %s: %s, %s", c.first, c.relation, s.Status, s.Certainty())
		}
	}
}

// unready are things that cannot be read, or generate others, before something is
// there.
type unready struct{ things }

func (b unready) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if data, err := rd.ReadFile(ctx, "/things/a/color"); err != nil || string(data) != "by-command" {
		return nil, errors.New("the tool says no")
	}
	return b.things.Retrieve(ctx, rd, r)
}

// Whatever the reason is that a step cannot be planned, it is unknown if a command
// of a dependency may change it, or a file that only the tool of the provider does
// not see yet. The apply plans it again.
func TestAwaitedReason(t *testing.T) {
	for _, c := range []struct {
		name, first, relation, fails string
		looks                        bool
		want                         transaction.Status
		end                          transaction.Status
	}{
		{"a command", "by-command", "require", "read", false, transaction.Planned, transaction.Changed},
		{"a command that is no dependency", "by-command", "tag", "read", false, transaction.Blocked, transaction.Blocked},
		{"a change that fails", "by-command", "require", "change", false, transaction.Planned, transaction.Failed},
		{"a file", "blue", "require", "change", false, transaction.Blocked, transaction.Blocked},
		{"a file that a query reads", "blue", "require", "change", true, transaction.Planned, transaction.Failed},
		{"generating", "by-command", "require", "generate", false, transaction.Planned, transaction.Changed},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := reachWorld(t)
			typ := thingType()
			typ.Name, typ.Relations = "unready", nil
			if c.fails == "generate" {
				typ.EvalGenerate = func(ctx context.Context, rd host.Reader, _ *ral.Resource) ([]ral.Decl, error) {
					if data, err := rd.ReadFile(ctx, "/things/a/color"); err != nil || string(data) != "by-command" {
						return nil, errors.New("nothing to generate from")
					}
					return nil, nil
				}
			}
			p := ral.Provider{Name: "files", New: func() any { return unready{} }}
			if c.fails == "change" {
				p.New = func() any { return things{} }
			}
			if c.looks {
				p.Commands = []ral.Command{{Binary: "/bin/paint", Queries: [][]string{{"-l"}}}}
			}
			reg := ral.NewRegistry()
			reg.Add(thingType(), ral.Provider{Name: "files", Commands: []ral.Command{{Binary: "/bin/paint"}}, New: func() any { return things{} }})
			reg.Add(typ, p)
			w.env = onhost.NewEnv(reg, w.Reader(), nil)
			color, needs := "blue", value.Ref("thing", "a")
			if c.fails == "change" {
				color = "refused"
			}
			if c.relation == "tag" {
				needs = value.Str("x")
			}
			plan := planOf(t, w, thing("a", "color", c.first), of("unready", thing("b", "color", color)).With(c.relation, needs))
			s := plan.Steps[1]
			if s.Status != c.want || c.want == transaction.Planned && s.Certainty() != ral.UnknownUntil || c.want == transaction.Planned && len(s.Troubles) > 0 {
				t.Fatalf("%s, %s: %+v, %v", s.Status, s.Certainty(), s.Changes, s.Troubles)
			}
			if c.want == transaction.Blocked {
				return
			}
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil || rep.Steps[1].Status != c.end {
				t.Errorf("%v, %s", err, rep.Steps[1].Status)
			}
		})
	}
}
