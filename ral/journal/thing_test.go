package journal_test

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// things stores each property in a file of its own.
type things struct{}

func (things) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if ok, _ := rd.Exists(ctx, path.Join("/things", r.Title)); !ok {
		return ral.AbsentInstance(r.Type, r.Title), nil
	}
	inst := ral.NewInstance(r.Type, r.Title).Set("ensure", value.Present())
	for _, a := range r.Type.Properties()[1:] {
		if data, err := rd.ReadFile(ctx, path.Join("/things", r.Title, a.Name)); err == nil {
			inst.Set(a.Name, value.Str(string(data)))
		}
	}
	return inst, nil
}

func (t things) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := wr.Mkdir(ctx, path.Join("/things", r.Title), 0o755); err != nil {
		return err
	}
	for _, a := range r.Type.Properties()[1:] {
		if v := r.Get(a.Name); !v.IsNil() {
			if err := t.Set(ctx, wr, r, a.Name, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (things) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	for _, a := range r.Type.Properties()[1:] {
		if err := wr.Remove(ctx, path.Join("/things", r.Title, a.Name), false); err != nil {
			return err
		}
	}
	return wr.Remove(ctx, path.Join("/things", r.Title), false)
}

func (things) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	text := should.Reveal().Text()
	if attr == "pin" && text == "refused" {
		return errors.New("the tool does not like " + text)
	}
	return wr.WriteFile(ctx, path.Join("/things", r.Title, attr), []byte(text), host.WriteOptions{Secret: attr == "pin"})
}

// WriteBatch creates the things whose names begin with many, in order.
func (t things) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	for _, r := range all {
		if err := t.Create(ctx, wr, r); err != nil {
			return slices.Repeat([]error{err}, len(all))
		}
	}
	return nil
}

func (things) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return strings.HasPrefix(first.Title, "many") && strings.HasPrefix(r.Title, "many")
}

func registry() *ral.Registry {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "thing", Summary: "Things in a folder",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			standard.Ensure("Whether it is there."),
			{Name: "color", Kind: ral.Property},
			{Name: "size", Kind: ral.Property},
			{Name: "pin", Kind: ral.Property, Sensitive: true},
		},
	}, ral.Provider{Name: "files", New: func() any { return things{} }})
	return reg
}

// world is a directory that is used as a root, and a state directory next to
// it.
type world struct {
	root  string
	dir   string
	host  host.Host
	env   *onhost.Env
	state *ownfiles.State
	keep  journal.Retention
}

func newWorld(top string) (world, error) {
	w := world{root: filepath.Join(top, "root"), dir: filepath.Join(top, "state")}
	for name, text := range map[string]string{"a/color": "red", "a/size": "1", "b/color": "red", "b/pin": "hunter2"} {
		file := filepath.Join(w.root, "things", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return w, err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return w, err
		}
	}
	return openWorld(top)
}

// openWorld opens an existing world.
func openWorld(top string) (world, error) {
	w := world{root: filepath.Join(top, "root"), dir: filepath.Join(top, "state")}
	reg := registry()
	if err := reg.Err(); err != nil {
		return w, err
	}
	var err error
	if w.host, err = local.Below(w.root); err != nil {
		return w, err
	}
	w.env = onhost.NewEnv(reg, w.host.Reader(), nil)
	w.state, err = ownfiles.Open(w.dir)
	return w, err
}

func aWorld(t *testing.T) world {
	t.Helper()
	w, err := newWorld(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func thing(title string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: "thing", Title: title}
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: pairs[i], Value: value.Str(pairs[i+1])})
	}
	return d
}

func (w world) meta(p *transaction.Plan) journal.Meta {
	return journal.Meta{
		Host: "web1", User: "alice", Root: w.root, Version: "1.2.3", From: "ralsh apply", Retention: w.keep, Planned: p.Steps, Secrets: p.Secrets(),
		Now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
	}
}

// apply plans and applies, and writes the journal to a disk.
func (w world) apply(ctx context.Context, to journal.Disk, decls ...ral.Decl) (*transaction.Report, error) {
	p, err := transaction.NewPlan(ctx, w.env, decls)
	if err != nil {
		return nil, err
	}
	meta, unrecorded := w.meta(p), make(chan struct{})
	meta.Stop = sync.OnceFunc(func() { close(unrecorded) })
	run, err := journal.OpenOn(w.state, to, meta)
	if err != nil {
		return nil, err
	}
	rep, err := p.Apply(ctx, run.Wrap(w.host.Writer()), transaction.Options{Emit: run.Emit, Unrecorded: unrecorded})
	return rep, errors.Join(err, run.Close(rep, err))
}

func (w world) run(t *testing.T, decls ...ral.Decl) *journal.Record {
	t.Helper()
	if _, err := w.apply(t.Context(), w.state, decls...); err != nil {
		t.Fatal(err)
	}
	rec, err := journal.Last(w.state, w.root)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func (w world) read(name string) string {
	data, err := os.ReadFile(filepath.Join(w.root, "things", name))
	if err != nil {
		return "-"
	}
	return string(data)
}
