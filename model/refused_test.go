package model_test

import (
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
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

// A plan that only writes files in the user's own directory is not refused.
func TestFilesOfAnOwnRoot(t *testing.T) {
	files := map[string]string{
		"/etc/hosts": "127.0.0.1 localhost\n", "/etc/fstab": "", "/etc/aliases": "", "/etc/yum.conf": "", "/etc/ssh/ssh_known_hosts": "",
		"/etc/passwd": "root:x:0:0::/:/bin/sh\n", "/etc/group": "root:x:0:\n", "/etc/sysctl.conf": "", "/etc/sysctl.d/a.conf": "", "/etc/modprobe.d/a.conf": "",
	}
	f := fakehost.New(files, fakehost.WithUID(1000), fakehost.WithRoot("/srv/demo"))
	if err := f.Writer().Chown(t.Context(), "/", 1000, 1000); err != nil {
		t.Fatal(err)
	}
	f.Command("/sbin/sysctl", "/sbin/modprobe", "/bin/mount", "/bin/umount")
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, f.Host)
	for _, d := range []ral.Decl{
		raltest.Decl("file", "/etc/x", "content", "x"),
		raltest.Decl("host", "db", "ip", "192.0.2.1"),
		raltest.Decl("mailalias", "a", "recipient", "b"),
		raltest.Decl("sshkey", "h", "type", "ssh-rsa", "key", "AAAA"),
		raltest.Decl("mount", "/m", "device", "/dev/x", "fstype", "ext4", "ensure", "present"),
		raltest.Decl("sysctl", "net.ipv4.ip_forward", "value", "1"),
		raltest.Decl("kmod", "loop", "blacklist", "true"),
		raltest.Decl("yumrepo", "r", "baseurl", "http://192.0.2.1/"),
	} {
		p, err := s.Plan(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if why := s.User.RefusedPlan(p); why != "" || p.Ready() != 1 {
			t.Errorf("%s: %d ready, %s, %s", d.Ref(), p.Ready(), p.Steps[0].LeftOut(), why)
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
