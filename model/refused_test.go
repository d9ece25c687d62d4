package model_test

import (
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
)

// What needs root on the machine may not need it in the user's own directory.
func TestRefused(t *testing.T) {
	tool := []ral.Command{{Binary: "usermod"}}
	const why = "usermod writes /etc/passwd, and uid 1000 is not root"
	for _, test := range []struct {
		name     string
		provider ral.Provider
		root     string
		uid      int
		owner    int
		want     string
	}{
		{"root", ral.Provider{Commands: tool}, "/", 0, 0, ""},
		{"on the machine", ral.Provider{Commands: tool}, "/", 1000, 1000, why},
		{"files on the machine", ral.Provider{}, "/", 1000, 0, why},
		{"files below", ral.Provider{}, "/srv/demo", 1000, 0, ""},
		{"a tool below", ral.Provider{Commands: tool}, "/srv/demo", 1000, 1000, why},
		{"a tool that works in one's own folder", ral.Provider{Commands: tool, Writes: ral.Writes{UserMayWriteRoot: true}}, "/srv/demo", 1000, 1000, ""},
		{"it in another's folder", ral.Provider{Commands: tool, Writes: ral.Writes{UserMayWriteRoot: true}}, "/srv/demo", 1000, 0, why},
		{"it on the machine", ral.Provider{Commands: tool, Writes: ral.Writes{UserMayWriteRoot: true}}, "/", 1000, 1000, why},
	} {
		test.provider.NeedsRoot = "usermod writes /etc/passwd"
		f := fakehost.New(nil, fakehost.WithUID(test.uid), fakehost.WithRoot(test.root))
		if err := f.Writer().Chown(t.Context(), "/", test.owner, test.owner); err != nil {
			t.Fatal(err)
		}
		s := model.NewSession(t.Context(), ral.NewRegistry(), f.Host)
		if got := s.User.Refused(&test.provider); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestKeepIn(t *testing.T) {
	s := model.NewSession(t.Context(), ral.NewRegistry(), fakehost.New(nil).Host)
	config := s.OwnFiles.Paths.Config
	s.SetStateDir("/srv/demo/ralsh")
	if p := s.OwnFiles.Paths; p.State != "/srv/demo/ralsh" || p.Log != "/srv/demo/ralsh/ralsh.log" || p.Config != config {
		t.Errorf("%+v", p)
	}
}
