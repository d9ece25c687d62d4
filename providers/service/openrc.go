package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	rcService = "/sbin/rc-service"
	rcUpdate  = "/sbin/rc-update"
	rcState   = "/run/openrc"
	rcLevels  = "/etc/runlevels"
)

// openrc runs the scripts of OpenRC with rc-service(8), and enables them with
// rc-update(8).
type openrc struct{}

func openrcProvider() ral.Provider {
	return ral.Provider{
		Name: "openrc", Type: "service", Rank: ral.Rank{Parent: "base"},
		Doc: "Manages scripts in /etc/init.d on hosts that booted with OpenRC, such as Gentoo and Alpine. A service is enabled " +
			"if a runlevel contains it; enabling adds it to `default`, disabling removes it from all runlevels. The provider reads " +
			"started services from " + rcState + ", because rc-status would write its cache.",
		Commands: []ral.Command{
			{Binary: "/bin/rc-status"},
			{Binary: rcService, Queries: [][]string{{"*", "status"}}},
			{Binary: rcUpdate},
		},
		Confines:  []condition.Confine{condition.FileExists(rcState), isRunning()},
		Default:   []condition.Clause{condition.DefaultFor("os.name", "gentoo"), condition.DefaultFor("os.name", "funtoo"), condition.DefaultFor("os.name", "alpine")},
		Features:  []string{"enableable", "refreshable"},
		NeedsRoot: "only root can change services with rc-service and rc-update",
		New:       func() any { return openrc{} },
	}
}

// List reads which scripts exist, which are started, and which are in a
// runlevel.
func (openrc) List(ctx context.Context, in *ral.Listing) error {
	names, err := scripts(ctx, in.Reader)
	if err != nil {
		return err
	}
	started, err := namesIn(ctx, in.Reader, rcState+"/started")
	levels, failed := runlevels(ctx, in.Reader)
	for _, name := range names {
		is, from := value.Sym("stopped"), rcState+"/started: no entry"
		switch {
		case err != nil:
			is, from = value.Unread(err.Error()), rcState+"/started"
		case started[name]:
			is, from = value.Sym("running"), rcState+"/started/"+name
		}
		inst := in.NewInstance(name).SetFrom("ensure", is, from)
		if failed != nil {
			in.Yield(inst.SetFrom("enable", value.Unread(failed.Error()), rcLevels))
			continue
		}
		in.Yield(withLevel(inst, levels))
	}
	return errors.Join(err, failed)
}

// namesIn returns the names in a directory. A missing directory is empty.
func namesIn(ctx context.Context, rd host.Reader, dir string) (map[string]bool, error) {
	names, err := rd.ReadDir(ctx, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set, nil
}

// runlevels returns the services in all runlevels, with the runlevels of each.
func runlevels(ctx context.Context, rd host.Reader) (map[string][]string, error) {
	dirs, err := namesIn(ctx, rd, rcLevels)
	if err != nil {
		return nil, err
	}
	in := make(map[string][]string)
	for _, level := range slices.Sorted(maps.Keys(dirs)) {
		names, err := namesIn(ctx, rd, rcLevels+"/"+level)
		if err != nil {
			return nil, err
		}
		for name := range names {
			in[name] = append(in[name], level)
		}
	}
	return in, nil
}

func withLevel(inst *ral.Instance, levels map[string][]string) *ral.Instance {
	in := levels[inst.Name]
	if len(in) == 0 {
		return inst.SetFrom("enable", yes(false), rcLevels+": no entry")
	}
	return inst.SetFrom("enable", yes(true), rcLevels+"/"+in[0]+"/"+inst.Name)
}

func (openrc) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	is, from, ok, err := ownStatus(ctx, rd, r)
	if !ok && err == nil {
		there := false
		if there, err = rd.Exists(ctx, "/etc/init.d/"+r.Name()); err == nil && !there {
			gone := ral.AbsentInstance(r.Type, r.Name())
			gone.From = "/etc/init.d"
			return gone, nil
		}
		if err == nil {
			is, from, err = asked(ctx, rd, host.Command{Name: rcService, Args: []string{r.Name(), "status"}})
		}
	}
	if err != nil {
		return nil, err
	}
	levels, err := runlevels(ctx, rd)
	if err != nil {
		return nil, err
	}
	return withLevel(ral.NewInstance(r.Type, r.Name()).SetFrom("ensure", is, from), levels), nil
}

func (o openrc) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch attr {
	case "ensure":
		return setBoth(ctx, wr, o, r, should)
	case "enable":
		cmds, err := o.enabling(ctx, wr.Reader(), r, should)
		return runAll(ctx, wr, cmds, err)
	}
	return fmt.Errorf("provider openrc cannot set %s", attr)
}

func (openrc) enabling(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) ([]host.Command, error) {
	args := []string{"--nocolor", "add", r.Name(), "default"}
	switch should.Text() {
	case "true":
	case "false":
		levels, err := runlevels(ctx, rd)
		if err != nil {
			return nil, err
		}
		args = append([]string{"--nocolor", "del", r.Name()}, levels[r.Name()]...)
	default:
		return nil, fmt.Errorf("provider openrc cannot set enable to %s", should.Text())
	}
	return []host.Command{{Name: rcUpdate, Args: args}}, nil
}

func (o openrc) along(ctx context.Context, rd host.Reader, r *ral.Resource, _ bool) ([]host.Command, error) {
	if enableHolds(ctx, r) {
		return nil, nil
	}
	return o.enabling(ctx, rd, r, r.Get("enable"))
}

func (o openrc) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, o, r)
}

func (openrc) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	return computed(attr)
}

func (openrc) commands(_ context.Context, _ host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	if action == "restart" && r.Get("hasrestart").IsSym("false") {
		return nil, nil
	}
	return []host.Command{{Name: rcService, Args: []string{"--nocolor", r.Name(), action}}}, nil
}
