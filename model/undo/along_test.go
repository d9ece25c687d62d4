package undo_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/model/undo"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Packages that were installed along stay and are reported, unless their
// removal is requested. Packages that were removed along are restored. The marks of
// apt, auto and hold, are those from before.
func TestUndoAlong(t *testing.T) {
	ready := func(root string) {
		real.AptRepo(t, root,
			real.Deb{Name: "app", Version: "2.0", Depends: "lib"}, real.Deb{Name: "lib", Version: "1.5"},
			real.Deb{Name: "rival", Version: "1.0", Fields: "Conflicts: app\n"},
		)
	}
	if !real.Inside(t, ready) {
		return
	}
	const state = `dpkg-query -W -f '${Package} ${Version} ${db:Status-Status}\n' app lib rival 2>/dev/null | grep ' installed'; ` +
		`apt-mark showauto app lib rival | sed 's/$/ is auto/'; apt-mark showhold app lib rival | sed 's/$/ is held/'`
	for _, c := range []struct {
		name, ready, decls string
		opt                undo.Options
		left               string // what remains in addition
		cannot             string
	}{
		{"stays", "", `package { 'app': ensure => present }`, undo.Options{}, "lib 1.5 installed\nlib is auto", "its dependencies stay installed: lib"},
		{"is removed", "", `package { 'app': ensure => present }`, undo.Options{Along: true}, "", ""},
		{"was there before", "apt-get -qq install -y lib", `package { 'app': ensure => present }`, undo.Options{Along: true}, "", ""},
		{
			"stays, and its mark goes", "", `package { 'app': ensure => present, mark => hold }`,
			undo.Options{},
			"lib 1.5 installed\nlib is auto", "its dependencies stay installed: lib",
		},
		{"went along", "apt-get -qq install -y app", `package { 'rival': ensure => present }`, undo.Options{}, "", ""},
		{"went along, and was auto", "apt-get -qq install -y app; apt-mark -qq auto app", `package { 'rival': ensure => present }`, undo.Options{}, "", ""},
		{"was auto", "apt-get -qq install -y lib; apt-mark -qq auto lib", `package { 'lib': ensure => absent }`, undo.Options{}, "", ""},
		{"was auto and held", "apt-get -qq install -y lib; apt-mark -qq auto lib; apt-mark -qq hold lib", `package { 'lib': ensure => absent }`, undo.Options{}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			shell(t, "apt-get -qq purge -y app lib rival")
			shell(t, c.ready)
			before := shell(t, state)
			reg := ral.NewRegistry()
			providers.Register(reg)
			s := model.NewSession(t.Context(), reg, local.Machine())
			s.KeepJournal(filepath.Join(t.TempDir(), "state"))
			in, err := manifest.Read("x.pp", []byte(c.decls))
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Plan(t.Context(), in.Decls(reg)...)
			if err != nil {
				t.Fatal(err)
			}
			if rep, err := s.Apply(t.Context(), p, transaction.Options{}); err != nil || !rep.OK() {
				t.Fatalf("%v, %v", err, rep)
			}
			if shell(t, state) == before {
				t.Fatal("nothing was changed")
			}
			u, err := s.UndoWith(t.Context(), 0, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil || !rep.OK() {
				t.Fatalf("%v, %v", err, rep)
			}
			var cannot []string
			for _, n := range u.NotUndoable {
				cannot = append(cannot, n.Reason)
			}
			if got := strings.Join(cannot, ", "); got != c.cannot {
				t.Errorf("%q cannot be undone, want %q", got, c.cannot)
			}
			if got, want := shell(t, state), strings.TrimSpace(before+"\n"+c.left); got != want {
				t.Errorf("installed are %q, want %q", got, want)
			}
			if refs := u.Run.CameAlong(); (len(refs) > 0) != (strings.HasPrefix(c.name, "stays") || c.name == "is removed") {
				t.Errorf("along came %v", refs)
			}
		})
	}
}

// The undo of an installed package does not purge a configuration file that was
// edited since.
func TestUndoKeepsEditedConffiles(t *testing.T) {
	ready := func(root string) {
		real.AptRepo(t, root, real.Deb{Name: "conf", Version: "1.0", Files: map[string]string{"/etc/conf.conf": "a\n"}})
	}
	if !real.Inside(t, ready) {
		return
	}
	present := ral.Decl{Type: "package", Title: "conf", Attrs: []ral.Attr{{Name: "ensure", Value: value.Present()}}}
	for _, d := range []ral.Decl{
		present, present.With("provider", value.Str("dpkg")).With("source", value.Str("/srv/repo/conf_1.0_all.deb")),
	} {
		undoKeepsConffiles(t, d)
	}
}

func undoKeepsConffiles(t *testing.T, d ral.Decl) {
	t.Helper()
	for edit, want := range map[string][2]string{
		"":                            {"unknown", "none"},
		"echo mine >>/etc/conf.conf;": {"deinstall ok config-files", "a mine"},
	} {
		shell(t, "apt-get -qq purge -y conf")
		reg := ral.NewRegistry()
		providers.Register(reg)
		s := model.NewSession(t.Context(), reg, local.Machine())
		s.KeepJournal(filepath.Join(t.TempDir(), "state"))
		modeltest.Apply(t, s, d)
		shell(t, edit+":")
		cannot := strings.Join(undoLast(t, s), "\n")
		if strings.Contains(cannot, "to keep these edited configuration files: /etc/conf.conf") != (edit != "") || strings.Contains(cannot, "\n") {
			t.Errorf("%q: %s", edit, cannot)
		}
		state := shell(t, "dpkg-query -W -f '${Status}' conf 2>/dev/null | grep -v not-installed || echo unknown")
		text := shell(t, "cat /etc/conf.conf 2>/dev/null | paste -sd' ' | grep . || echo none")
		if state != want[0] || text != want[1] {
			t.Errorf("%q: %s, %q", edit, state, text)
		}
	}
}

// A removed package can be restored and removed again and again: its configuration files,
// which the removal left, are those of the same version.
func TestRedoOfARemovedPackage(t *testing.T) {
	ready := func(root string) {
		real.AptRepo(t, root, real.Deb{Name: "conf", Version: "1.0", Files: map[string]string{"/etc/conf.conf": "a\n"}})
	}
	if !real.Inside(t, ready) {
		return
	}
	shell(t, "apt-get -qq purge -y conf; apt-get -qq install -y conf")
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, local.Machine())
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	modeltest.Apply(t, s, ral.Decl{Type: "package", Title: "conf", Attrs: []ral.Attr{{Name: "ensure", Value: value.Absent()}}})
	for _, state := range []string{"install ok installed", "deinstall ok config-files", "install ok installed"} {
		if cannot := undoLast(t, s); len(cannot) > 0 {
			t.Errorf("%s: %q", state, cannot)
		}
		if got := shell(t, "dpkg-query -W -f '${Status}' conf; cat /etc/conf.conf"); got != state+"a" {
			t.Errorf("%q, want %q", got, state)
		}
	}
}
