package transaction_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// crates is a provider that creates several with one command, and stores each
// in a file. It reads all files once.
type crates struct{ seen map[string]string }

func crate(name string) string { return "/crates/" + name }

func (p *crates) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if p.seen == nil {
		p.seen = make(map[string]string)
		names, err := rd.ReadDir(ctx, "/crates")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			data, _ := rd.ReadFile(ctx, crate(name))
			p.seen[name] = string(data)
		}
	}
	mark, there := p.seen[r.Name()]
	if !there {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()).Set("mark", value.Str(mark)), nil
}

func pack(ctx context.Context, wr host.Writer, all ...*ral.Resource) error {
	args := []string{"make"}
	if all[0].Removing() {
		args[0] = "drop"
	}
	for _, r := range all {
		args = append(args, r.Name())
	}
	return wr.Run(ctx, host.Command{Name: "/bin/pack", Args: args})
}

func (*crates) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return pack(ctx, wr, r)
}

func (*crates) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return pack(ctx, wr, r)
}

func (*crates) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	return slices.Repeat([]error{pack(ctx, wr, all...)}, len(all))
}

func (*crates) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return first.Removing() == r.Removing() && first.Get("shelf").Equal(r.Get("shelf"))
}

// Predict knows that the crate swap replaces the crate old.
func (*crates) Predict(_ context.Context, _ host.Reader, r *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	if r.Name() != "swap" || attr != "ensure" {
		return ral.Prediction{}, nil
	}
	return ral.Prediction{Certainty: ral.Simulated, AlsoRemoves: []ral.Decl{{Type: "crate", Title: "old"}}}, nil
}

func (*crates) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, should value.Value) error {
	return wr.WriteFile(ctx, crate(r.Name()), []byte(should.Text()), host.WriteOptions{})
}

func (*crates) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "/bin/pack", Args: []string{"shake", r.Name()}})
}

// scrolls is a provider that stores each in a file, and reads it once until its state is
// forgotten. The scroll lost is not stored.
type scrolls struct {
	seen    map[string]bool
	forgets int
}

func scroll(name string) string { return "/scrolls/" + name }

func (p *scrolls) ops() ral.Ops {
	ops := ral.OpsOf(p)
	ops.Group.VerifiesTogether = true
	return ops
}

func (p *scrolls) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	ral.Say(ctx, ral.Message{Level: "info", Text: fmt.Sprint("forgotten ", p.forgets)})
	there, known := p.seen[r.Name()]
	if !known {
		var err error
		if there, err = rd.Exists(ctx, scroll(r.Name())); err != nil {
			return nil, err
		}
		p.note(r, there)
	}
	if !there {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()), nil
}

func (p *scrolls) note(r *ral.Resource, there bool) {
	if p.seen == nil {
		p.seen = make(map[string]bool)
	}
	p.seen[r.Name()] = there
}

func (p *scrolls) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if p.note(r, true); r.Name() == "lost" {
		return nil
	}
	return wr.WriteFile(ctx, scroll(r.Name()), nil, host.WriteOptions{})
}

func (p *scrolls) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	p.note(r, false)
	return wr.Remove(ctx, scroll(r.Name()), false)
}

func (p *scrolls) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "/bin/pack", Args: []string{"shake", r.Name()}})
}

func (p *scrolls) Forget() {
	p.seen = nil
	p.forgets++
}

// notes is a provider that collects changes and writes all notes of a shelf
// together.
type notes struct{}

func shelf(r *ral.Resource) string { return "/notes/" + r.Get("shelf").Text() }

func (notes) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	data, _ := rd.ReadFile(ctx, shelf(r))
	for line := range strings.Lines(string(data)) {
		if name, text, _ := strings.Cut(strings.TrimSpace(line), "="); name == r.Name() {
			return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()).Set("mark", value.Str(text)), nil
		}
	}
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

func (notes) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return notes{}.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

func (notes) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return shelf(first) == shelf(r)
}

func (notes) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	data, _ := wr.Reader().ReadFile(ctx, shelf(all[0]))
	var lines []string
	for line := range strings.Lines(string(data)) {
		name, _, _ := strings.Cut(line, "=")
		if !slices.ContainsFunc(all, func(r *ral.Resource) bool { return r.Name() == name }) {
			lines = append(lines, line)
		}
	}
	for i, r := range all {
		mark := r.Get("mark").Text()
		switch {
		case mark == "refused":
			errs[i] = fmt.Errorf("%s is refused", r.Name())
		case !r.Removing():
			lines = append(lines, r.Name()+"="+mark+"\n")
		}
	}
	if err := wr.WriteFile(ctx, shelf(all[0]), []byte(strings.Join(lines, "")), host.WriteOptions{}); err != nil {
		for i := range errs {
			errs[i] = err
		}
	}
	return errs
}

func packType(name string) ral.Type {
	return ral.Type{Name: name, Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true},
		standard.Ensure("."),
		{Name: "mark", Kind: ral.Property},
		{Name: "shelf", Kind: ral.Param, Default: value.Str("x")},
	}}
}

// newBatchWorld returns a world with crates, notes and things. The tool creates
// them in order and stops at the name broken.
func newBatchWorld(t *testing.T) world {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	reg.Add(packType("crate"), ral.Provider{Name: "pack", New: func() any { return new(crates) }})
	reg.Add(packType("note"), ral.Provider{Name: "shelf", New: func() any { return notes{} }})
	late := packType("late")
	reg.Add(late, ral.Provider{
		Name: "late", Confines: []condition.Confine{condition.FileExists(crate("bringer"))}, New: func() any { return notes{} },
	})
	reg.Add(packType("scroll"), ral.Provider{Name: "scrolls", New: func() any { return new(scrolls).ops() }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{
		"/scrolls/old":    "",
		"/things/a/color": "red", "/crates/old": "m", "/crates/old2": "m", "/notes/x": "n0=m\n", "/notes/y": "",
	})
	fake.Command("/bin/pack")
	fake.Handle("pack", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		for _, name := range cmd.Args[1:] {
			switch {
			case name == "broken":
				return host.Result{Exit: 1, Stderr: []byte("no such crate\n")}
			case cmd.Args[0] == "make":
				f.Put(crate(name), "m", 0o644)
				if name == "swap" {
					_ = f.Writer().Remove(context.Background(), crate("old"), false)
				}
			case cmd.Args[0] == "drop":
				_ = f.Writer().Remove(context.Background(), crate(name), false)
			}
		}
		return host.Result{}
	})
	return world{fake, onhost.NewEnv(reg, fake.Reader(), nil)}
}

// some declares a resource of a type, with pairs of attribute and text.
func some(typ, title string, pairs ...string) ral.Decl {
	d := thing(title, pairs...)
	d.Type = typ
	if typ != "thing" && !slices.Contains(pairs, "ensure") {
		d.Attrs = append([]ral.Attr{{Name: "ensure", Value: value.Str("present")}}, d.Attrs...)
	}
	return d
}
