package kittest

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
)

// Clock returns the time of the fake host's clock.
func Clock() time.Time { return time.Date(2026, 1, 2, 12, 6, 10, 0, time.UTC) }

// Shared returns the shared state on a fake host with four types.
func Shared(t testing.TB, opts ...fakehost.Option) (*kit.Shared, *fakehost.Host) {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(userType(), useradd(), ral.Provider{
		Name: "directoryservice", New: func() any { return rows{} },
		Commands: []ral.Command{{Binary: "dscl"}},
	})
	reg.Add(fileType(), ral.Provider{Name: "posix", New: func() any { return files{} }})
	reg.Add(packageType(), ral.Provider{Name: "apt", New: func() any { return rows{dir: "/pkg/", tool: "apt-get"} }})
	reg.Add(serviceType(), ral.Provider{
		Name: "init", NeedsRoot: "service starts daemons", New: func() any { return rows{dir: "/svc/", tool: "service"} },
	})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	opts = append([]fakehost.Option{fakehost.WithNow(Clock()), fakehost.WithUname(host.Uname{Nodename: "web1"})}, opts...)
	fake := fakehost.New(map[string]string{
		"/etc/passwd":          "alice:x:1000:1000::/home/alice:/bin/sh\n",
		"/etc/hostname":        "web1\n",
		"/people/deploy":       "ensure=present\nuid=1000\ncomment=\nhome=/home/deploy\nshell=/bin/sh\ngroups=[]\npassword=$y$old\npassword_max_age=99999\nexpiry=absent\n",
		"/people/eve":          "ensure=present\nuid=1001\nshell=/bin/sh\n",
		"/etc/default/useradd": "# Default values for useradd\n#\n# as possible\nSHELL=/bin/sh\n#\n# end\n",
		"/svc/cron":            "ensure=stopped\n",
		"/svc/sshd":            "ensure=stopped\n",
	}, opts...)
	fake.Command("/usr/sbin/usermod", "/usr/sbin/useradd", "/usr/sbin/userdel", "/usr/bin/apt-get", "/usr/sbin/service")
	tools(fake)
	session := model.NewSession(t.Context(), reg, fake.Host)
	sh := kit.NewShared(t.Context(), session, keys.Default(), nil)
	sh.Now, sh.Mode = Clock, Mode(frame.Mode{})
	return sh, fake
}

func userType() ral.Type {
	date := lazyre.New(`^\d{4}-\d{2}-\d{2}$`)
	return ral.Type{
		Name: "user", Summary: "Accounts in /etc/passwd", Doc: "Accounts.", Columns: [2]string{"uid", "shell"},
		Features: []ral.Feature{{Name: "manages_expiry"}, {Name: "manages_loginclass"}, {Name: "manages_roles"}},
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The account's name, as in /etc/passwd."},
			standard.Ensure("Whether the account is there."),
			{Name: "uid", Doc: "The user id."},
			{Name: "comment", Doc: "A description, usually the full name."},
			{Name: "home", Doc: "The home folder."},
			{Name: "shell", Doc: "The login shell.", ValidateFn: standard.AbsolutePath},
			{Name: "groups", Doc: "More groups.", IsList: true, MatchAll: true},
			{Name: "password", Doc: "The encrypted password.", Sensitive: true, Hooks: passwordHooks{}},
			{Name: "password_max_age", Doc: "Days until the password must be changed.", MungeFn: integer},
			{
				Name: "expiry", Doc: "Day after which the account can no longer be used.", Example: "2027-01-31",
				Features: []string{"manages_expiry"}, Values: []ral.Allowed{{Name: "absent"}, {Pattern: date}},
				ValidateFn: func(_ ral.Hook, v value.Value) error {
					if v.Text() == "absent" || date.MatchString(v.Text()) {
						return nil
					}
					return errors.New(`Expiry dates must be YYYY-MM-DD or the string "absent".`)
				},
			},
			{Name: "loginclass", Doc: "The login class.", Features: []string{"manages_loginclass"}},
			{Name: "roles", Doc: "The roles.", Features: []string{"manages_roles"}},
			{
				Name: "managehome", Kind: ral.Param, Doc: "Make and remove the home folder.", Values: ral.Literals("true", "false", "yes"),
				NoEffect: func(*ral.Resource) string { return "It matters only when the user is created or removed." },
			},
			standard.Membership("membership", "groups"),
			standard.BoolParam("system", "A system account.", "false"),
		},
	}
}

// passwordHooks are the hooks of password.
type passwordHooks struct{}

// DescribeSecret names the method of a hash.
func (passwordHooks) DescribeSecret(v value.Value) string {
	if strings.HasPrefix(v.Text(), "$6$") {
		return "SHA-512 hash"
	}
	return "yescrypt hash"
}

func integer(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	if err != nil {
		return v, errors.New("not a number: " + v.Text())
	}
	return value.Int(n), nil
}

func useradd() ral.Provider {
	return ral.Provider{
		Name: "useradd", Features: []string{"manages_expiry"}, NeedsRoot: "usermod writes /etc/passwd",
		New: func() any { return rows{dir: "/people/", tool: "usermod"} },
	}
}

func fileType() ral.Type {
	return ral.Type{
		Name: "file", Summary: "Files", Doc: "Files.", NotListable: "by path",
		Attributes: []*ral.Attribute{
			{Name: "path", Namevar: true, Kind: ral.Param, Doc: "The full path."},
			{Name: "content", Doc: "What it holds."},
		},
	}
}

func packageType() ral.Type {
	return ral.Type{
		Name: "package", Summary: "Software packages", Doc: "Packages.",
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The package."}, standard.Ensure("Whether it is installed."),
		},
	}
}

func serviceType() ral.Type {
	return ral.Type{
		Name: "service", Summary: "Daemons", Doc: "Daemons.",
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The daemon."},
			standard.EnsureOf("Whether it runs.", ral.Literals("running", "stopped")...),
		},
	}
}
