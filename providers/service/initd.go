package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// initd runs scripts in /etc/init.d by path.
type initd struct{}

func initProvider() ral.Provider {
	return ral.Provider{
		Name: "init", Type: "service", Rank: ral.Rank{Parent: "base"},
		Doc: "Runs scripts in /etc/init.d by path, on systems without a more specific tool. " +
			"It neither reads nor changes which services start at boot.",
		Confines:  []condition.Confine{isNot("os.name", "debian", "ubuntu"), isNot("os.family", "redhat"), condition.FileExists("/etc/init.d"), isNotSystemd()},
		Features:  []string{"refreshable"},
		NeedsRoot: "scripts in /etc/init.d start and stop daemons",
		New:       func() any { return initd{} },
	}
}

// List returns the scripts without their status, which would take a process for
// each.
func (initd) List(ctx context.Context, in *ral.Listing) error {
	names, err := scripts(ctx, in.Reader)
	if err != nil {
		return err
	}
	for _, name := range names {
		inst := in.NewInstance(name).Set("ensure", value.Unread("not read: a listing does not run every script"))
		inst.From = "/etc/init.d/" + name
		in.Yield(inst)
	}
	return nil
}

func (i initd) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst := ral.NewInstance(r.Type, r.Name())
	is, from, ok, err := ownStatus(ctx, rd, r)
	if !ok && err == nil {
		var script string
		if script, err = find(ctx, rd, r); err == nil && script == "" {
			return ral.AbsentInstance(r.Type, r.Name()), nil
		}
		if err == nil {
			is, from, err = probe(ctx, rd, host.Command{Name: script, Args: []string{"status"}})
		}
	}
	if err != nil {
		return nil, err
	}
	return inst.SetFrom("ensure", is, from), nil
}

func (i initd) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return fmt.Errorf("provider init cannot set %s", attr)
	}
	return setEnsure(ctx, wr, i, r, should)
}

func (i initd) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, i, r)
}

func (initd) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	return computed(attr)
}

func (initd) commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	if action == "restart" && !r.True("hasrestart") {
		return nil, nil
	}
	script, err := find(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if script == "" {
		return nil, fmt.Errorf("the script %s does not exist in %s", r.Name(), r.Get("path").Text())
	}
	return []host.Command{{Name: script, Args: []string{action}}}, nil
}

// find returns the script of a service in the directories of path, or "".
func find(ctx context.Context, rd host.Reader, r *ral.Resource) (string, error) {
	for _, dir := range splitPath(r.Get("path")) {
		for _, name := range []string{r.Name(), r.Name() + ".sh"} {
			ok, err := rd.Exists(ctx, dir+"/"+name)
			if ok || err != nil {
				return dir + "/" + name, err
			}
		}
	}
	return "", nil
}

// scripts returns the executable files in /etc/init.d that are not part of the
// boot process.
func scripts(ctx context.Context, rd host.Reader) ([]string, error) {
	names, err := rd.ReadDir(ctx, "/etc/init.d")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []string
	for _, name := range names {
		info, err := rd.Stat(ctx, "/etc/init.d/"+name)
		if err == nil && info.Mode.IsRegular() && info.Mode&0o111 != 0 && !bootOnly(name) {
			list = append(list, name)
		}
	}
	return list, nil
}

func bootOnly(name string) bool {
	switch name {
	case "rc", "rcS", "rc.local", "functions", "skeleton", "halt", "reboot", "single", "killall", "killprocs",
		"sendsigs", "umountfs", "umountroot", "umountnfs.sh", "stop-bootlogd", "bootlogd":
		return true
	}
	return false
}
