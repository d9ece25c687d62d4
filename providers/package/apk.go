package pkg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// apkDB is where apk keeps what is installed (apk-tools, database.c).
const apkDB = "/lib/apk/db/installed"

// apk installs from repositories, with apk(8).
type apk struct {
	inventory
	groupWorker
	dry simulation
}

func apkRoot() []string { return []string{"--root", "{root}"} }

func apkProvider() ral.Provider {
	return ral.Provider{
		Name: "apk", Type: "package", Ancestors: 5,
		Doc: "Packages by apk, of Alpine Linux, from the repositories that the host knows. What is installed is read " +
			"from " + apkDB + ". Its tests stand on output that was captured from apk, which Debian does not have.",
		Commands: []ral.Command{{Binary: "apk", Root: apkRoot(), Queries: [][]string{
			{"version", "-l", "<"}, {"add", "-s"}, {"del", "-s"},
		}}},
		Confines: []ral.Confine{ral.FileExists(apkDB)},
		Default:  []ral.Clause{ral.DefaultFor("os.name", "alpine")},
		Features: []string{
			"install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable",
			"versionable", "virtual_packages",
		},
		NeedsRoot: "apk writes " + apkDB,
		New:       newApk,
	}
}

func newApk() any {
	a := new(apk)
	a.all, a.provider, a.upgrades.ask, a.manager = installedByApk, providedByApk, newerByApk, a
	return a
}

// apkEntry is one paragraph of the database.
type apkEntry struct {
	have
	provides []string
}

func readApk(ctx context.Context, rd host.Reader) ([]apkEntry, error) {
	data, err := rd.ReadFile(ctx, apkDB)
	if err != nil {
		return nil, err
	}
	return parseApk(string(data)), nil
}

// parseApk reads paragraphs of lines such as P:musl, V:1.2.4-r2 and
// p:so:libc.musl.so.1=1 (apk-package(5), "p" as in provides).
func parseApk(text string) []apkEntry {
	var list []apkEntry
	var e apkEntry
	keep := func() {
		if e.name != "" && e.version != "" {
			list = append(list, e)
		}
		e = apkEntry{}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		key, rest, ok := strings.Cut(line, ":")
		switch {
		case line == "":
			keep()
		case !ok:
		case key == "P" && apkName(rest) == nil:
			e.name, e.from = rest, fmt.Sprintf("%s:%d", apkDB, n)
		case key == "V":
			e.version = rest
		case key == "p":
			e.provides = strings.Fields(rest)
		}
	}
	keep()
	return list
}

func installedByApk(ctx context.Context, rd host.Reader, _ string) ([]have, error) {
	entries, err := readApk(ctx, rd)
	list := make([]have, 0, len(entries))
	for _, e := range entries {
		list = append(list, e.have)
	}
	return list, err
}

func providedByApk(ctx context.Context, rd host.Reader, name string) (have, bool, error) {
	entries, err := readApk(ctx, rd)
	for _, e := range entries {
		for _, p := range e.provides {
			if p, _, _ = strings.Cut(p, "="); p == name {
				return e.have, true, nil
			}
		}
	}
	return have{}, false, err
}

func (*apk) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := apkName(name); err != nil {
		return job{}, err
	}
	args, target := []string{"add"}, name
	switch {
	case should.IsAbsent():
		return job{append([]string{"del"}, optionsOf(r, "uninstall_options")...), []string{name}}, nil
	case should.IsSym("purged"):
		return job{append([]string{"del", "--purge"}, optionsOf(r, "uninstall_options")...), []string{name}}, nil
	case r.Has("source"):
		source, err := sourceOf(r)
		if err != nil {
			return job{}, err
		}
		target = source
	case should.IsSym("latest"):
		args = append(args, "--upgrade")
	case should.Kind() == value.String:
		target = name + "=" + should.Text()
	}
	return job{append(args, optionsOf(r, "install_options")...), []string{target}}, nil
}

func (*apk) command(rd host.Reader, _ *ral.Resource, j job) host.Command {
	args := ral.RootArgs(apkRoot(), rd.Root(), slices.Concat(j.args[:1], []string{"--no-progress"}, j.args[1:], j.targets)...)
	return host.Command{Name: "apk", Args: args, Timeout: installTime, BlockedBy: lockHolder}
}

// newerByApk is all that the repositories have newer, as far as the host was
// told of it.
func newerByApk(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	args := ral.RootArgs(apkRoot(), rd.Root(), "version", "-l", "<")
	res, err := rd.Query(ctx, host.Command{Name: "apk", Args: args})
	return parseApkVersion(string(res.Stdout)), err
}

var apkFull = lazyre.New(`\A(.+)-([^-\s]+-r[0-9]+)\z`)

// parseApkVersion reads lines such as "tiny-1.0-r0   < 2.0-r0".
func parseApkVersion(out string) map[string]string {
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 3 || words[1] != "<" {
			continue
		}
		if m := apkFull.FindStringSubmatch(words[0]); m != nil {
			known[m[1]] = words[2]
		}
	}
	return known
}

// Prefetch keeps what the run is about, for a dry run of all.
func (a *apk) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	a.dry.all = all
	return a.inventory.Prefetch(ctx, rd, all)
}

// Predict lets apk simulate the change.
func (a *apk) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	return a.dry.predict(ctx, rd, a, "apk -s", r, attr, should)
}

func (a *apk) simulate(ctx context.Context, rd host.Reader, j job) ([]step, string, error) {
	args := ral.RootArgs(apkRoot(), rd.Root(), slices.Concat(j.args[:1], []string{"-s"}, j.args[1:], j.targets)...)
	res, err := rd.Query(ctx, host.Command{Name: "apk", Args: args})
	return parseApkSteps(string(res.Stdout)), "", err
}

var apkStep = lazyre.New(`\A\(\d+/\d+\) (Installing|Upgrading|Downgrading|Replacing|Reinstalling|Purging) (\S+) \(([^ )]+)(?: -> ([^ )]+))?\)`)

// parseApkSteps reads lines such as "(1/2) Upgrading tiny (1.0-r0 -> 2.0-r0)".
func parseApkSteps(out string) []step {
	var steps []step
	for line := range strings.Lines(out) {
		m := apkStep.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil:
		case m[1] == "Purging":
			steps = append(steps, step{verb: "remove", name: m[2], old: m[3]})
		case m[4] != "":
			steps = append(steps, step{verb: "upgrade", name: m[2], old: m[3], new: m[4]})
		default:
			steps = append(steps, step{verb: "install", name: m[2], new: m[3]})
		}
	}
	return steps
}

var apkNames = lazyre.New(`\A[A-Za-z0-9._][A-Za-z0-9._+-]*\z`)

// apkName refuses what apk reads as more than a name: NAME=1, NAME@REPO, !NAME.
func apkName(name string) error {
	if apkNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a package: letters, digits and . _ + -", name)
}
