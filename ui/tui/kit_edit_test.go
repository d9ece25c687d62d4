package tui

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
	"ralsh/ui/tui/keys"
)

// kitClock is the moment at which the fake host's clock stands.
func kitClock() time.Time { return time.Date(2026, 1, 2, 12, 6, 10, 0, time.UTC) }

// kitShared is what screens have at hand on a fake host with four types.
func kitShared(t testing.TB, opts ...host.FakeOption) (*shared, *host.Fake) {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(kitUser(), kitUseradd(), ral.Provider{
		Name: "directoryservice", New: func() any { return kitRows{} },
		Commands: []ral.Command{{Binary: "dscl"}},
	})
	reg.Add(kitFile(), ral.Provider{Name: "posix", New: func() any { return kitFiles{} }})
	reg.Add(kitPackage(), ral.Provider{Name: "apt", New: func() any { return kitRows{dir: "/pkg/", tool: "apt-get"} }})
	reg.Add(kitService(), ral.Provider{
		Name: "init", NeedsRoot: "service starts daemons", New: func() any { return kitRows{dir: "/svc/", tool: "service"} },
	})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	opts = append([]host.FakeOption{host.WithNow(kitClock()), host.WithUname(host.Uname{Nodename: "web1"})}, opts...)
	fake := host.NewFake(map[string]string{
		"/etc/passwd":          "alice:x:1000:1000::/home/alice:/bin/sh\n",
		"/etc/hostname":        "web1\n",
		"/people/deploy":       "ensure=present\nuid=1000\ncomment=\nhome=/home/deploy\nshell=/bin/sh\ngroups=[]\npassword=$y$old\npassword_max_age=99999\nexpiry=absent\n",
		"/people/eve":          "ensure=present\nuid=1001\nshell=/bin/sh\n",
		"/etc/default/useradd": "# Default values for useradd\n#\n# as possible\nSHELL=/bin/sh\n#\n# end\n",
		"/svc/cron":            "ensure=stopped\n",
		"/svc/sshd":            "ensure=stopped\n",
	}, opts...)
	fake.Command("/usr/sbin/usermod", "/usr/sbin/useradd", "/usr/sbin/userdel", "/usr/bin/apt-get", "/usr/sbin/service")
	kitTools(fake)
	sh := &shared{
		ctx: t.Context(), session: model.On(t.Context(), reg, fake.Host), keys: keys.Default(),
		now: kitClock, drafts: &drafts{}, log: &history{},
	}
	return sh, fake
}

func kitUser() ral.Type {
	date := lazyre.New(`^\d{4}-\d{2}-\d{2}$`)
	return ral.Type{
		Name: "user", Summary: "Accounts in /etc/passwd", Doc: "Accounts.", Columns: [2]string{"uid", "shell"},
		Features: []ral.Feature{{Name: "manages_expiry"}, {Name: "manages_loginclass"}, {Name: "manages_roles"}},
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The account's name, as in /etc/passwd."},
			ral.Ensure("Whether the account is there."),
			{Name: "uid", Doc: "The user id."},
			{Name: "comment", Doc: "A description, usually the full name."},
			{Name: "home", Doc: "The home folder."},
			{Name: "shell", Doc: "The login shell.", ValidateFn: ral.AbsolutePath},
			{Name: "groups", Doc: "More groups.", IsList: true, MatchAll: true},
			{Name: "password", Doc: "The encrypted password.", Sensitive: true},
			{Name: "password_max_age", Doc: "Days until the password must be changed.", MungeFn: kitInteger},
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
			ral.Membership("membership", "groups"),
			ral.BoolParam("system", "A system account.", "false"),
		},
	}
}

func kitInteger(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := strconv.ParseInt(v.Text(), 10, 64)
	if err != nil {
		return v, errors.New("not a number: " + v.Text())
	}
	return value.Int(n), nil
}

func kitUseradd() ral.Provider {
	return ral.Provider{
		Name: "useradd", Features: []string{"manages_expiry"}, NeedsRoot: "usermod writes /etc/passwd",
		New: func() any { return kitRows{dir: "/people/", tool: "usermod"} },
	}
}

func kitFile() ral.Type {
	return ral.Type{
		Name: "file", Summary: "Files", Doc: "Files.", Listless: "by path",
		Attributes: []*ral.Attribute{
			{Name: "path", Namevar: true, Kind: ral.Param, Doc: "The full path."},
			{Name: "content", Doc: "What it holds."},
		},
	}
}

func kitPackage() ral.Type {
	return ral.Type{
		Name: "package", Summary: "Software packages", Doc: "Packages.",
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The package."}, ral.Ensure("Whether it is installed."),
		},
	}
}

func kitService() ral.Type {
	return ral.Type{
		Name: "service", Summary: "Daemons", Doc: "Daemons.",
		Attributes: []*ral.Attribute{
			{Name: "name", Namevar: true, Kind: ral.Param, Doc: "The daemon."},
			ral.EnsureOf("Whether it runs.", ral.Literals("running", "stopped")...),
		},
	}
}

// kitRows keeps each instance in a small file of key=value lines; tools change
// those.
type kitRows struct{ dir, tool string }

func (k kitRows) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Look.ReadDir(ctx, strings.TrimSuffix(k.dir, "/"))
	for _, name := range names {
		f, err := k.read(ctx, in.Look, in.Type, name)
		if err != nil {
			return err
		}
		in.Yield(f)
	}
	return err
}

func (k kitRows) Retrieve(ctx context.Context, look host.Look, r *ral.Resource) (*ral.Found, error) {
	if there, err := look.Exists(ctx, k.dir+r.Name()); err != nil || !there {
		return ral.AbsentFound(r.Type, r.Name()), err
	}
	return k.read(ctx, look, r.Type, r.Name())
}

func (k kitRows) read(ctx context.Context, look host.Look, t *ral.Type, name string) (*ral.Found, error) {
	data, err := look.ReadFile(ctx, k.dir+name)
	f := ral.NewFound(t, name)
	f.Provider = t.Providers()[0]
	for line := range strings.Lines(string(data)) {
		key, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		v := value.Str(text)
		switch {
		case text == "absent" || key == "ensure":
			v = value.Sym(text)
		case text == "[]":
			v = value.ListOf()
		case key == "uid" || key == "password_max_age":
			n, _ := strconv.ParseInt(text, 10, 64)
			v = value.Int(n)
		}
		f.Set(key, v)
	}
	return f, err
}

func (k kitRows) Create(ctx context.Context, c host.Change, r *ral.Resource) error {
	if k.tool == "apt-get" {
		return c.Run(ctx, host.Command{Name: "apt-get", Args: []string{"-q", "-y", "install", r.Name()}})
	}
	args := []string{r.Name()}
	for _, a := range r.Type.Properties() {
		if v := r.Get(a.Name); !v.IsNil() && a.Name != "ensure" {
			args = append(args, a.Name+"="+v.Reveal().Text())
		}
	}
	return c.Run(ctx, host.Command{Name: "useradd", Args: args})
}

func (k kitRows) Foresee(_ context.Context, _ host.Look, r *ral.Resource, _ string, _ value.Value) (ral.Foresight, error) {
	if k.tool != "apt-get" {
		return ral.Foresight{}, nil
	}
	return ral.Foresight{Certainty: ral.Simulated, By: "apt-get -s", Note: "1.22.1-9, and nginx-common comes with it"}, nil
}

func (k kitRows) Destroy(ctx context.Context, c host.Change, r *ral.Resource) error {
	return c.Run(ctx, host.Command{Name: "userdel", Args: []string{r.Name()}})
}

func (k kitRows) Set(ctx context.Context, c host.Change, r *ral.Resource, attr string, should value.Value) error {
	if k.tool == "service" {
		return c.Run(ctx, host.Command{Name: "service", Args: []string{r.Name(), should.Text()}})
	}
	if r.Type.Attr(attr).Sensitive {
		return c.Run(ctx, host.Command{Name: k.tool, Args: []string{r.Name()}, Stdin: []byte(should.Reveal().Text()), Secret: true})
	}
	return c.Run(ctx, host.Command{Name: k.tool, Args: []string{r.Name(), attr + "=" + should.Text()}})
}

// kitFiles is the provider of files, which writes them whole.
type kitFiles struct{}

func (kitFiles) Retrieve(ctx context.Context, look host.Look, r *ral.Resource) (*ral.Found, error) {
	data, err := look.ReadFile(ctx, r.Name())
	return ral.NewFound(r.Type, r.Name()).Set("content", value.Str(string(data))), err
}

func (kitFiles) Set(ctx context.Context, c host.Change, r *ral.Resource, _ string, should value.Value) error {
	return c.WriteFile(ctx, r.Name(), []byte(should.Text()), host.Write{})
}

// kitTools are the commands of the fake host.
func kitTools(fake *host.Fake) {
	set := func(dir string) host.Handler {
		return func(_ context.Context, f *host.Fake, cmd host.Command) host.Result {
			file := dir + cmd.Args[0]
			text := f.Content(file)
			if text == "" {
				text = "ensure=present\n"
			}
			args := cmd.Args[1:]
			if cmd.Stdin != nil {
				args = append(args, "password="+string(cmd.Stdin))
			}
			for _, arg := range args {
				key, _, _ := strings.Cut(arg, "=")
				var kept strings.Builder
				for line := range strings.Lines(text) {
					if !strings.HasPrefix(line, key+"=") {
						kept.WriteString(line)
					}
				}
				text = kept.String() + arg + "\n"
			}
			f.Put(file, text, 0o644)
			return host.Result{}
		}
	}
	fake.Handle("usermod", set("/people/"))
	fake.Handle("useradd", set("/people/"))
	fake.Handle("userdel", func(ctx context.Context, f *host.Fake, cmd host.Command) host.Result {
		if err := f.Change().Remove(ctx, "/people/"+cmd.Args[0], false); err != nil {
			return host.Result{Exit: 1, Stderr: []byte(err.Error())}
		}
		return host.Result{}
	})
	fake.Handle("apt-get", func(context.Context, *host.Fake, host.Command) host.Result {
		return host.Result{
			Exit: 100, Stdout: []byte("Reading package lists...\nBuilding dependency tree...\n"),
			Stderr: []byte("E: Failed to fetch http://mirror.example/nginx.deb  404  Not Found\nE: \x1b[31mUnable\x1b[0m to fetch some archives\n"),
		}
	})
	fake.Handle("service", func(_ context.Context, f *host.Fake, cmd host.Command) host.Result {
		if cmd.Args[0] != "cron" {
			f.Put("/svc/"+cmd.Args[0], "ensure="+cmd.Args[1]+"\n", 0o644)
		}
		return host.Result{Stdout: []byte("Starting " + cmd.Args[0] + ".\n")}
	})
}
