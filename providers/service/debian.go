package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	serviceTool = "/usr/sbin/service"
	updateRC    = "/usr/sbin/update-rc.d"
)

// debian runs the scripts of a Debian without systemd by service(8), and has
// them started at boot by update-rc.d(8).
type debian struct{}

func debianProvider() ral.Provider {
	return ral.Provider{
		Name: "debian", Type: "service", Parent: "init",
		Doc: "Scripts in /etc/init.d on Debian and what descends from it, where another init than systemd runs. " +
			"What starts at boot is read from the links in /etc/rc?.d.",
		Commands: []ral.Command{
			{Binary: updateRC},
			{Binary: "/usr/sbin/invoke-rc.d"},
			{Binary: serviceTool, Looks: [][]string{{"--status-all"}, {"*", "status"}}},
		},
		Confines: []ral.Confine{isNotSystemd()},
		Default: []ral.Clause{
			ral.DefaultFor("os.name", "cumuluslinux").And("os.release.major", "1", "2"),
			ral.DefaultFor("os.name", "debian").And("os.release.major", "5", "6", "7"),
			ral.DefaultFor("os.name", "devuan"),
		},
		Features:  []string{"enableable", "refreshable"},
		NeedsRoot: "service and update-rc.d let root alone change services",
		New:       func() any { return debian{} },
	}
}

// List asks for all with one command, which asks every script by itself and
// takes its time.
func (debian) List(ctx context.Context, in *ral.Listing) error {
	links, err := startLinks(ctx, in.Look)
	if err != nil {
		return err
	}
	cmd := host.Command{Name: serviceTool, Args: []string{"--status-all"}, Timeout: 25 * time.Second}
	res, err := in.Look.Query(ctx, cmd)
	if err != nil {
		return err
	}
	for _, s := range parseStatusAll(string(res.Stdout) + string(res.Stderr)) {
		f := in.NewFound(s.name).SetFrom("ensure", s.is(), "service --status-all: [ "+s.sign+" ]")
		in.Yield(withEnable(f, links))
	}
	return nil
}

type scriptStatus struct{ sign, name string }

// is takes a script that cannot tell, "?", for stopped, as its exit status says
// when it is asked alone.
func (s scriptStatus) is() value.Value {
	if s.sign == "+" {
		return value.Sym("running")
	}
	return value.Sym("stopped")
}

// parseStatusAll reads lines such as " [ + ]  cron"; what scripts print besides
// is passed over.
func parseStatusAll(out string) []scriptStatus {
	var list []scriptStatus
	for line := range strings.Lines(out) {
		w := strings.Fields(line)
		if len(w) == 4 && w[0] == "[" && w[2] == "]" && (w[1] == "+" || w[1] == "-" || w[1] == "?") {
			list = append(list, scriptStatus{w[1], w[3]})
		}
	}
	return list
}

func (debian) Retrieve(ctx context.Context, look host.Look, r *ral.Resource) (*ral.Found, error) {
	f := ral.NewFound(r.Type, r.Name())
	is, from, ok, err := ownStatus(ctx, look, r)
	if !ok && err == nil {
		there := false
		if there, err = look.Exists(ctx, "/etc/init.d/"+r.Name()); err == nil && !there {
			gone := ral.AbsentFound(r.Type, r.Name())
			gone.From = "/etc/init.d"
			return gone, nil
		}
		if err == nil {
			is, from, err = status(ctx, look, r.Name())
		}
	}
	if err != nil {
		return nil, err
	}
	links, err := startLinks(ctx, look)
	if err != nil {
		return nil, err
	}
	return withEnable(f.SetFrom("ensure", is, from), links), nil
}

func status(ctx context.Context, look host.Look, name string) (value.Value, string, error) {
	cmd := host.Command{Name: serviceTool, Args: []string{name, "status"}}
	res, err := look.Query(ctx, cmd)
	var failed *host.CommandError
	if errors.As(err, &failed) && failed.Cause == nil && failed.Result.Signal == "" {
		res, err = failed.Result, nil
	}
	is := value.Sym("stopped")
	if err == nil && res.Exit == 0 {
		is = value.Sym("running")
	}
	return is, fmt.Sprintf("%s: exit %d", cmd, res.Exit), err
}

func withEnable(f *ral.Found, links map[string]string) *ral.Found {
	from := links[f.Name]
	if from == "" {
		return f.SetFrom("enable", yes(false), "/etc/rc2.d: no link")
	}
	return f.SetFrom("enable", yes(true), from)
}

// startLinks are the links that start scripts at boot, by script: S01cron in
// the folder of boot itself or of Debian's usual runlevel (init-d-script(5)).
func startLinks(ctx context.Context, look host.Look) (map[string]string, error) {
	links := make(map[string]string)
	for _, folder := range []string{"/etc/rcS.d", "/etc/rc2.d"} {
		names, err := look.ReadDir(ctx, folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", folder, err)
		}
		for _, name := range names {
			if len(name) > 3 && name[0] == 'S' && strings.Trim(name[1:3], "0123456789") == "" {
				links[name[3:]] = folder + "/" + name
			}
		}
	}
	return links, nil
}
