package transaction_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// things is a provider that stores each property in a file of its own, and
// whose special names misbehave.
type things struct{}

const folder = "/things"

func (things) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Reader.ReadDir(ctx, folder)
	for _, name := range names {
		in.Yield(read(ctx, in.Reader, in.Type, name))
	}
	return err
}

func (things) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	switch r.Title {
	case "panics":
		panic("oh")
	case "unreadable":
		return nil, errors.New("cannot read it")
	}
	inst := read(ctx, rd, r.Type, r.Title)
	if r.Title == "half" {
		inst.Set("color", value.Unread("permission denied"))
	}
	return inst, nil
}

func read(ctx context.Context, rd host.Reader, t *ral.Type, name string) *ral.Instance {
	if ok, _ := rd.Exists(ctx, path.Join(folder, name)); !ok {
		return ral.AbsentInstance(t, name)
	}
	inst := ral.NewInstance(t, name).Set("ensure", value.Present())
	for _, a := range t.Properties()[1:] {
		data, err := rd.ReadFile(ctx, path.Join(folder, name, a.Name))
		if err == nil {
			inst.SetFrom(a.Name, value.Str(string(data)), path.Join(folder, name, a.Name))
		}
	}
	return inst
}

func (t things) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := wr.Mkdir(ctx, path.Join(folder, r.Title), 0o755); err != nil {
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
	return wr.Remove(ctx, path.Join(folder, r.Title), true)
}

func (things) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch should.Text() {
	case "refused":
		return errors.New("the tool said no")
	case "forgotten":
		return nil
	case "nowhere":
		return &fs.PathError{Op: "open", Path: "/none/x", Err: fs.ErrNotExist}
	case "immutable":
		return &host.ProtectedError{Path: "/fixed", Why: "is immutable (chattr +i)", Err: errors.New("not permitted")}
	case "by-command":
		return wr.Run(ctx, host.Command{Name: "/bin/paint", Args: []string{r.Title, attr}})
	case "asks":
		_, err := wr.Output(ctx, host.Command{Name: "/bin/paint", Args: []string{r.Title}})
		return err
	}
	return wr.WriteFile(ctx, path.Join(folder, r.Title, attr), []byte(should.Text()), host.WriteOptions{})
}

func (things) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.WriteFile(ctx, path.Join(folder, r.Title, "refreshed"), []byte("yes"), host.WriteOptions{})
}

func thingType() ral.Type {
	return ral.Type{
		Name: "thing", Summary: "Things in a folder",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			standard.Ensure("Whether it is there."),
			{Name: "color", Kind: ral.Property},
			{Name: "size", Kind: ral.Property},
			{Name: "key", Kind: ral.Property, Sensitive: true},
			{Name: "owner", Kind: ral.Param},
		},
		Relations: []ral.Relation{{
			Kind: ral.Require, Type: "thing",
			Titles: func(r *ral.Resource) []string { return []string{r.Get("owner").Text()} },
		}},
	}
}

// world is a host with a few things on it.
type world struct {
	*fakehost.Host
	env *onhost.Env
}

func newWorld(t *testing.T) world {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{
		"/things/a/color": "red", "/things/a/size": "1", "/things/b/color": "red", "/things/half/size": "1",
	})
	fake.Command("/bin/paint")
	fake.Handle("paint", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if len(cmd.Args) > 1 {
			f.Put(path.Join(folder, cmd.Args[0], cmd.Args[1]), "by-command", 0o644)
		}
		return host.Result{}
	})
	return world{fake, onhost.NewEnv(reg, fake.Reader(), nil)}
}

// thing declares a thing, with pairs of attribute and text.
func thing(title string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: "thing", Title: title}
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: pairs[i], Value: value.Str(pairs[i+1])})
	}
	return d
}

func (w world) has(t *testing.T, file, want string) {
	t.Helper()
	data, err := w.Reader().ReadFile(t.Context(), file)
	if got := string(data); err != nil || got != want {
		t.Errorf("%s holds %q (%v), want %q", file, got, err, want)
	}
}

func list(items ...string) string { return fmt.Sprint(items) }
