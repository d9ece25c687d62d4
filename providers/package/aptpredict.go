package pkg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict lets apt-get simulate the change: what else would come or go.
func (a *apt) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if attr != "ensure" {
		return ral.Prediction{}, nil
	}
	job, err := a.job(ctx, rd, r, should)
	if err != nil || len(job.targets) == 0 {
		return ral.Prediction{}, err
	}
	a.simulated.Do(func() { a.simulate(ctx, rd) })
	if f, ok := a.predicted[r.Name()]; ok && should.Equal(r.Get("ensure")) {
		f.Lasting = slices.Concat(f.Lasting, conffiles(r.Is("ensure"), should))
		return f, nil
	}
	out, err := a.query(ctx, rd, aptGet, append([]string{"-s"}, job.args()...)...)
	var failed *host.CommandError
	if errors.As(err, &failed) {
		// What it was asked for matters here, and not the many options that only
		// keep it from writing or from asking.
		named := *failed
		named.Command = host.Command{Name: "apt-get", Args: append([]string{"-s"}, job.plainArgs()...)}.String()
		err = &named
	}
	if err != nil {
		return ral.Prediction{}, err
	}
	f := newPrediction(r.Name(), parseSimulation(out))
	f.Lasting = append(f.Lasting, conffiles(r.Is("ensure"), should)...)
	return f, nil
}

// conffiles is what does not come back of configuration files: dpkg(1) forgets
// those that it purges, and replaces those that a removal left and nobody edited.
func conffiles(is, should value.Value) []string {
	switch {
	case should.IsSym("purged") && !is.IsSym("purged"):
		return []string{"what was changed in the configuration files is lost when they are purged"}
	case is.IsAbsent() && !should.IsAbsent() && !should.IsSym("purged"):
		return []string{"configuration files that an earlier removal left may be replaced by those of the package"}
	}
	return nil
}

// step is one line of a simulation.
type step struct {
	verb     string // install, upgrade, remove, purge
	name     string
	old, new string
}

// String is the step as a plan lists it.
func (s step) String() string {
	switch s.verb {
	case "upgrade":
		return fmt.Sprintf("upgrade %s %s -> %s", s.name, s.old, s.new)
	case "install":
		return "install " + s.name + " " + s.new
	}
	return s.verb + " " + s.name + " " + s.old
}

// parseSimulation reads apt-get -s: "Inst NAME [OLD] (NEW ARCHIVE [ARCH])",
// "Remv NAME [OLD]", "Purg NAME [OLD]". Conf lines repeat what Inst said.
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

func newPrediction(name string, steps []step) ral.Prediction {
	f := ral.Prediction{Certainty: ral.Simulated, By: "apt-get -s"}
	var version string
	var come, upgraded, leave []string
	for _, s := range steps {
		if s.name == name {
			version = s.new
			continue
		}
		f.Also = append(f.Also, s.String())
		if s.new == "" {
			leave = append(leave, s.name)
			f.AlsoRemoves = append(f.AlsoRemoves, along(s.name, s.old))
			continue
		}
		come = append(come, s.name)
		if s.old != "" {
			upgraded = append(upgraded, s.name)
		} else {
			f.AlsoMakes = append(f.AlsoMakes, along(s.name, s.new))
		}
	}
	f.RemovedCount = len(leave)
	if len(upgraded) > 0 {
		f.Lasting = append(f.Lasting, "what is upgraded with it stays so: "+strings.Join(upgraded, ", "))
	}
	var parts []string
	if version != "" {
		parts = append(parts, version)
	}
	if len(come) > 0 {
		parts = append(parts, "and "+several(come, "comes with it", "come with it"))
	}
	if len(leave) > 0 {
		parts = append(parts, "and "+several(leave, "goes", "go"))
	}
	f.Note = strings.TrimPrefix(strings.Join(parts, ", "), "and ")
	return f
}

// along is a package that comes or goes with another one.
func along(name, version string) ral.Decl {
	return ral.Decl{Type: "package", Title: name}.With("ensure", value.Str(version))
}

// several names up to three and counts more.
func several(names []string, one, many string) string {
	switch n := len(names); {
	case n == 1:
		return names[0] + " " + one
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " " + many
	default:
		return fmt.Sprintf("%d more %s", n, many)
	}
}
