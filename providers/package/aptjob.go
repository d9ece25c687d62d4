package pkg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	debversion "github.com/knqyf263/go-deb-version"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// aptJob is one apt-get, and what goes before and after it.
type aptJob struct {
	name    string
	verb    string // install, remove, purge
	options []string
	given   []string // install_options, which stand behind the verb
	targets []string
	mark    string // "hold" or "none" to be set afterwards
	answers string // the responsefile to be loaded before
}

// args are apt-get's arguments.
func (j aptJob) args() []string {
	args := append([]string{"-q", "-y"}, j.options...)
	args = append(args, j.verb)
	args = append(args, j.given...)
	return append(args, j.targets...)
}

// plainArgs are those of args that say what is done, for a person.
func (j aptJob) plainArgs() []string {
	args := append([]string{"-q", j.verb}, j.given...)
	return append(args, j.targets...)
}

// canBatch reports whether both can be one apt-get.
func (j aptJob) canBatch(k aptJob) bool {
	plain := j.mark == "" && k.mark == "" && j.answers == "" && k.answers == ""
	return plain && j.verb == k.verb && len(j.targets) > 0 && len(k.targets) > 0 &&
		slices.Equal(j.options, k.options) && slices.Equal(j.given, k.given)
}

// job says what apt-get has to do for a resource.
func (a *apt) job(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (aptJob, error) {
	name, is := r.Name(), r.Is("ensure")
	job := aptJob{name: name, verb: "install"}
	if err := debianName(name); err != nil {
		return job, err
	}
	held := r.Is("mark").IsSym("hold")
	switch {
	case should.IsAbsent(), should.IsSym("purged"):
		job.verb, job.targets = "remove", []string{name}
		if should.IsSym("purged") {
			job.verb = "purge"
		}
	case should.IsSym("held") && installed(is):
		job.mark = "hold"
		return job, nil
	default:
		target, version, err := a.target(ctx, rd, r, should)
		if err != nil {
			return job, err
		}
		job.targets = []string{target}
		job.options = []string{"-o", "DPkg::Options::=--force-" + confOption(r)}
		if lower(version, is) {
			job.options = append(job.options, "--allow-downgrades")
		}
		job.given = optionsOf(r, "install_options")
		job.answers = r.Get("responsefile").Text()
		job.mark = markAfter(r, should, held)
	}
	if held && installed(is) {
		job.options = append(job.options, "--allow-change-held-packages")
	}
	return job, nil
}

// markAfter is the hold that an installation must leave: dpkg forgets it when
// it unpacks a package.
func markAfter(r *ral.Resource, should value.Value, held bool) string {
	want := held
	if r.Has("mark") {
		want = r.Get("mark").IsSym("hold")
	}
	switch {
	case want || should.IsSym("held"):
		return "hold"
	case held:
		return "none"
	}
	return ""
}

// target is what apt-get is told to install, and the version when it is known.
func (a *apt) target(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (target, version string, err error) {
	if r.Has("source") {
		source, err := sourceOf(r)
		return source, "", err
	}
	switch {
	case should.IsSym("present"), should.IsSym("latest"), should.IsSym("held"):
		return r.Name(), "", nil
	}
	version = should.Text()
	if isRange(version) {
		if version, err = a.best(ctx, rd, r.Name(), version); err != nil {
			return "", "", err
		}
	}
	if !debversion.Valid(version) {
		return "", "", fmt.Errorf("%q is no version of a Debian package", version)
	}
	return r.Name() + "=" + version, version, nil
}

// lower reports whether version is below what is installed (deb-version(7)).
func lower(version string, is value.Value) bool {
	if version == "" || !installed(is) {
		return false
	}
	want, err := debversion.NewVersion(version)
	if err != nil {
		return false
	}
	have, err := debversion.NewVersion(is.Text())
	return err == nil && want.LessThan(have)
}

// best is the highest version in a range that the repositories have, asked for
// once.
func (a *apt) best(ctx context.Context, rd host.Reader, name, within string) (string, error) {
	a.mu.Lock()
	known := a.chosen[[2]string{name, within}]
	a.mu.Unlock()
	if known != "" {
		return known, nil
	}
	best, err := a.search(ctx, rd, name, within)
	if err != nil {
		return "", err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.chosen == nil {
		a.chosen = make(map[[2]string]string)
	}
	a.chosen[[2]string{name, within}] = best
	return best, nil
}

func (a *apt) search(ctx context.Context, rd host.Reader, name, within string) (string, error) {
	bounds, err := parseRange(within)
	if err != nil {
		return "", err
	}
	out, err := a.query(ctx, rd, aptCache, "madison", name)
	if err != nil {
		return "", err
	}
	return highest(out, name, within, bounds)
}

// highest is the highest version of a package within bounds, of those that
// apt-cache madison prints.
func highest(out, name, within string, bounds bounds) (string, error) {
	best := ""
	for line := range strings.Lines(out) {
		columns := strings.Split(line, "|")
		if len(columns) < 2 || strings.TrimSpace(columns[0]) != name {
			continue
		}
		version := strings.TrimSpace(columns[1])
		if bounds.holds(version) && (best == "" || lower(best, value.Str(version))) {
			best = version
		}
	}
	if best == "" {
		return "", fmt.Errorf("no version of %s that apt-cache knows is %s", name, within)
	}
	return best, nil
}
