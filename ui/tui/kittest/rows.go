package kittest

import (
	"context"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// rows is a provider that stores each instance in a small file of key=value
// lines, which fake tools change.
type rows struct{ dir, tool string }

func (k rows) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Reader.ReadDir(ctx, strings.TrimSuffix(k.dir, "/"))
	for _, name := range names {
		inst, err := k.read(ctx, in.Reader, in.Type, name)
		if err != nil {
			return err
		}
		in.Yield(inst)
	}
	return err
}

func (k rows) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	if there, err := rd.Exists(ctx, k.dir+r.Name()); err != nil || !there {
		return ral.AbsentInstance(r.Type, r.Name()), err
	}
	return k.read(ctx, rd, r.Type, r.Name())
}

func (k rows) read(ctx context.Context, rd host.Reader, t *ral.Type, name string) (*ral.Instance, error) {
	data, err := rd.ReadFile(ctx, k.dir+name)
	inst := ral.NewInstance(t, name)
	inst.Provider = t.Providers()[0]
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
		inst.Set(key, v)
	}
	return inst, err
}

func (k rows) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if k.tool == "apt-get" {
		return wr.Run(ctx, host.Command{Name: "apt-get", Args: []string{"-q", "-y", "install", r.Name()}})
	}
	args := []string{r.Name()}
	for _, a := range r.Type.Properties() {
		if v := r.Get(a.Name); !v.IsNil() && a.Name != "ensure" {
			args = append(args, a.Name+"="+v.Reveal().Text())
		}
	}
	return wr.Run(ctx, host.Command{Name: "useradd", Args: args})
}

func (k rows) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, _ string, should value.Value) (ral.Prediction, error) {
	switch {
	case k.tool != "apt-get":
		return ral.Prediction{}, nil
	case should.IsAbsent():
		return ral.Prediction{
			Certainty: ral.Simulated, By: "apt-get -s", Note: "tk and tix go", Also: []string{"remove tk", "remove tix"},
			AlsoRemoves: []ral.Decl{{Type: "package", Title: "tk"}, {Type: "package", Title: "tix"}},
		}, nil
	}
	return ral.Prediction{Certainty: ral.Simulated, By: "apt-get -s", Note: "1.22.1-9; also installs nginx-common"}, nil
}

func (k rows) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "userdel", Args: []string{r.Name()}})
}

func (k rows) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if k.tool == "service" {
		return wr.Run(ctx, host.Command{Name: "service", Args: []string{r.Name(), should.Text()}})
	}
	if r.Type.Attr(attr).Sensitive {
		return wr.Run(ctx, host.Command{Name: k.tool, Args: []string{r.Name()}, Stdin: []byte(should.Reveal().Text()), Secret: true})
	}
	return wr.Run(ctx, host.Command{Name: k.tool, Args: []string{r.Name(), attr + "=" + should.Text()}})
}

// files is the provider of files. It writes whole files.
type files struct{}

func (files) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	data, err := rd.ReadFile(ctx, r.Name())
	return ral.NewInstance(r.Type, r.Name()).Set("content", value.Str(string(data))), err
}

func (files) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, should value.Value) error {
	return wr.WriteFile(ctx, r.Name(), []byte(should.Text()), host.WriteOptions{})
}

// tools adds the commands of the fake host.
func tools(fake *fakehost.Host) {
	set := func(dir string) fakehost.Handler {
		return func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
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
	fake.Handle("userdel", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if err := f.Writer().Remove(ctx, "/people/"+cmd.Args[0], false); err != nil {
			return host.Result{Exit: 1, Stderr: []byte(err.Error())}
		}
		return host.Result{}
	})
	fake.Handle("apt-get", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{
			Exit: 100, Stdout: []byte("Reading package lists...\nBuilding dependency tree...\n"),
			Stderr: []byte("E: Failed to fetch http://mirror.example/nginx.deb  404  Not Found\nE: \x1b[31mUnable\x1b[0m to fetch some archives\n"),
		}
	})
	fake.Handle("service", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] != "cron" {
			f.Put("/svc/"+cmd.Args[0], "ensure="+cmd.Args[1]+"\n", 0o644)
		}
		return host.Result{Stdout: []byte("Starting " + cmd.Args[0] + ".\n")}
	})
}
