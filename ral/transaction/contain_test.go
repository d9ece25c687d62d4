package transaction_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/resources"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/value"
)

// class declares a container; in puts a resource into one.
func class(title string, pairs ...string) ral.Decl {
	d := thing(title, pairs...)
	d.Type, d.Container = "class", true
	return d
}

func in(container string, d ral.Decl) ral.Decl {
	d.In = container
	return d
}

// ran runs the declarations and returns the order of the resources with their
// statuses, and what happened to the events.
func ran(t *testing.T, w world, opt transaction.Options, decls ...ral.Decl) (*transaction.Report, []string) {
	t.Helper()
	var text []string
	opt.Emit = func(ev transaction.Event) {
		switch ev := ev.(type) {
		case transaction.Refreshed:
			word := " refreshed"
			if ev.Noop {
				word = " would be refreshed"
			}
			text = append(text, ev.Step.Ref()+word)
		case transaction.PassedOver:
			text = append(text, "passed over")
		}
	}
	rep, err := transaction.Run(t.Context(), w.env, decls, w.Writer(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return rep, text
}

func TestContainers(t *testing.T) {
	noop := func(d ral.Decl) ral.Decl {
		return d.With("noop", value.Bool(true))
	}
	for name, c := range map[string]struct {
		opt   transaction.Options
		decls []ral.Decl
		want  string
		told  []string
	}{
		"what a class contains comes where the class comes": {
			decls: []ral.Decl{
				in("Class[two]", thing("a")), in("Class[one]", thing("b")), in("Class[one]", thing("c")),
				class("one"), class("two", "require", "Class[one]"),
			},
			want: "[b=in_sync c=in_sync a=in_sync]",
		},
		"events go into a class and out of it": {
			decls: []ral.Decl{
				thing("a", "color", "blue", "notify", "Class[one]"),
				class("one", "notify", "Thing[b]"), in("Class[one]", thing("half", "size", "1")), thing("b"),
			},
			want: "[a=changed half=changed b=changed]",
			told: []string{"Thing[half] refreshed", "Thing[b] refreshed"},
		},
		"an empty class passes no events on": {
			decls: []ral.Decl{thing("a", "color", "blue", "notify", "Class[one]"), class("one", "notify", "Thing[b]"), thing("b")},
			want:  "[a=changed b=in_sync]",
		},
		"what would have been done is told by the class too": {
			decls: []ral.Decl{
				noop(thing("a", "color", "blue", "notify", "Class[one]")), class("one", "notify", "Thing[b]"), in("Class[one]", thing("half", "size", "1")), thing("b"),
			},
			want: "[a=noop half=in_sync b=in_sync]",
			told: []string{"Class[one] would be refreshed", "Thing[half] would be refreshed", "Class[one] would be refreshed", "Thing[b] would be refreshed"},
		},
		"a failure inside stops what comes after the class, and not its neighbours": {
			decls: []ral.Decl{
				class("one"), in("Class[one]", thing("a", "color", "refused")), in("Class[one]", thing("half", "size", "1")),
				class("two", "require", "Class[one]"), in("Class[two]", thing("b", "color", "blue")),
			},
			want: "[a=failed half=in_sync b=skipped]", told: []string{"passed over"},
		},
		"a refresh is passed on": {
			decls: []ral.Decl{thing("new", "color", "x", "notify", "Thing[a]"), thing("a", "notify", "Thing[b]"), thing("b")},
			want:  "[new=changed a=changed b=changed]", told: []string{"Thing[a] refreshed", "Thing[b] refreshed"},
		},
		"a failed resource is refreshed by others and refreshes none": {
			decls: []ral.Decl{
				thing("a", "color", "blue", "notify", "Thing[b]"), thing("b", "color", "refused", "notify", "Thing[half]"),
				thing("half", "size", "1"),
			},
			want: "[a=changed b=failed half=skipped]", told: []string{"Thing[b] refreshed", "passed over"},
		},
		"containers of containers": {
			decls: []ral.Decl{
				class("main"), in("Class[main]", class("inner")), in("Class[inner]", thing("a")), thing("b", "before", "Class[main]"),
			},
			want: "[b=in_sync a=in_sync]",
		},
		"a tag restricts the run, and its parts are tags too": {
			opt:   transaction.Options{Tags: []string{"web"}},
			decls: []ral.Decl{thing("a", "color", "blue", "tag", "web::front"), thing("b", "color", "blue")},
			want:  "[a=changed b=skipped]", told: []string{"passed over"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			rep, text := ran(t, newWorld(t), c.opt, c.decls...)
			if got := statuses(rep); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if d := cmp.Diff(c.told, text); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestContainersInARing(t *testing.T) {
	w := newWorld(t)
	_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{
		class("one", "require", "Thing[a]"), class("two", "require", "Class[one]"), in("Class[two]", thing("a")),
	})
	want := "Found 1 dependency cycle: (Thing[a] => Class[one] => Class[two] => Thing[a])"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestContainedInNothing(t *testing.T) {
	w := newWorld(t)
	_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{in("Class[zip]", thing("a"))})
	if want := "Thing[a] is contained in Class[zip], which does not exist"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A resource inherits the relationships of its containers, and the reason names
// the container that declares them.
func TestWhyInAContainer(t *testing.T) {
	w := newWorld(t)
	decls := []ral.Decl{
		in("Class[web]", thing("a")), class("web", "require", "Class[base]"),
		in("Class[outer]", class("inner")), in("Class[inner]", thing("half", "size", "1")),
		class("outer", "before", "Class[base]"), class("base"), in("Class[base]", thing("b")),
	}
	plan, err := transaction.NewPlan(t.Context(), w.env, decls)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range plan.Steps {
		got = append(got, fmt.Sprintf("%d %s after %d: %s", s.N, s.Ref(), s.Why.After, s.Why.By))
	}
	want := []string{
		"1 Thing[half] after 0: ", "2 Thing[b] after 1: before => Class[base] of Class[outer]",
		"3 Thing[a] after 2: require => Class[base] of Class[web]",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// The order is known without reading the host: a provider that is read would
// fail here.
func TestOrderLooksAtNothing(t *testing.T) {
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return blind{t: t} }})
	reg.Add(resources.Type(reg))
	decls := []ral.Decl{
		in("Class[web]", thing("a", "color", "blue")), class("web", "subscribe", "Thing[b]"), thing("b", "owner", "half"), thing("half"),
		{Type: "resources", Title: "thing", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}},
	}
	order, err := catalog.OrderOf(t.Context(), onhost.NewEnv(reg, w.Reader(), nil), decls)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range order.Members {
		got = append(got, fmt.Sprintf("%d %s in %v", m.N, m.Decl.Ref(), m.Decl.Holders()))
	}
	for _, e := range order.Edges {
		got = append(got, fmt.Sprintf("%s to %s by %s %v", order.Members[e.From].Decl.Ref(), order.Members[e.To].Decl.Ref(), e.By, e.Notifies))
	}
	want := []string{
		"1 Thing[half] in []", "2 Thing[b] in []", "0 Class[web] in []", "3 Thing[a] in [Class[web]]", "4 Resources[thing] in []",
		"Thing[half] to Thing[b] by autorequire false", "Thing[b] to Class[web] by subscribe => Thing[b] true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// blind is a provider that must not be called.
type blind struct {
	things
	t *testing.T
}

func (b blind) List(ctx context.Context, in *ral.Listing) error {
	b.t.Error("listed")
	return b.things.List(ctx, in)
}

func (b blind) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	b.t.Error("read " + r.Title)
	return b.things.Retrieve(ctx, rd, r)
}

// A refresh names the resources that changed, not the containers that passed their
// events on; of a container with many it names that one.
func TestRefreshedThroughContainers(t *testing.T) {
	many := []ral.Decl{class("one", "notify", "Class[two]"), class("two"), in("Class[two]", thing("half", "size", "1"))}
	for i := range 9 {
		many = append(many, in("Class[one]", thing(fmt.Sprint("new", i), "color", "blue")))
	}
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  []string
	}{
		"from a class, and from a resource": {
			[]ral.Decl{
				class("one", "notify", "Class[two]"), in("Class[one]", thing("a", "color", "blue")), in("Class[one]", thing("b")),
				thing("new", "color", "x", "notify", "Class[two]"),
				class("two"), in("Class[two]", class("three")), in("Class[three]", thing("half", "size", "1")),
			},
			[]string{"Thing[a]", "Thing[new]"},
		},
		"from a class of many": {many, []string{"Class[one]"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			var by []string
			rep, err := transaction.Run(t.Context(), w.env, c.decls, w.Writer(), transaction.Options{Emit: func(ev transaction.Event) {
				if ev, ok := ev.(transaction.Refreshed); ok && ev.Step.Ref() == "Thing[half]" {
					by = ev.By
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range rep.Steps {
				if d := cmp.Diff(c.want, s.Refresh); s.Ref() == "Thing[half]" && d != "" {
					t.Error(d)
				}
			}
			if d := cmp.Diff(c.want, by); d != "" {
				t.Error("of the event: " + d)
			}
		})
	}
}

// The relationships through containers are known of each resource, between those
// that are not in sync; of too many only the number is.
func TestInheritedRelationships(t *testing.T) {
	w := newWorld(t)
	decls := []ral.Decl{
		class("one", "notify", "Class[two]"), in("Class[one]", thing("a", "color", "blue")), in("Class[one]", thing("b")),
		class("two"), in("Class[two]", class("three")), in("Class[three]", thing("half", "size", "9")),
		thing("new", "color", "x", "before", "Class[two]"), thing("last", "color", "x", "require", "Class[one]"),
		class("many"), class("empty"), thing("late", "color", "x", "subscribe", "Class[many]", "require", "Class[empty]"),
	}
	for i := range 17 {
		decls = append(decls, in("Class[many]", thing(fmt.Sprint("m", i), "color", "blue")))
	}
	plan, err := transaction.NewPlan(t.Context(), w.env, decls)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range plan.Steps {
		for _, rel := range s.Inherits {
			got = append(got, fmt.Sprintf("%s %s %s: %v %d", s.Ref(), rel.Kind, rel.Of, rel.From, rel.Count))
		}
	}
	want := []string{
		"Thing[half] subscribe Class[one]: [Thing[a]] 1", "Thing[half] require Class[two]: [Thing[new]] 1",
		"Thing[last] require Class[one]: [Thing[a]] 1", "Thing[late] subscribe Class[many]: [] 17",
	}
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
