package kittest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// FixtureNow returns the time of the clock of the fixture.
func FixtureNow() time.Time { return time.Date(2027, 3, 4, 12, 4, 31, 0, time.UTC) }

// A small host in memory: types similar to real types, a provider that fails,
// an unsuitable provider, and a type that is read by path.

// fileLister is a provider of the fixture. It reads lines like "name:a:b" from
// a file.
type fileLister struct {
	file  string
	props []string
}

func (l fileLister) List(ctx context.Context, in *ral.Listing) error {
	data, err := in.Reader.ReadFile(ctx, l.file)
	if err != nil || len(data) == 0 {
		return err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		fields := strings.Split(line, ":")
		if fields[0] == "RAN" {
			_, text, _ := strings.Cut(string(data), "\n")
			return &host.CommandError{Command: strings.TrimPrefix(line, "RAN:"), Result: host.Result{Exit: 1, Stderr: []byte(text)}}
		}
		if fields[0] == "PANIC" {
			panic("no such gem")
		}
		if fields[0] == "FAIL" {
			return errors.New(strings.TrimPrefix(line, "FAIL:"))
		}
		inst := in.NewInstance(fields[0])
		inst.From = fmt.Sprintf("%s:%d", l.file, i+1)
		for n, p := range l.props {
			if n+1 < len(fields) {
				inst.Set(p, Value(fields[n+1]))
			}
		}
		in.Yield(inst)
	}
	return nil
}

// Value parses a value in a file of the fixture.
func Value(text string) value.Value {
	switch text {
	case "present", "absent", "running", "stopped", "true", "false":
		return value.Sym(text)
	}
	return value.Str(text)
}

func (fileLister) Flush(context.Context, host.Writer, *ral.Resource) error { return nil }

// Lister returns a provider that reads its instances from a file, line by line.
func Lister(name, file string, props ...string) ral.Provider {
	return ral.Provider{Name: name, New: func() any { return fileLister{file, props} }}
}

// Namevar returns a parameter that names the resource.
func Namevar(name string) *ral.Attribute {
	return &ral.Attribute{Name: name, Kind: ral.Param, Namevar: true, Doc: "The name."}
}

func onlyPaths(_ ral.Hook, v value.Value) error {
	if !standard.IsPath(v.Text()) {
		return errors.New("it is no path")
	}
	return nil
}

// Property returns a property that accepts any string.
func Property(name, doc string) *ral.Attribute {
	return &ral.Attribute{Name: name, Kind: ral.Property, Doc: doc}
}

// FixtureRegistry returns a registry with the types of the fixture.
func FixtureRegistry(t testing.TB) *ral.Registry {
	t.Helper()
	reg := ral.NewRegistry()
	needs := func(p ral.Provider, c ...condition.Confine) ral.Provider { p.Confines = c; return p }
	reg.Add(ral.Type{
		Name: "user", Summary: "Accounts in /etc/passwd", Doc: "Accounts in `/etc/passwd`, with their groups and ages.",
		Columns:  [2]string{"uid", "shell"},
		Features: []ral.Feature{{Name: "manages_shell"}, {Name: "manages_loginclass"}},
		Attributes: []*ral.Attribute{
			Namevar("name"), standard.Ensure("Whether the user is there."), Property("uid", "The number of the user."),
			{Name: "gid", Kind: ral.Property, Doc: "The primary group."},
			{
				Name: "shell", Kind: ral.Property, Features: []string{"manages_shell"}, Example: "/bin/bash",
				Doc: "Program started at login. It must exist and be executable.\n\nA second paragraph.",
			},
			{Name: "password", Kind: ral.Property, Sensitive: true, Doc: "The hash of the password."},
			{Name: "loginclass", Kind: ral.Property, Features: []string{"manages_loginclass"}, Doc: "The class of BSD."},
			standard.BoolParam("managehome", "Whether the home is made too.", "false"),
		},
		Relations: []ral.Relation{{Kind: ral.Require, Type: "group", Via: []string{"gid"}, Titles: func(r *ral.Resource) []string {
			return []string{r.Get("gid").Text()}
		}}, standard.Mentions("file", standard.IsPath, "shell")},
		Findings: func(inst *ral.Instance) []string {
			if inst.Get("shell").Text() == "/bin/fish" {
				return []string{"has the shell /bin/fish, and there is no such file here"}
			}
			return nil
		},
	}, func() ral.Provider {
		p := Lister("useradd", "/etc/passwd", "ensure", "uid", "gid", "shell", "password")
		p.Features = []string{"manages_shell"}
		p.NeedsRoot = "usermod writes /etc/passwd"
		return p
	}(), needs(Lister("pw", "/etc/master.passwd"), condition.FileExists("/usr/sbin/pw")))
	reg.Add(ral.Type{
		Name: "group", Summary: "Groups in /etc/group", Doc: "Groups.", Columns: [2]string{"gid"},
		Attributes: []*ral.Attribute{Namevar("name"), standard.Ensure("Whether it is there."), Property("gid", "The number.")},
	}, Lister("groupadd", "/etc/group", "ensure", "gid"))
	reg.Add(ral.Type{
		Name: "package", Summary: "Software packages", Doc: "Software packages of all package managers.", Columns: [2]string{"ensure"},
		Attributes: []*ral.Attribute{Namevar("name"), Property("ensure", "The version.")},
	}, Lister("apt", "/var/apt", "ensure"), Lister("gem", "/var/gem", "ensure"), Lister("pip", "/var/pip", "ensure"),
		needs(Lister("dnf", "/var/dnf", "ensure"), condition.FileExists("/usr/bin/rpm")))
	reg.Add(ral.Type{
		Name: "service", Summary: "Daemons: running now, started at boot", Doc: "Daemons: whether they run now and whether they start at boot.",
		Columns:        [2]string{"ensure", "enable"},
		EnsureOptional: true,
		Attributes: []*ral.Attribute{
			Namevar("name"), standard.EnsureOf("Whether it runs.", ral.Literals("running", "stopped")...),
			{Name: "enable", Kind: ral.Property, Values: ral.Literals("true", "false"), Doc: "Whether it starts at boot."},
		},
	}, Lister("base", "/var/base", "ensure", "enable"), func() ral.Provider {
		p := Lister("debian", "/var/service", "ensure", "enable")
		p.Parent, p.Source = "base", "base"
		return p
	}(), func() ral.Provider {
		p := needs(Lister("systemd", "/var/systemd", "ensure", "enable"), condition.CommandExists("systemctl"), condition.Confine{
			Kind: condition.ConfineTest, Title: "PID 1 is systemd", Subject: "PID 1", Want: "/proc/1/comm to read systemd",
			Hint: "boot with systemd, or use the provider debian for /etc/init.d",
			Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
				data, err := p.Reader.ReadFile(ctx, "/proc/1/comm")
				return strings.TrimSpace(string(data)), strings.TrimSpace(string(data)) == "systemd", err
			},
		})
		p.Default = []condition.Clause{condition.DefaultFor("os.name", "debian")}
		p.Ancestors = 9
		return p
	}())
	reg.Add(ral.Type{
		Name: "selboolean", Summary: "SELinux booleans", Doc: "SELinux booleans.",
		Attributes: []*ral.Attribute{Namevar("name"), Property("value", "On or off.")},
	}, needs(Lister("getsetsebool", "/var/se"), condition.CommandExists("getsebool")))
	reg.Add(ral.Type{
		Name: "file", Summary: "Files, directories and links, by path", Doc: "Files.", NotListable: "by path",
		Attributes: []*ral.Attribute{Namevar("path"), standard.Ensure("Whether it is there."), Property("mode", "The mode.")},
	}, Lister("posix", "/var/files", "ensure", "mode"))
	reg.Add(ral.Type{
		Name: "vcsrepo", Summary: "Working copies of repositories", Doc: "Working copies.",
		Attributes: []*ral.Attribute{{Name: "path", Kind: ral.Param, Namevar: true, Doc: "The folder.", ValidateFn: onlyPaths}, standard.Ensure("Whether it is there.")},
	}, Lister("git", "/var/git", "ensure"), Lister("p4", "/var/p4", "ensure"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return reg
}

// FixtureFiles returns the files that the providers of the fixture read.
func FixtureFiles() map[string]string {
	return map[string]string{
		"/etc/hostname":      "web1\n",
		"/etc/passwd":        "alice:present:1001:1001:/bin/fish:$y$secret\ndeploy:present:1000:deploy:/bin/sh:$y$hash\nroot:present:0:0:/bin/bash:x\n",
		"/etc/group":         "deploy:present:1000\nroot:present:0\n",
		"/var/apt":           "polkitd:122-3\npuppet:7.23.0-1\nrake:13.0.6-3\nzlib:1.2.13\n",
		"/var/gem":           "puppet:7.23.0\nrake:13.0.6\n",
		"/var/pip":           "FAIL:exit 1: \"pip: no python here\"\n",
		"/var/service":       "cron:running:true\ndbus:stopped:true\nssh:running:true\n",
		"/var/base":          "cron:running:true\n",
		"/usr/bin/systemctl": "", "/proc/1/comm": "docker-init\n",
		"/var/files": "/etc/motd:present:0644\n", "/var/git": "/srv/app:present\n", "/var/p4": "FAIL:no server\n",
	}
}

// Fixture returns a session on the host of the fixture.
func Fixture(t testing.TB, opts ...fakehost.Option) (*model.Session, *fakehost.Host) {
	t.Helper()
	opts = append([]fakehost.Option{fakehost.WithNow(FixtureNow()), fakehost.WithUname(host.Uname{Nodename: "web1"})}, opts...)
	f := fakehost.New(FixtureFiles(), opts...)
	f.Put("/usr/bin/systemctl", "", 0o755)
	return model.NewSession(t.Context(), FixtureRegistry(t), f.Host), f
}
