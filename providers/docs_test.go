package providers_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// page returns the sections of docs/files.md by type.
func page(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := make(map[string]string)
	for _, part := range strings.Split(string(data), "\n## ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		parts[name] = text
	}
	return parts
}

// Each type documents all of its attributes, and its examples work: they are
// planned and applied, and then nothing is left to do.
func TestDocsOfFiles(t *testing.T) {
	reg := registry(t)
	parts := page(t)
	if len(parts) != 5 {
		t.Errorf("%d types are described", len(parts))
	}
	for name, text := range parts {
		t.Run(name, func(t *testing.T) {
			ty := reg.Type(name)
			for _, a := range ty.Attributes {
				if !a.Namevar && !strings.Contains(text, "`"+a.Name+"`") && a.Name != "ensure" {
					t.Errorf("nothing is said of %s", a.Name)
				}
			}
			_, code, _ := strings.Cut(text, "```puppet\n")
			code, _, _ = strings.Cut(code, "```")
			in, err := manifest.Read("files.pp", []byte(code))
			if err != nil {
				t.Fatal(err)
			}
			fake := documented()
			env := onhost.NewEnv(reg, fake.Reader(), nil)
			plan, err := transaction.NewPlan(t.Context(), env, in.Decls(reg))
			if err != nil || plan.ChangeCount() == 0 {
				t.Fatal(err, plan.ChangeCount())
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, rep.Steps[0].Err)
			}
			again, err := transaction.NewPlan(t.Context(), env, in.Decls(reg))
			if err != nil || again.ChangeCount() != 0 {
				t.Errorf("a second plan has %d changes, %v", again.ChangeCount(), err)
			}
		})
	}
}

// documented returns a host for the examples: its tools only change their own
// files.
func documented() *fakehost.Host {
	fake := fakehost.New(map[string]string{
		"/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\n", "/etc/group": "", "/etc/shadow": "",
		"/etc/fstab": "", "/etc/ssh/": "", "/proc/self/mountinfo": "", "/var/spool/cron/crontabs/": "",
		"/home/alice/.ssh/authorized_keys": "ssh-rsa AAAA gone\n",
	})
	for _, tool := range []string{"mount", "umount", "crontab", "useradd", "usermod", "userdel", "chage", "chpasswd"} {
		fake.Command("/usr/bin/" + tool)
	}
	return answering(fake)
}

func answering(fake *fakehost.Host) *fakehost.Host {
	fake.Handle("mount", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		f.Put("/proc/self/mountinfo", "20 1 0:1 / "+cmd.Args[0]+" rw - xfs /dev/vdb1 rw\n", 0o444)
		return host.Result{}
	})
	const tab = "/var/spool/cron/crontabs/root"
	fake.Handle("crontab", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "-" {
			f.Put(tab, string(cmd.Stdin), 0o600)
		}
		return host.Result{Stdout: []byte(f.Content(tab))}
	})
	fake.Dir("/srv", 0o755) // a mount point
	return fake
}
