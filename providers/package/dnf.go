package pkg

import (
	"context"
	"strings"

	rpmversion "github.com/knqyf263/go-rpm-version"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// dnf installs from repositories, with dnf(8). What it runs is understood by
// version 4 and version 5.
type dnf struct {
	rpmDB
	groupWorker
	dry  simulation
	tool string // dnf, or yum
	// available are the versions of a package in the repositories, the highest
	// first.
	available func(ctx context.Context, rd host.Reader, name string) ([]rpmPackage, error)
}

func newDnf() any {
	d := &dnf{tool: "dnf", available: repoquery}
	d.manager = d
	return d
}

// dnfLooks are the settings of dnf and yum, their repositories and what they keep of
// them (dnf.conf(5)), and what rpm looks at.
func dnfLooks() []string {
	return append(rpmLooks(), "/etc/dnf", "/etc/yum", "/etc/yum.conf", "/etc/yum.repos.d", "/var/cache/dnf", "/var/cache/yum", "/var/lib/dnf", "/var/lib/yum")
}

func dnfRoot() []string { return []string{"--installroot={root}"} }

// dnfDryRun works a transaction out and does not do it. dnf writes its log
// below /var/log anyway; there is no option against that.
func dnfDryRun() []string { return []string{"-C", "--setopt=history_record=0", "--assumeno"} }

func dnfProvider() ral.Provider {
	return ral.Provider{
		Name: "dnf", Type: "package", Parent: "rpm", Ancestors: 7, Source: "rpm",
		Doc: "Packages by dnf, from the repositories that the host knows. It reads the same as rpm.",
		Commands: []ral.Command{
			{Binary: "dnf", Root: dnfRoot(), Queries: [][]string{{"-q", "-C", "repoquery"}, dnfDryRun()}, Looks: dnfLooks()},
			rpmCommand(),
		},
		Confines:   []ral.Confine{rpmWorks()},
		Default:    dnfDefault(),
		NotDefault: dnfNotDefault(),
		Features: []string{
			"install_only", "install_options", "installable", "purgeable", "uninstallable", "upgradeable",
			"version_ranges", "versionable", "virtual_packages",
		},
		NeedsRoot: "dnf writes the database of rpm",
		New:       newDnf,
	}
}

func dnfDefault() []ral.Clause {
	return []ral.Clause{
		ral.DefaultFor("os.name", "fedora"),
		ral.DefaultFor("os.family", "redhat"),
		ral.DefaultFor("os.name", "amazon").And("os.release.major", "2023"),
	}
}

func dnfNotDefault() []ral.Clause {
	return []ral.Clause{
		ral.DefaultFor("os.name", "fedora").And("os.release.major", "19", "20", "21"),
		ral.DefaultFor("os.family", "redhat").And("os.release.major", "4", "5", "6", "7"),
	}
}

func (d *dnf) command(rd host.Reader, _ *ral.Resource, j job) host.Command {
	args := ral.RootArgs(dnfRoot(), rd.Root(), append([]string{"-y"}, j.line()...)...)
	return host.Command{Name: d.tool, Args: args, Timeout: installTime, WaitsFor: waitsItself}
}

func (d *dnf) job(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name, is := r.Name(), r.Is("ensure")
	if err := rpmName(name); err != nil {
		return job{}, err
	}
	verb, target := "install", name
	switch {
	case should.IsAbsent(), should.IsSym("purged"):
		return job{[]string{"remove"}, []string{name}}, nil
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.IsSym("latest") && installed(is):
		verb = "upgrade"
	case should.Kind() == value.String:
		version, err := d.version(ctx, rd, name, should.Text())
		if err != nil {
			return job{}, err
		}
		target = name + "-" + version
		if installed(is) && rpmversion.NewVersion(version).LessThan(rpmversion.NewVersion(is.Text())) {
			verb = "downgrade"
		}
	}
	return job{append([]string{verb}, optionsOf(r, "install_options")...), []string{target}}, nil
}

// InSync answers for latest, for ranges, and for versions that leave parts out.
func (d *dnf) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !installed(is) || is.IsUnknown() {
		return false, false, nil
	}
	switch text := should.Text(); {
	case should.IsSym("latest"):
		latest, err := d.latest(ctx, rd, r.Name())
		return err == nil && !rpmversion.NewVersion(is.Text()).LessThan(rpmversion.NewVersion(latest)), true, err
	case should.Kind() != value.String:
		return false, false, nil
	case isRange(text):
		b, err := parseRPMRange(text)
		return err == nil && b.holds(is.Text()), true, err
	default:
		return sameEVR(is.Text(), text), true, nil
	}
}

// Prefetch keeps what the run is about, for a dry run of all.
func (d *dnf) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	d.dry.all = all
	return d.rpmDB.Prefetch(ctx, rd, all)
}

// Predict lets dnf work out the transaction and say no to it.
func (d *dnf) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	return d.dry.predict(ctx, rd, d, d.tool+" --assumeno", r, attr, should)
}

// simulate takes status 1, which is a no.
func (d *dnf) simulate(ctx context.Context, rd host.Reader, j job) ([]step, string, error) {
	args := ral.RootArgs(dnfRoot(), rd.Root(), append(dnfDryRun(), j.line()...)...)
	res, err := rd.Query(ctx, host.Command{Name: d.tool, Args: args, OK: []int{1}})
	return parseTransaction(string(res.Stdout)), strings.TrimSpace(strings.Join(res.Tail(1), "")), err
}

// parseTransaction reads the table of dnf: a head such as "Installing:" at the
// margin, and below it rows of name, architecture, version.
func parseTransaction(out string) []step {
	heads := map[string]string{
		"Installing": "install", "Upgrading": "upgrade", "Downgrading": "install",
		"Reinstalling": "install", "Removing": "remove",
	}
	var steps []step
	verb := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] != ' ' {
			first, _, _ := strings.Cut(strings.TrimSuffix(line, ":"), " ")
			verb = ""
			if strings.HasSuffix(line, ":") {
				verb = heads[first]
			}
			continue
		}
		words := strings.Fields(line)
		if verb == "" || len(words) < 4 || words[0] == "replacing" {
			continue
		}
		s := step{verb: verb, name: words[0], new: words[2]}
		if verb == "remove" {
			s.old, s.new = s.new, ""
		}
		steps = append(steps, s)
	}
	return steps
}
