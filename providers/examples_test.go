package providers_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
)

// TestExamples runs the example in each type's documentation: it is read, built
// without a finding, and planned, with something to do. Only types whose tools
// this host lacks are not planned here; their own tests apply the example.
func TestExamples(t *testing.T) {
	elsewhere := map[string]bool{"augeas": true, "dnsrr": true, "dnszone": true, "selboolean": true, "selmodule": true, "yumrepo": true}
	reg := registry(t)
	fake := exampleHost()
	env := ral.NewEnv(reg, fake.Reader(), raltest.Facts{"os.family": "Debian", "os.name": "Debian", "os.release.major": "12"})
	for _, ty := range reg.Types() {
		t.Run(ty.Name, func(t *testing.T) {
			_, code, ok := strings.Cut(ty.Doc, "```puppet\n")
			code, _, ended := strings.Cut(code, "```")
			if !ok || !ended {
				t.Fatal("the documentation has no example")
			}
			in, err := manifest.Read(ty.Name+".pp", []byte(code))
			if err != nil {
				t.Fatal(err)
			}
			decls := in.Decls(reg)
			plan, err := transaction.NewPlanWith(t.Context(), env, decls, transaction.Options{IgnoreSchedules: true})
			if err != nil {
				t.Fatal(err)
			}
			own := 0
			for _, s := range plan.Steps {
				if s.Resource.Type == ty {
					own++
				}
				for _, d := range s.Dropped {
					t.Errorf("%s: %s", s.Ref(), d.Message)
				}
				var none *ral.NoProviderError
				if lacks := errors.As(s.Err, &none); lacks != elsewhere[s.Resource.Type.Name] {
					t.Errorf("%s: without a provider: %v", s.Ref(), s.Err)
				} else if !lacks && s.LeftOut() != "" {
					t.Errorf("%s: %s", s.Ref(), s.LeftOut())
				}
			}
			if own == 0 || plan.ChangeCount() == 0 && !elsewhere[ty.Name] {
				t.Errorf("%d of the type, %d changes", own, plan.ChangeCount())
			}
		})
	}
}

// exampleHost has all that the examples are about, and the tools of a Debian.
func exampleHost() *host.Fake {
	files := accountstest.Files()
	maps.Copy(files, map[string]string{
		"/proc/1/comm": "systemd\n", "/etc/fstab": "", "/etc/ssh/": "", "/proc/self/mountinfo": "", "/var/spool/cron/crontabs/": "",
		"/etc/hosts": "", "/etc/bash.bashrc": "", "/etc/motd": "", "/proc/sys/net/ipv4/ip_forward": "0\n", "/etc/sysctl.d/": "",
		"/var/tmp/build/old.log": "", "/home/alice/": "", "/etc/modprobe.d/": "", "/etc/modules-load.d/": "", "/proc/modules": "",
		"/var/lib/dpkg/alternatives/pager": "auto\n/usr/bin/pager\n\n/bin/more\n50\n/usr/bin/less\n77\n\n",
		"/var/lib/dpkg/status":             "",
		"/var/lib/dpkg/info/":              "",
	})
	fake := accountstest.New(files)
	fake.Link("/etc/alternatives/pager", "/bin/more")
	fake.Link("/usr/bin/pager", "/etc/alternatives/pager")
	fake.Command("/usr/bin/less", "/bin/more", "/usr/bin/tar", "/usr/bin/systemctl", "/usr/bin/crontab", "/usr/bin/mount", "/usr/bin/umount",
		"/usr/bin/apt-get", "/usr/bin/apt-cache", "/usr/bin/apt-mark", "/usr/bin/dpkg", "/usr/bin/dpkg-query", "/usr/bin/dpkg-deb",
		"/usr/bin/update-alternatives", "/usr/sbin/sysctl", "/usr/sbin/modprobe", "/usr/bin/debconf-set-selections")
	says := func(tool, out string) {
		fake.Handle(tool, func(context.Context, *host.Fake, host.Command) host.Result { return host.Result{Stdout: []byte(out)} })
	}
	says("systemctl", "Id=cron.service\nLoadState=loaded\nActiveState=inactive\nUnitFileState=disabled\nNeedDaemonReload=no\n")
	says("apt-get", "Inst nginx (1.22.1-9 Debian:12 [amd64])\nConf nginx (1.22.1-9 Debian:12 [amd64])\n")
	fake.SetNow(fake.Reader().Now().Add(30 * 24 * time.Hour)) // what is there is old enough for tidy
	return answering(fake)
}
