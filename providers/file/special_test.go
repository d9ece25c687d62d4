package file

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// A link has no mode: what is declared is not planned, but said to have no effect.
func TestModeOfLink(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(os.Symlink("t", at("link")), os.WriteFile(at("file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, links string
		status      transaction.Status
	}{
		{"link", "manage", transaction.InSync},
		{"link", "follow", transaction.InSync},
		{"new", "manage", transaction.Planned},
		{"new", "follow", transaction.Planned},
		{"file", "follow", transaction.Planned},
	} {
		env := onhost.NewEnv(raltest.Registry(t, Register), local.Machine().Reader(), nil)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{decl(at(c.name), "ensure", "link", "target", "t", "links", c.links, "mode", "0600")})
		if err != nil {
			t.Fatal(err)
		}
		s := plan.Steps[0]
		if s.Status != c.status || len(s.Dropped) != 1 || s.Dropped[0].Message != "mode has no effect on a link" {
			t.Errorf("%s, %s: %s, %v", c.name, c.links, s.Status, s.Dropped)
		}
		for _, change := range s.Changes {
			if change.Attr.Name == "mode" {
				t.Errorf("%s, %s: the mode is planned as %s", c.name, c.links, change.Text)
			}
		}
	}
}

// What is no file is kept with ensure => present, with a warning, and replaced
// otherwise, as in Puppet.
func TestContentOfWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	socket, err := net.Listen("unix", at("socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := errors.Join(unix.Mkfifo(at("fifo"), 0o600), os.Symlink("/none", at("link")), os.Mkdir(at("directory"), 0o700), os.WriteFile(at("file"), []byte("x"), 0o600)); err != nil {
		t.Fatal(err)
	}
	const kept = "content is not written: ensure => present keeps the existing "
	for _, c := range []struct {
		decl   ral.Decl
		status transaction.Status
		warns  string
	}{
		{decl(at("fifo"), "ensure", "present", "content", "x"), transaction.InSync, kept + "fifo"},
		{decl(at("socket"), "ensure", "present", "content", "x"), transaction.InSync, kept + "socket"},
		{decl(at("link"), "ensure", "present", "content", "x"), transaction.InSync, kept + "link"},
		{decl(at("directory"), "ensure", "present", "content", "x"), transaction.InSync, kept + "directory"},
		{decl("/dev/null", "ensure", "present", "content", "x"), transaction.InSync, kept + "characterSpecial"},
		{decl(at("fifo"), "ensure", "present"), transaction.InSync, ""},
		{decl(at("directory"), "ensure", "directory", "content", "x"), transaction.InSync, ""},
		{decl(at("file"), "ensure", "present", "content", "x"), transaction.InSync, ""},
		{decl(at("none"), "ensure", "present", "content", "x"), transaction.Planned, ""},
		{decl(at("fifo"), "content", "x"), transaction.Planned, ""},
		{decl(at("socket"), "ensure", "file", "content", "x"), transaction.Planned, ""},
		{decl(at("link"), "content", "x"), transaction.Planned, ""},
		{decl("/dev/null", "content", "x"), transaction.Blocked, ""},
	} {
		env := onhost.NewEnv(raltest.Registry(t, Register), local.Machine().Reader(), nil)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{c.decl})
		if err != nil {
			t.Fatal(err)
		}
		s, warns := plan.Steps[0], ""
		if len(s.Dropped) == 1 {
			warns = s.Dropped[0].Message
		}
		if s.Status != c.status || warns != c.warns {
			t.Errorf("%s: %s, %v; want %s, %s", s.Ref(), s.Status, s.Dropped, c.status, c.warns)
		}
	}
}

// The content of a file is read if it is declared or audited, or if the file does not
// stay one, because an undo needs it then.
func TestContentIsReadOnDemand(t *testing.T) {
	for name, c := range map[string]struct {
		attrs []ral.Attr
		read  bool
	}{
		"mode":            {[]ral.Attr{raltest.A("mode", "0600")}, false},
		"ensure":          {[]ral.Attr{raltest.A("ensure", "file"), raltest.A("owner", "root")}, false},
		"content":         {[]ral.Attr{raltest.A("content", "x")}, true},
		"audit":           {[]ral.Attr{raltest.A("audit", "content")}, true},
		"audit all":       {[]ral.Attr{raltest.A("audit", "all")}, true},
		"another audit":   {[]ral.Attr{raltest.A("audit", "mode")}, false},
		"removal":         {[]ral.Attr{raltest.A("ensure", "absent")}, true},
		"another kind":    {[]ral.Attr{raltest.A("ensure", "directory"), raltest.A("force", "true")}, true},
		"checksum is off": {[]ral.Attr{raltest.A("mode", "0600"), raltest.A("checksum", "none")}, false},
	} {
		fake := fakehost.New(map[string]string{"/f": "text", "/etc/passwd": "root:x:0:0::/:/bin/sh\n", "/etc/group": "root:x:0:\n"})
		reg := ral.NewRegistry()
		Register(reg)
		plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{{Type: "file", Title: "/f", Attrs: c.attrs}})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := plan.Steps[0].Found.Known("content"); got != c.read {
			t.Errorf("%s: the content is read: %v", name, got)
		}
	}
}
