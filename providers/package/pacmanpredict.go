package pkg

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Prefetch keeps what the run is about, for a dry run of all.
func (p *pacman) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	p.dry.all = all
	return p.inventory.Prefetch(ctx, rd, all)
}

// Predict lets pacman print what it would bring or take away.
func (p *pacman) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	return p.dry.predict(ctx, rd, p, "pacman -p", r, attr, should)
}

func (p *pacman) simulate(ctx context.Context, rd host.Reader, j job) ([]step, string, error) {
	// What stays of configuration files makes no difference to what goes, and
	// pacman refuses to print with it.
	line := slices.DeleteFunc(j.line(), func(arg string) bool { return arg == "--nosave" })
	args := ral.RootArgs(pacmanRoot(), rd.Root(), slices.Concat(pacmanPrint(), line)...)
	res, err := rd.Query(ctx, host.Command{Name: "/usr/bin/pacman", Args: args})
	if err != nil {
		return nil, "", err
	}
	here, err := p.known(ctx, rd, "")
	return parsePrint(string(res.Stdout), j.args[0] == "-R", here), "", err
}

// parsePrint reads what pacman -p prints in our format, a name and a version a
// line. What it is about says what is installed.
func parsePrint(out string, leaving bool, here map[string]have) []step {
	var steps []step
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) != 2 || pacmanName(words[0]) != nil {
			continue
		}
		s := step{verb: "install", name: words[0], new: words[1]}
		if old, there := here[s.name]; there {
			s.verb, s.old = "upgrade", old.version
		}
		if leaving {
			s = step{verb: "remove", name: words[0], old: words[1]}
		}
		steps = append(steps, s)
	}
	return steps
}
