package modules_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// lines is a provider in Go: each resource is a file below /lines.
type lines struct{}

func (lines) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Reader.ReadDir(ctx, "/lines")
	for _, name := range names {
		text, _ := in.Reader.ReadFile(ctx, "/lines/"+name)
		in.Yield(in.NewInstance(name).Set("ensure", value.Present()).Set("text", value.Str(string(text))))
	}
	return err
}

// direct reads and sets one resource at a time; batches would be written to
// /many.
type direct struct{ lines }

func (direct) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	text, err := rd.ReadFile(ctx, "/lines/"+r.Name())
	if err != nil {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()).Set("text", value.Str(string(text))).Set("size", value.Str("go")), nil
}

func (direct) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.WriteFile(ctx, "/lines/"+r.Name(), []byte(r.Get("text").Text()), host.WriteOptions{})
}

func (direct) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	return wr.WriteFile(ctx, "/lines/"+r.Name(), []byte(should.Text()), host.WriteOptions{})
}

func (direct) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	return []error{wr.WriteFile(ctx, "/many", []byte("many"), host.WriteOptions{})}
}

// hash is a provider that lists and flushes.
type hash struct{ lines }

func (hash) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	text, _ := r.Pending.Get("text")
	return wr.WriteFile(ctx, "/lines/"+r.Name(), []byte(text.Text()), host.WriteOptions{})
}

// A provider of a module does what its built-in parent does, except for its own
// hooks.
func TestBuiltinParents(t *testing.T) {
	base := ral.NewRegistry()
	base.Add(ral.Type{Name: "line", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure(""), {Name: "text", Kind: ral.Property}, {Name: "size", Kind: ral.Property},
	}}, ral.Provider{Name: "direct", Commands: []ral.Command{{Binary: "/bin/tool"}}, NeedsRoot: "it writes", New: func() any { return direct{} }},
		ral.Provider{Name: "hash", New: func() any { return hash{} }})
	for _, c := range []struct {
		name, parent, hooks string
		attrs               []string // of new
		read, wrote         string   // of old; the file of new
	}{
		{"nothing of its own", "direct", "", []string{"text", "x"}, "present old go", "many"},
		{"a getter", "direct", "getters = {'size': lambda self: 'own'}", []string{"text", "x"}, "present old own", "many"},
		{"exists", "direct", "exists = lambda self: self.name == 'new'", nil, "absent absent absent", "many"},
		{"create", "direct", "create = lambda self: self.fs.write('/lines/' + self.name, 'own')", nil, "present old go", "own"},
		{"retrieve", "direct", "retrieve = lambda self: {'text': 'read'} if self.fs.exists('/lines/' + self.name) else None", nil, "present read absent", "many"},
		{"hash", "hash", "", []string{"text", "x"}, "present old absent", "x"},
		{"a getter over a listing", "hash", "getters = {'size': lambda self: 'own'}", []string{"text", "x"}, "present old own", "x"},
		{"a setter beside flush", "hash", "setters = {'size': lambda self, value: None}", []string{"text", "x", "size", "7"}, "present old absent", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fake := tree{"m/lib/ral/provider/line/own.star": "provider('own', type = 'line', parent = '" + c.parent + "', " + c.hooks + ")", "/lines/old": "old"}.fake()
			e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: base})
			if len(e.Failures()) > 0 {
				t.Fatal(e.Failures())
			}
			env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
			r, _ := env.Build(t.Context(), ral.Decl{Type: "line", Title: "old", Provider: "own"})
			inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if got := inst.Get("ensure").Text() + " " + inst.Get("text").Text() + " " + inst.Get("size").Text(); got != c.read {
				t.Errorf("read %s, want %s", got, c.read)
			}
			var decls []ral.Decl
			for _, title := range []string{"new", "newer"} {
				d := decl("line", title, append([]string{"ensure", "present"}, c.attrs...)...)
				d.Provider = "own"
				decls = append(decls, d)
			}
			if _, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{NoReadAgain: true}); err != nil {
				t.Fatal(err)
			}
			if got := fake.Content("/lines/new") + fake.Content("/many"); got != c.wrote {
				t.Errorf("wrote %q, want %q", got, c.wrote)
			}
		})
	}
}

// The commands of a built-in parent are no tests of its child, as with any
// parent (semantics.md P5), but its hooks can call them.
func TestBuiltinParentsTests(t *testing.T) {
	base := ral.NewRegistry()
	base.Add(ral.Type{Name: "line", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "text", Kind: ral.Property}}},
		ral.Provider{Name: "direct", Commands: []ral.Command{{Binary: "/bin/tool", Queries: [][]string{{"show"}}}}, Confines: []condition.Confine{{Kind: condition.ConfineExists, Subject: "/none"}}, NeedsRoot: "it writes", New: func() any { return direct{} }})
	fake := tree{
		"m/lib/ral/provider/line/own.star":   "provider('own', type = 'line', parent = 'direct', retrieve = lambda self: {'text': self.cmd.tool('show').out})",
		"m/lib/ral/provider/line/child.star": "provider('child', type = 'line', parent = 'own')",
	}.fake()
	fake.Command("/bin/tool")
	fake.Handle("/bin/tool", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		return host.Result{Stdout: []byte(strings.Join(cmd.Args, " "))}
	})
	e := modules.Load(t.Context(), fake.Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: base})
	env := onhost.NewEnv(e.Registry, fake.Reader(), nil)
	for _, name := range []string{"own", "child"} {
		p := env.Registry.Type("line").Provider(name)
		if p == nil {
			t.Fatal(e.Failures())
		}
		if s := env.Explain(t.Context(), p); !s.Suitable() || p.NeedsRoot != "it writes" || p.Ops().Set == nil {
			t.Errorf("%s: %v, needs root: %q", name, s.Reason(), p.NeedsRoot)
		}
		r, _ := env.Build(t.Context(), ral.Decl{Type: "line", Title: "x", Provider: name})
		inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
		if err != nil || inst.Get("text").Text() != "show" {
			t.Errorf("%s: %v %v", name, inst, err)
		}
	}
}
