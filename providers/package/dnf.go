package pkg

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// dnfProvider returns the provider for dnf(8), versions 4 and 5.
func dnfProvider() ral.Provider {
	return dnfLike(ral.Provider{
		Name: "dnf", Rank: ral.Rank{Ancestors: 7},
		Doc: "Manages packages with dnf and the configured repositories. It reads the same database as rpm.",
		Default: []condition.Clause{
			condition.DefaultFor("os.name", "fedora"),
			condition.DefaultFor("os.family", "redhat"),
			condition.DefaultFor("os.name", "amazon").And("os.release.major", "2023"),
		},
		NotDefault: []condition.Clause{
			condition.DefaultFor("os.name", "fedora").And("os.release.major", "19", "20", "21"),
			condition.DefaultFor("os.family", "redhat").And("os.release.major", "4", "5", "6", "7"),
		},
	}, []string{"-q", "-C", "repoquery"}, repoquery)
}

// available returns the versions of a package in the repositories, the highest first.
type available func(ctx context.Context, rd host.Reader, name string) ([]rpmPackage, error)

// dnfLike returns the provider for dnf or its predecessor yum, which list available
// versions in different ways: query is the arguments, ask the function.
func dnfLike(p ral.Provider, query []string, ask available) ral.Provider {
	p.Parent, p.Source, p.NeedsRoot = "rpm", "rpm", p.Name+" writes the rpm database"
	p.Commands, p.Confines = []ral.Command{rpmCommand()}, []condition.Confine{rpmWorks()}
	p.Features = []string{
		"install_only", "install_options", "installable", "purgeable", "uninstallable", "upgradeable",
		"version_ranges", "versionable", "virtual_packages",
	}
	// dnf resolves the transaction and does not run it. It still writes its log
	// below /var/log; no option prevents that.
	dry := []string{"-C", "--setopt=history_record=0", "--assumeno"}
	m := manager{
		Provider: p,
		tool: ral.Command{
			Root: dnfRoot(), Queries: [][]string{query, dry},
			// Queries read the settings, the repositories and their cached metadata
			// (dnf.conf(5)), and the files that rpm reads.
			QueryFiles: append(rpmFiles(), "/etc/dnf", "/etc/yum", "/etc/yum.conf", "/etc/yum.repos.d", "/var/cache/dnf", "/var/cache/yum",
				"/var/lib/dnf", "/var/lib/yum"),
		},
		call: host.Command{WaitsFor: waitsItself},
		name: rpmName, database: func(*behaviour) database { return new(rpmDB) },
		front: []string{"-y"}, install: []string{"install"}, remove: []string{"remove"},
		isLatest: ask.hasLatest, isVersion: isInEVR, choose: ask.choose,
		// dnf exits with 1 when --assumeno declines the transaction.
		dry: &dryRun{by: p.Name + " --assumeno", front: dry, ok: []int{1}, lastWord: true, steps: parsedSteps(parseTransaction)},
	}
	return m.provider(func() any { return m.behaviour() })
}

func dnfRoot() []string { return []string{"--installroot={root}"} }

func (a available) choose(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task) error {
	is := r.Is("ensure")
	switch {
	case should.IsSym("latest") && installed(is):
		t.args = []string{"upgrade"}
	case should.Kind() == value.String:
		version, err := a.version(ctx, rd, b, r.Name(), should.Text())
		if err != nil {
			return err
		}
		t.targets = []string{r.Name() + "-" + version}
		if installed(is) && olderEVR(version, is.Text()) {
			t.args = []string{"downgrade"}
		}
	}
	return nil
}

// version returns should, or the highest available version if should is a range.
func (a available) version(ctx context.Context, rd host.Reader, b *behaviour, name, should string) (string, error) {
	if !isRange(should) {
		return should, nil
	}
	within, err := parseRPMRange(should)
	if err != nil {
		return "", err
	}
	list, err := a(ctx, rd, name)
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if within.holds(p.evr()) {
			return p.evr(), nil
		}
	}
	return "", fmt.Errorf("no version of %s in the repositories matches %s", name, should)
}

// hasLatest compares is with the highest version in the cached metadata of the
// repositories. It does not update the metadata, because a query must not write.
func (a available) hasLatest(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is string) (bool, error) {
	list, err := a(ctx, rd, r.Name())
	if err == nil && len(list) == 0 && rpmName(r.Name()) == nil {
		var p rpmPackage
		if p, _, err = b.database.(*rpmDB).of(ctx, rd, r); err == nil && p.name != r.Name() && p.name != "" {
			list, err = a(ctx, rd, p.name)
		}
	}
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("the cached metadata of %s does not contain %s (to update it: %s makecache)", b.m.tool.Binary, r.Name(), b.m.tool.Binary)
	}
	return err == nil && !olderEVR(is, list[0].evr()), err
}

// isInEVR compares like isEVR and also accepts ranges.
func isInEVR(_ context.Context, _ host.Reader, _ *behaviour, _ *ral.Resource, is, should string) (bool, error) {
	if !isRange(should) {
		return sameEVR(is, should), nil
	}
	within, err := parseRPMRange(should)
	return err == nil && within.holds(is), err
}

// repoquery returns the versions in the repositories of dnf, the highest first.
func repoquery(ctx context.Context, rd host.Reader, name string) ([]rpmPackage, error) {
	if err := rpmName(name); err != nil {
		return nil, err
	}
	args := ral.RootArgs(dnfRoot(), rd.Root(), "-q", "-C", "repoquery", "--available",
		"--qf", `%{name} %{epoch} %{version} %{release} %{arch}\n`, name)
	res, err := rd.Query(ctx, host.Command{Name: "dnf", Args: args})
	if err != nil {
		return nil, err
	}
	list, err := rpmAnswer("dnf repoquery", res.Stdout)
	sortNewest(list)
	return list, err
}

// parseTransaction reads the table of dnf: a heading like "Installing:" at the margin,
// and below it rows of name, architecture and version.
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
