package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

const (
	serviceTool = "/usr/sbin/service"
	updateRC    = "/usr/sbin/update-rc.d"
	runParts    = "run-parts"
	initFolder  = "/etc/init.d"
)

// askEach returns the arguments with which run-parts(8) queries the status of
// every script that a pattern matches.
func askEach(pattern string) []string {
	return []string{"--verbose", "--arg", "status", "--regex", pattern, initFolder}
}

// debian runs the scripts of a Debian without systemd with service(8), and
// enables them with update-rc.d(8).
type debian struct{}

func debianProvider() ral.Provider {
	return ral.Provider{
		Name: "debian", Type: "service", Parent: "init",
		Doc: "Scripts in /etc/init.d on Debian and what descends from it, where another init than systemd runs. " +
			"What starts at boot is read from the links in /etc/rcS.d and /etc/rc2.d; Puppet takes what only " +
			"/etc/rcS.d has, such as procps, for disabled.",
		Commands: []ral.Command{
			{Binary: updateRC},
			{Binary: "/usr/sbin/invoke-rc.d"},
			{Binary: serviceTool, Queries: [][]string{{"*", "status"}}},
			{Binary: runParts, Optional: true, Queries: [][]string{askEach("*")}},
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

// List queries every script with one command. As in a single query, status 0
// means running: service --status-all also requires output, and boot scripts
// such as procps print nothing.
func (debian) List(ctx context.Context, in *ral.Listing) error {
	links, err := startLinks(ctx, in.Reader)
	if err != nil {
		return err
	}
	names, err := scripts(ctx, in.Reader)
	names = slices.DeleteFunc(names, leftover)
	if err != nil || len(names) == 0 {
		return err
	}
	cmd := host.Command{Name: runParts, Args: askEach(matching(names)), OK: []int{1}, Timeout: 25 * time.Second}
	res, err := in.Reader.Query(ctx, cmd)
	if err != nil {
		return err
	}
	failed := exits(string(res.Stderr))
	for _, name := range names {
		is, exit := value.Sym("running"), "0"
		if text, ok := failed[name]; ok {
			is, exit = value.Sym("stopped"), text
		}
		inst := in.NewInstance(name).SetFrom("ensure", is, serviceTool+" "+name+" status: exit "+exit)
		in.Yield(withEnable(inst, links))
	}
	return nil
}

// leftover reports whether service(8) ignores a file in the directory of
// scripts.
func leftover(name string) bool {
	switch name {
	case "README", "bootclean.sh", "linuxconf", "kudzu":
		return true
	}
	return strings.HasSuffix(name, ".dpkg-dist") || strings.HasSuffix(name, ".dpkg-old")
}

// matching returns a regular expression for run-parts(8) that matches exactly
// these names.
func matching(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte('|')
		}
		for _, c := range []byte(name) {
			if strings.IndexByte(`.[]*+?(){}|^$\`, c) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return "^(" + b.String() + ")$"
}

var exited = lazyre.New(`^run-parts: /etc/init\.d/(.+) exited (?:with return code|because of uncaught signal) (\d+)$`)

// exits returns the nonzero statuses that run-parts(8) reports, by script.
func exits(stderr string) map[string]string {
	list := make(map[string]string)
	for line := range strings.Lines(stderr) {
		if m := exited.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			list[m[1]] = m[2]
		}
	}
	return list
}

func (debian) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst := ral.NewInstance(r.Type, r.Name())
	is, from, ok, err := ownStatus(ctx, rd, r)
	if !ok && err == nil {
		there := false
		if there, err = rd.Exists(ctx, "/etc/init.d/"+r.Name()); err == nil && !there {
			gone := ral.AbsentInstance(r.Type, r.Name())
			gone.From = "/etc/init.d"
			return gone, nil
		}
		if err == nil {
			is, from, err = status(ctx, rd, r.Name())
		}
	}
	if err != nil {
		return nil, err
	}
	links, err := startLinks(ctx, rd)
	if err != nil {
		return nil, err
	}
	return withEnable(inst.SetFrom("ensure", is, from), links), nil
}

func status(ctx context.Context, rd host.Reader, name string) (value.Value, string, error) {
	cmd := host.Command{Name: serviceTool, Args: []string{name, "status"}}
	res, err := rd.Query(ctx, cmd)
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

func withEnable(inst *ral.Instance, links map[string]string) *ral.Instance {
	from := links[inst.Name]
	if from == "" {
		return inst.SetFrom("enable", yes(false), "/etc/rc2.d: no link")
	}
	return inst.SetFrom("enable", yes(true), from)
}

// startLinks returns the links that start scripts at boot, by script: S01cron
// in the directory of the boot or of Debian's default runlevel
// (init-d-script(5)).
func startLinks(ctx context.Context, rd host.Reader) (map[string]string, error) {
	links := make(map[string]string)
	for _, folder := range []string{"/etc/rcS.d", "/etc/rc2.d"} {
		names, err := rd.ReadDir(ctx, folder)
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
