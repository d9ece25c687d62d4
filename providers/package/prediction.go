package pkg

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// step is one line of a simulation.
type step struct {
	verb     string // install, upgrade, remove, purge
	name     string
	old, new string
	auto     bool // apt installed it automatically
}

// String returns the step as a plan lists it.
func (s step) String() string {
	switch s.verb {
	case "upgrade":
		return fmt.Sprintf("upgrade %s %s -> %s", s.name, s.old, s.new)
	case "install":
		return "install " + s.name + " " + s.new
	}
	return s.verb + " " + s.name + " " + s.old
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
			d := along(s.name, s.old)
			if s.auto {
				d = d.With("auto_installed", value.Sym("true"))
			}
			f.AlsoRemoves = append(f.AlsoRemoves, d)
			continue
		}
		come = append(come, s.name)
		if s.old != "" {
			upgraded = append(upgraded, s.name)
		} else {
			f.AlsoMakes = append(f.AlsoMakes, along(s.name, s.new))
		}
	}
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

// along declares a package that is installed or removed with another one.
func along(name, version string) ral.Decl {
	return ral.Decl{Type: "package", Title: name}.With("ensure", value.Str(version))
}

// several lists up to three names and counts more than three.
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
