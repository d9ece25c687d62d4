package undo_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/journal"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The result of a run is the state at its end: a resource that a command of a
// later step also changed, and a file that it wrote, are undone.
func TestUndoOfWhatALaterStepChanged(t *testing.T) {
	fake := fakehost.New(map[string]string{"/lamps/desk": "red", "/lamps/wall": "red", "/etc/motd": "before\n"})
	fake.Command("/bin/light")
	fake.Handle("light", func(_ context.Context, fake *fakehost.Host, c host.Command) host.Result {
		for _, name := range []string{"desk", "wall"} {
			// All lamps are on one wire.
			if name == c.Args[0] || c.Args[1] == "green" {
				fake.Put("/lamps/"+name, c.Args[1], 0o644)
			}
		}
		if c.Args[1] == "green" {
			fake.Put("/etc/motd", "by light\n", 0o600)
		}
		return host.Result{}
	})
	reg := ral.NewRegistry()
	providers.Register(reg)
	reg.Add(ral.Type{Name: "lamp", Summary: "Lamps", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property},
	}}, ral.Provider{Name: "wire", New: func() any { return wire{} }})
	s := model.NewSession(t.Context(), reg, fake.Host)
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	modeltest.Apply(t, s, raltest.Decl("file", "/etc/motd", "content", "ours\n"), raltest.Decl("lamp", "desk", "color", "blue"), raltest.Decl("lamp", "wall", "color", "green"))
	u, err := s.Undo(t.Context(), 0)
	if err != nil || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %+v", err, u.NotUndoable)
	}
	rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{})
	if err != nil || !rep.OK() || len(u.NotUndoable) > 0 {
		t.Fatalf("%v, %v, %+v", err, rep.Summary(), u.NotUndoable)
	}
	for name, want := range map[string]string{"/lamps/desk": "red", "/lamps/wall": "red", "/etc/motd": "before\n"} {
		if got, err := s.Env.Reader().ReadFile(t.Context(), name); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}

// A file that a command removed and a later step created existed before the
// run: its undo restores the content instead of removing the file.
func TestUndoOfWhatAnEarlierStepTook(t *testing.T) {
	for _, before := range []string{"same\n", "other\n"} {
		fake := fakehost.New(map[string]string{"/srv/f": before})
		fake.Command("/bin/sweep")
		fake.Handle("sweep", func(ctx context.Context, fake *fakehost.Host, _ host.Command) host.Result {
			if err := fake.Writer().Remove(ctx, "/srv/f", false); err != nil {
				t.Error(err)
			}
			return host.Result{}
		})
		reg := ral.NewRegistry()
		providers.Register(reg)
		s := model.NewSession(t.Context(), reg, fake.Host)
		s.KeepJournal(filepath.Join(t.TempDir(), "state"))
		modeltest.Apply(t, s, raltest.Decl("exec", "/bin/sweep"), raltest.Decl("file", "/srv/f", "content", "same\n").With("require", value.Ref("exec", "/bin/sweep")))
		u, err := s.Undo(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Env.Reader().ReadFile(t.Context(), "/srv/f"); err != nil || string(got) != before {
			t.Errorf("%q: it is %q, %v", before, got, err)
		}
		if text := slices.ContainsFunc(u.NotUndoable, func(n journal.NotUndoable) bool { return n.Ref == "File[/srv/f]" }); text {
			t.Errorf("%q: %+v", before, u.NotUndoable)
		}
	}
}

// wire sets lamps with a command.
type wire struct{}

func (wire) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	data, err := rd.ReadFile(ctx, "/lamps/"+r.Title)
	return ral.NewInstance(r.Type, r.Title).Set("color", value.Str(string(data))), err
}

func (wire) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, should value.Value) error {
	return wr.Run(ctx, host.Command{Name: "/bin/light", Args: []string{r.Title, should.Text()}})
}
