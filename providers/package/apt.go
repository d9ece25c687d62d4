package pkg

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	aptGet   = "/usr/bin/apt-get"
	aptCache = "/usr/bin/apt-cache"
	aptMark  = "/usr/bin/apt-mark"
	preseed  = "/usr/bin/debconf-set-selections"
)

// apt installs from repositories, with apt-get(8).
type apt struct {
	dpkgDB
	mu        sync.Mutex
	candidate map[string]string
	chosen    map[[2]string]string // the best version of a package in a range
	all       []*ral.Resource      // of the run
	simulated sync.Once
	predicted map[string]ral.Prediction // by name, of what was simulated at once
}

func aptProvider() ral.Provider {
	return ral.Provider{
		Name: "apt", Type: "package", Parent: "dpkg", Ancestors: 6, Source: "dpkg",
		Doc: "Packages by apt-get, from the repositories that the host knows. `source` may name a file instead.",
		Commands: []ral.Command{
			{Binary: aptGet, Root: aptRoot(), Queries: [][]string{append(noCaches(), "-s")}, Looks: aptLooks()},
			{Binary: aptCache, Root: aptRoot(), Queries: [][]string{
				append(noCaches(), "policy", "**"), append(noCaches(), "madison", "**"),
			}, Looks: aptLooks()},
			{Binary: aptMark, Root: aptRoot()},
			{Binary: preseed, Optional: true},
		},
		Confines: []ral.Confine{ral.CommandExists(preseed)},
		Default:  []ral.Clause{ral.DefaultFor("os.family", "debian")},
		Features: []string{
			"holdable", "install_options", "installable", "purgeable", "uninstallable", "upgradeable",
			"version_ranges", "versionable", "virtual_packages",
		},
		NeedsRoot: "apt-get writes /var/lib/dpkg",
		New:       func() any { return new(apt) },
	}
}

// aptLooks are the settings of apt, its lists and the database of dpkg (apt.conf(5)).
func aptLooks() []string {
	return []string{"/etc/apt", "/usr/share/apt", "/usr/lib/apt", "/var/lib/apt", "/var/cache/apt", "/var/lib/dpkg", "/etc/dpkg"}
}

// aptRoot makes apt work below another root, its dpkg inside of it
// (apt.conf(5), Dir and DPkg::Chroot-Directory). RootDir is not usable: with it
// an empty name of a cache file means the root folder itself.
func aptRoot() []string {
	return []string{"-o", "Dir={root}", "-o", "DPkg::Chroot-Directory={root}"}
}

// noCaches keeps apt from writing its package caches when it only looks, and
// the log of its planner, which apt-get -s writes too when root runs it.
func noCaches() []string {
	return []string{"-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "Dir::Log::Planner=/dev/null"}
}

func (a *apt) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return a.bring(ctx, wr, r, value.Present())
}

func (a *apt) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return a.bring(ctx, wr, r, value.Absent())
}

func (a *apt) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch attr {
	case "ensure":
		return a.bring(ctx, wr, r, should)
	case "mark":
		return a.mark(ctx, wr, r.Name(), should.IsSym("hold"))
	}
	return fmt.Errorf("apt cannot set %s", attr)
}

// CanBatch holds of packages that one apt-get can bring: the same verb and options,
// and nothing to be loaded before or marked after it.
func (a *apt) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	j, err := a.job(ctx, rd, first, first.Get("ensure"))
	if err != nil {
		return false
	}
	k, err := a.job(ctx, rd, r, r.Get("ensure"))
	return err == nil && j.canBatch(k)
}

// SetBatch brings neighbours that need the same verb and options with one
// apt-get, in their order.
func (a *apt) SetBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) error {
	var jobs []aptJob
	for _, r := range all {
		job, err := a.job(ctx, wr.Reader(), r, r.Get("ensure"))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Ref(), err)
		}
		if n := len(jobs); n > 0 && jobs[n-1].canBatch(job) {
			jobs[n-1].targets = append(jobs[n-1].targets, job.targets...)
			continue
		}
		jobs = append(jobs, job)
	}
	for _, job := range jobs {
		if err := a.do(ctx, wr, job); err != nil {
			return err
		}
	}
	return nil
}

func (a *apt) bring(ctx context.Context, wr host.Writer, r *ral.Resource, should value.Value) error {
	job, err := a.job(ctx, wr.Reader(), r, should)
	if err != nil {
		return err
	}
	return a.do(ctx, wr, job)
}

func (a *apt) do(ctx context.Context, wr host.Writer, job aptJob) error {
	if job.answers != "" {
		if root := wr.Reader().Root(); root != "/" {
			return fmt.Errorf("responsefile: debconf-set-selections cannot work below %s", root)
		}
		if err := a.run(ctx, wr, preseed, job.answers); err != nil {
			return err
		}
	}
	if len(job.targets) > 0 {
		if err := a.run(ctx, wr, aptGet, job.args()...); err != nil {
			return err
		}
	}
	if job.mark == "" {
		return nil
	}
	return a.mark(ctx, wr, job.name, job.mark == "hold")
}

func (a *apt) mark(ctx context.Context, wr host.Writer, name string, hold bool) error {
	if err := debianName(name); err != nil {
		return err
	}
	verb := "unhold"
	if hold {
		verb = "hold"
	}
	return a.run(ctx, wr, aptMark, verb, name)
}

func (a *apt) run(ctx context.Context, wr host.Writer, tool string, args ...string) error {
	cmd := host.Command{Name: tool, Args: args, Env: quiet(), Timeout: installTime, BlockedBy: lockHolder}
	if tool != preseed {
		cmd.Args, cmd.Writes = ral.RootArgs(aptRoot(), wr.Reader().Root(), args...), []string{statusFile}
	}
	if tool == aptGet {
		cmd.Makes = newConffiles(ctx, wr.Reader(), args)
	}
	return wr.Run(ctx, cmd)
}

// query runs apt-get or apt-cache without the caches.
func (a *apt) query(ctx context.Context, rd host.Reader, tool string, args ...string) (string, error) {
	args = ral.RootArgs(aptRoot(), rd.Root(), append(noCaches(), args...)...)
	res, err := rd.Query(ctx, host.Command{Name: tool, Args: args, Env: quiet()})
	return strings.ToValidUTF8(string(res.Stdout), "?"), err
}
