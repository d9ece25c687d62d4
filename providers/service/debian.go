package service

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

const (
	serviceTool = "/usr/sbin/service"
	updateRC    = "/usr/sbin/update-rc.d"
	runParts    = "run-parts"
	initDir     = "/etc/init.d"
)

// askEach returns the arguments with which run-parts(8) queries the status of
// every script that a pattern matches.
func askEach(pattern string) []string {
	return []string{"--verbose", "--arg", "status", "--regex", pattern, initDir}
}

// debian runs the scripts of a Debian without systemd with service(8), and
// enables them with update-rc.d(8).
type debian struct{}

func debianProvider() ral.Provider {
	return ral.Provider{
		Name: "debian", Type: "service", Rank: ral.Rank{Parent: "init"},
		Doc: "Manages scripts in /etc/init.d on Debian and its derivatives without systemd. A service is enabled if " +
			"/etc/rcS.d or /etc/rc2.d contains a link to its script. Puppet ignores /etc/rcS.d and reports services " +
			"such as procps as disabled.",
		Commands: []ral.Command{
			{Binary: updateRC},
			{Binary: "/usr/sbin/invoke-rc.d"},
			{Binary: serviceTool, Queries: [][]string{{"*", "status"}}},
			{Binary: runParts, Optional: true, Queries: [][]string{askEach("*")}},
		},
		Confines: []condition.Confine{isNotSystemd()},
		Default: []condition.Clause{
			condition.DefaultFor("os.name", "cumuluslinux").And("os.release.major", "1", "2"),
			condition.DefaultFor("os.name", "debian").And("os.release.major", "5", "6", "7"),
			condition.DefaultFor("os.name", "devuan"),
		},
		Features:  []string{"enableable", "refreshable"},
		NeedsRoot: "only root can change services with service and update-rc.d",
		New:       func() any { return debian{} },
	}
}

// List queries every script with a single command. As in a single query,
// status 0 means running: service --status-all also requires output, and boot
// scripts like procps have no output.
func (debian) List(ctx context.Context, in *ral.Listing) error {
	links, failed := startLinks(ctx, in.Reader)
	names, err := scripts(ctx, in.Reader)
	names = slices.DeleteFunc(names, leftover)
	if err != nil || len(names) == 0 {
		return err
	}
	// The exit status is 1 or that of a script, as the version of run-parts has it.
	cmd := host.Command{Name: runParts, Args: askEach(matching(names)), Timeout: 25 * time.Second}
	res, err := anyExit(in.Reader.Query(ctx, cmd))
	if stopped, ok := errors.AsType[*host.CommandError](err); ok {
		res = stopped.Result
	}
	exits := exitsOf(string(res.Stderr), err == nil)
	for _, name := range names {
		is, from := value.Sym("stopped"), serviceTool+" "+name+" status: exit "+exits[name]
		switch exit, began := exits[name]; {
		case exit == "0":
			is = value.Sym("running")
		case !began:
			is, from = value.Unread(runParts+" did not run "+initDir+"/"+name), runParts
		case exit == "":
			is, from = value.Unread(err.Error()), runParts
		}
		in.Yield(withEnable(in.NewInstance(name).SetFrom("ensure", is, from), links, failed))
	}
	return errors.Join(failed, err)
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

var (
	executing = lazyre.New(`^run-parts: executing /etc/init\.d/(.+) status$`)
	exited    = lazyre.New(`^run-parts: /etc/init\.d/(.+) exited (?:with return code|because of uncaught signal) (\d+)$`)
)

// exitsOf returns the exit status of each script that run-parts(8) has
// started. If run-parts was stopped, the last status is "".
func exitsOf(stderr string, ended bool) map[string]string {
	list := make(map[string]string)
	last := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSuffix(line, "\n")
		if m := executing.FindStringSubmatch(line); m != nil {
			last, list[m[1]] = m[1], "0"
		} else if m := exited.FindStringSubmatch(line); m != nil {
			list[m[1]] = m[2]
		}
	}
	if !ended && list[last] == "0" {
		list[last] = ""
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
			is, from, err = asked(ctx, rd, host.Command{Name: serviceTool, Args: []string{r.Name(), "status"}})
		}
	}
	if err != nil {
		return nil, err
	}
	links, err := startLinks(ctx, rd)
	return withEnable(inst.SetFrom("ensure", is, from), links, err), nil
}

// withEnable sets enable, unread if a directory of links cannot be read.
func withEnable(inst *ral.Instance, links map[string]string, err error) *ral.Instance {
	from := links[inst.Name]
	if from == "" && err != nil {
		return inst.Set("enable", value.Unread(err.Error()))
	}
	if from == "" {
		return inst.SetFrom("enable", yes(false), "/etc/rc2.d: no link")
	}
	return inst.SetFrom("enable", yes(true), from)
}

// startLinks returns the links that start scripts at boot, by script: S01cron
// in the directory of the boot or of Debian's default runlevel
// (init-d-script(5)). It returns an error for a directory that cannot be read,
// and the links of the other directory.
func startLinks(ctx context.Context, rd host.Reader) (map[string]string, error) {
	var failed error
	links := make(map[string]string)
	for _, dir := range []string{"/etc/rcS.d", "/etc/rc2.d"} {
		names, err := rd.ReadDir(ctx, dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			failed = errors.Join(failed, err)
		}
		for _, name := range names {
			if len(name) > 3 && name[0] == 'S' && strings.Trim(name[1:3], "0123456789") == "" {
				links[name[3:]] = dir + "/" + name
			}
		}
	}
	return links, failed
}
