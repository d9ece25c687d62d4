package cron

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

const (
	rootTab = "# mine\nMAILTO=root\n0 3 * * * /usr/bin/backup\n# Puppet Name: logs\n*/5 * * jan mon-fri\t/usr/bin/rotate  --all\n\n" +
		"# Puppet Name: env job\n# about it\nPATH=/bin\nFOO=bar baz\n@daily /usr/bin/daily # not a comment\n1 1 * * * /bin/last"
	deployTab = "# Puppet Name: release\n*/15 * * * * /srv/www/release\n"
)

func suite() raltest.Suite {
	user := []ral.Attr{raltest.A("user", "deploy")}
	return raltest.Suite{
		Register: Register, Type: "cron", Provider: "crontab",
		NotCovered: map[string]string{
			"user":   "a job is looked for in the crontab of its user: of another user it is another job; cron_test.go has both",
			"target": "it is the same as user",
		},
		Several: &raltest.Several{
			Titles: []string{"j1", "j2", "j3"}, Remove: "absent",
			Create: func(i int) []ral.Attr {
				return append([]ral.Attr{raltest.A("command", fmt.Sprint("/bin/", i))}, user...)
			},
		},
		Cases: []raltest.Case{
			{
				Title: "new job", Remove: "absent",
				Create: []ral.Attr{
					raltest.A("command", "/bin/new  --x \\%"), raltest.A("hour", "4"), raltest.L("minute", "0", "30-40/2"),
					raltest.A("month", "January"), raltest.A("weekday", "Sun"), raltest.L("environment", "A=1", "B=two words"),
				},
				Changes: []ral.Attr{
					raltest.A("command", "/bin/newer"), raltest.A("minute", "*/10"), raltest.L("monthday", "1", "15"), raltest.A("month", "absent"),
					raltest.A("hour", "*"), raltest.A("weekday", "1-5"), raltest.L("environment", "B=2"), raltest.A("environment", "absent"),
				},
			},
			{Name: "a word", Title: "reboot", Remove: "absent", With: user, Create: []ral.Attr{
				raltest.A("command", "/bin/up"), raltest.A("special", "reboot"),
			}, Changes: []ral.Attr{raltest.A("special", "hourly"), raltest.A("special", "absent")}},
			{Title: "logs", Changes: []ral.Attr{raltest.A("month", "2"), raltest.A("command", "/bin/r")}, Remove: "absent"},
			{Title: "env job", Changes: []ral.Attr{raltest.L("environment", "C=3"), raltest.L("environment")}, Remove: "absent"},
			{Title: "unmanaged:/usr/bin/backup-1", Changes: []ral.Attr{raltest.A("hour", "5")}, Remove: "absent"},
			{Name: "by name alone", Title: "release", Changes: []ral.Attr{raltest.A("minute", "7")}, Remove: "absent"},
			{Title: "unmanaged:/bin/last-2", Changes: []ral.Attr{raltest.A("hour", "2")}, Remove: "absent"},
		},
	}
}

func both() map[string]string { return map[string]string{"root": rootTab + "\n", "deploy": deployTab} }

func TestSuite(t *testing.T) {
	s := suite()
	s.Host = func(*testing.T) host.Host { return tabsHost(both()).Host }
	s.Many = func(_ *testing.T, n int) host.Host {
		tabs := both()
		for i := range n {
			tabs["root"] += fmt.Sprintf("# Puppet Name: many%d\n0 0 * * * /bin/x\n", i)
		}
		return tabsHost(tabs).Host
	}
	s.Run(t)
}

// Below another root the files themselves are read and written.
func TestSuiteReal(t *testing.T) {
	s := suite()
	s.Watch = []string{"/var/spool/cron"}
	s.Host = func(t *testing.T) host.Host {
		root := real.Chroot(t)
		furnish(t, root)
		return raltest.Below(t, root)
	}
	s.Run(t)
}

// Inside a root crontab(1) itself is used.
func TestSuiteInside(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	s := suite()
	s.Watch = []string{"/var/spool/cron"}
	s.Host = func(t *testing.T) host.Host {
		furnish(t, "/")
		return local.Machine()
	}
	s.Run(t)
}

// furnish creates the crontabs below a root. It only writes to a root of a
// test.
func furnish(t *testing.T, root string) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(root, spoolDir)
	passwd, err := os.ReadFile(filepath.Join(root, "etc/passwd"))
	must(err)
	if _, err := os.Stat(filepath.Join(dir, "deploy")); err != nil {
		must(os.WriteFile(filepath.Join(root, "etc/passwd"), append(passwd, "deploy:x:1001:1001::/home/deploy:/bin/sh\n"...), 0o644))
	}
	must(os.MkdirAll(dir, 0o730))
	for user, text := range both() {
		file := filepath.Join(dir, user)
		must(os.WriteFile(file, []byte(text), 0o600))
		if user == "deploy" {
			must(os.Chown(file, 1001, -1))
		}
	}
}
