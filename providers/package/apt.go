package pkg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	debversion "github.com/knqyf263/go-deb-version"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	aptGet   = "/usr/bin/apt-get"
	aptCache = "/usr/bin/apt-cache"
	aptMark  = "/usr/bin/apt-mark"
	preseed  = "/usr/bin/debconf-set-selections"
)

// aptProvider returns the provider that installs from repositories with apt-get(8).
func aptProvider() ral.Provider {
	// Queries of apt write its package caches, and apt-get -s of root writes the
	// planner's log.
	ask := []string{"-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=", "-o", "Dir::Log::Planner=/dev/null"}
	// Queries read the settings of apt, its lists and the database of dpkg
	// (apt.conf(5)).
	looks := []string{"/etc/apt", "/usr/share/apt", "/usr/lib/apt", "/var/lib/apt", "/var/cache/apt", "/var/lib/dpkg", "/etc/dpkg"}
	m := manager{
		Provider: ral.Provider{
			Name: "apt", Rank: ral.Rank{Parent: "dpkg", Ancestors: 6}, Source: "dpkg",
			Doc: "Manages packages with apt-get and the configured repositories. `source` can name a package file instead.",
			Commands: []ral.Command{
				{Binary: aptCache, Root: aptRoot(), QueryFiles: looks, Queries: [][]string{append(ask, "policy", "**"), append(ask, "madison", "**")}},
				{Binary: aptMark, Root: aptRoot()},
				{Binary: preseed, Optional: true},
			},
			Confines: []condition.Confine{condition.CommandExists(preseed)},
			Default:  []condition.Clause{condition.DefaultFor("os.family", "debian")},
			Features: []string{
				"holdable", "install_options", "installable", "purgeable", "uninstallable", "upgradeable",
				"version_ranges", "versionable", "virtual_packages",
			},
			NeedsRoot: "apt-get writes /var/lib/dpkg",
		},
		tool: ral.Command{Binary: aptGet, Root: aptRoot(), Queries: [][]string{append(ask, "-s")}, QueryFiles: looks}, ask: ask,
		call: host.Command{Env: quiet(), BlockedBy: lockHolder, Writes: []string{dpkgdb.StatusFile}}, makes: newConffiles,
		name: debianName, database: func(b *behaviour) database { return &aptDB{b: b} },
		isLatest: isCandidate, isVersion: isInDebianRange,
		front: []string{"-q", "-y"}, install: []string{"install"}, remove: []string{"remove"}, purge: []string{"purge"},
		choose: chooseByApt, adapt: adaptForApt, prepare: loadAnswers,
		marker: func(name, mark string) host.Command {
			return host.Command{Name: aptMark, Args: []string{map[string]string{"hold": "hold", "none": "unhold", "auto": "auto"}[mark], name}}
		},
		marked: func(r *ral.Resource, should value.Value) (marks []string) {
			switch {
			case staysHeld(r, should):
				marks = append(marks, "hold")
			case r.Is("mark").IsSym("hold"):
				marks = append(marks, "none")
			}
			if r.True("mark_auto") {
				marks = append(marks, "auto") // an installation by name removes it
			}
			return marks
		},
		dry: &dryRun{
			by: "apt-get -s", front: []string{"-s", "-q", "-y"}, complete: true, failure: aptFailure, steps: simulated,
		},
		lasting: conffiles, edited: editedConffiles,
	}
	return m.provider(func() any { return m.behaviour() })
}

// aptRoot returns the options that make apt work below a root directory and run dpkg
// inside of it (apt.conf(5), Dir and DPkg::Chroot-Directory). RootDir is not usable:
// with RootDir, an empty name of a cache file means the root directory.
func aptRoot() []string {
	return []string{"-o", "Dir={root}", "-o", "DPkg::Chroot-Directory={root}"}
}

// aptDB is the database of dpkg with the answers of apt-cache about the repositories.
type aptDB struct {
	dpkgdb.DB
	b          *behaviour
	candidates kept[string]
	versions   kept[[]string]
}

// Prefetch reads the candidates of all packages with ensure => latest, and the
// versions of all packages with a range. apt-cache takes the same time for many
// packages.
func (a *aptDB) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	// Retrieve returns the error.
	db, _ := a.Read(ctx, rd)
	var latest, ranged []string
	for _, r := range all {
		name := db.NameOf(r)
		switch should := r.Get("ensure"); {
		case debianName(name) != nil:
		case should.IsSym("latest"):
			latest = append(latest, name)
		case isRange(should.Text()):
			ranged = append(ranged, name)
		}
	}
	if len(ranged) > 1 {
		// InSync returns the error.
		_ = readAhead(ctx, rd, a.b, &a.versions, "madison", ranged, parseMadison)
	}
	if len(latest) == 0 {
		return nil
	}
	return readAhead(ctx, rd, a.b, &a.candidates, "policy", latest, parsePolicy)
}

// Forget drops the answers of apt-cache: a command may have fetched new lists, or a
// file added a repository.
func (a *aptDB) Forget() {
	a.candidates.forget()
	a.versions.forget()
}

// readAhead queries apt-cache for packages and caches the answers for the run.
func readAhead[T any](ctx context.Context, rd host.Reader, b *behaviour, k *kept[T], verb string, names []string, parse func(out string) map[string]T) error {
	res, err := b.query(ctx, rd, aptCache, nil, append([]string{verb}, names...)...)
	if err != nil {
		return err
	}
	known := parse(valid(res.Stdout))
	for _, name := range names {
		k.set(name, known[name])
	}
	return nil
}

// oneAhead returns the cached answer for a package, or queries apt-cache.
func oneAhead[T any](ctx context.Context, rd host.Reader, b *behaviour, k *kept[T], verb, name string, parse func(out string) map[string]T) (T, error) {
	return k.of(name, func() (T, error) {
		res, err := b.query(ctx, rd, aptCache, nil, verb, name)
		return parse(valid(res.Stdout))[name], err
	})
}

// isCandidate compares is with the version that apt would install.
func isCandidate(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is string) (bool, error) {
	name, err := b.nameOf(ctx, rd, r)
	if err != nil {
		return false, err
	}
	if err := debianName(name); err != nil {
		return false, err
	}
	version, err := oneAhead(ctx, rd, b, &b.database.(*aptDB).candidates, "policy", name, parsePolicy)
	if err == nil && (version == "" || version == "(none)") {
		err = fmt.Errorf("apt-cache policy shows no candidate version of %s", name)
	}
	return err == nil && is == version, err
}

func isInDebianRange(_ context.Context, _ host.Reader, _ *behaviour, _ *ral.Resource, is, should string) (bool, error) {
	if !isRange(should) {
		return is == should, nil
	}
	within, err := parseRange(should)
	return err == nil && within.holds(is), err
}

// chooseByApt sets the target to a version, or to the highest version in a range.
func chooseByApt(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task) error {
	if should.Kind() != value.String {
		return nil
	}
	version, is := should.Text(), r.Is("ensure")
	if isRange(version) {
		var err error
		if version, err = best(ctx, rd, b, t.name, version); err != nil {
			return err
		}
	}
	if !debversion.Valid(version) {
		return fmt.Errorf("%q is not a version of a Debian package (example: 1.2-3)", version)
	}
	t.targets = []string{t.name + "=" + version}
	if installed(is) && olderDebian(version, is.Text()) {
		t.front = []string{"--allow-downgrades"}
	}
	return nil
}

// best returns the highest version within a range that the repositories have.
func best(ctx context.Context, rd host.Reader, b *behaviour, name, within string) (string, error) {
	bounds, err := parseRange(within)
	if err != nil {
		return "", err
	}
	versions, err := oneAhead(ctx, rd, b, &b.database.(*aptDB).versions, "madison", name, parseMadison)
	if err != nil {
		return "", err
	}
	best := ""
	for _, v := range versions {
		if bounds.holds(v) && (best == "" || olderDebian(best, v)) {
			best = v
		}
	}
	if best == "" {
		return "", fmt.Errorf("no version of %s in the repositories matches %s", name, within)
	}
	return best, nil
}

// adaptForApt answers dpkg's question about changed configuration files. A removal also
// configures the packages that an interrupted run left unconfigured.
func adaptForApt(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task) {
	db, _ := b.database.(*aptDB).Read(ctx, rd) // Retrieve returns the error
	if installs(r, should) || db != nil && db.Unfinished {
		t.front = append([]string{"-o", "DPkg::Options::=--force-" + confOption(r)}, t.front...)
	}
	if installs(r, should) {
		t.answers = r.Get("responsefile").Text()
	}
	if r.Is("mark").IsSym("hold") && installed(r.Is("ensure")) {
		t.front = append(t.front, "--allow-change-held-packages")
	}
}

// loadAnswers passes the answers in responsefile to debconf.
func loadAnswers(ctx context.Context, wr host.Writer, t task) error {
	if t.answers == "" {
		return nil
	}
	if root := wr.Reader().Root(); root != "/" {
		return fmt.Errorf("cannot use responsefile below %s: debconf-set-selections works only on the running system", root)
	}
	return wr.Run(ctx, host.Command{Name: preseed, Args: []string{t.answers}, Env: quiet(), Timeout: installTime, BlockedBy: lockHolder})
}

// aptFailure shortens the command in an error of apt-get: it omits the options that
// prevent writes and questions.
func aptFailure(t task, err error) error {
	var failed *host.CommandError
	if !errors.As(err, &failed) {
		return err
	}
	named := *failed
	named.Command = host.Command{Name: "apt-get", Args: slices.Concat([]string{"-s", "-q"}, t.args, t.given, t.targets)}.String()
	return &named
}

// conffiles describes the configuration files that an undo cannot restore. dpkg(1)
// forgets configuration files that it purges.
func conffiles(ctx context.Context, rd host.Reader, name string, is, should value.Value) []string {
	switch {
	case should.IsSym("purged") && !is.IsSym("purged"):
		return []string{"the purge deletes changes to the configuration files"}
	case is.IsAbsent() && !should.IsAbsent() && !should.IsSym("purged"):
		return left(ctx, rd, name, should.Text())
	}
	return nil
}

// simulated returns the steps of a simulation. A removal records whether apt had
// installed the package automatically.
func simulated(ctx context.Context, rd host.Reader, b *behaviour, _ task, res host.Result) ([]step, error) {
	steps := parseSimulation(valid(res.Stdout))
	db, err := b.database.(*aptDB).Read(ctx, rd)
	if db == nil {
		return nil, err
	}
	for i := range steps {
		if e := db.Find(steps[i].name); e != nil && steps[i].new == "" {
			steps[i].auto = b.database.(*aptDB).Auto(ctx, rd, e).IsSym("true")
		}
	}
	return steps, nil
}

// parseSimulation reads the output of apt-get -s: "Inst NAME [OLD] (NEW ARCHIVE
// [ARCH])", "Remv NAME [OLD]", "Purg NAME [OLD]". It skips Conf lines, which repeat
// Inst lines.
func parseSimulation(out string) []step {
	var steps []step
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		s := step{name: words[1]}
		for _, w := range words[2:] {
			if s.old == "" && s.new == "" && strings.HasPrefix(w, "[") {
				s.old = strings.Trim(w, "[]")
			}
			if s.new == "" && strings.HasPrefix(w, "(") {
				s.new = strings.Trim(w, "()")
			}
		}
		switch words[0] {
		case "Inst":
			s.verb = "install"
			if s.old != "" {
				s.verb = "upgrade"
			}
		case "Remv":
			s.verb = "remove"
		case "Purg":
			s.verb = "purge"
		default:
			continue
		}
		steps = append(steps, s)
	}
	return steps
}

// parseMadison reads the versions from the output of apt-cache madison: columns for
// name, version and origin, separated by |.
func parseMadison(out string) map[string][]string {
	known := make(map[string][]string)
	for line := range strings.Lines(out) {
		if columns := strings.Split(line, "|"); len(columns) >= 2 {
			name := strings.TrimSpace(columns[0])
			known[name] = append(known[name], strings.TrimSpace(columns[1]))
		}
	}
	return known
}

// parsePolicy reads the candidates from the output of apt-cache policy: a name at the
// margin, with indented details below.
func parsePolicy(out string) map[string]string {
	known := make(map[string]string)
	name := ""
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if line != "" && line[0] != ' ' {
			name = strings.TrimSuffix(line, ":")
			continue
		}
		if version, ok := strings.CutPrefix(strings.TrimSpace(line), "Candidate:"); ok && known[name] == "" {
			known[name] = strings.TrimSpace(version)
		}
	}
	return known
}
