package pkg

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// step is a line of a simulation.
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
	var added, upgraded, removed []string
	for _, s := range steps {
		if s.name == name {
			version = s.new
			continue
		}
		f.Also = append(f.Also, s.String())
		if s.new == "" {
			removed = append(removed, s.name)
			d := along(s.name, s.old)
			if s.auto {
				d = d.With("auto_installed", value.Sym("true"))
			}
			f.AlsoRemoves = append(f.AlsoRemoves, d)
			continue
		}
		if s.old != "" {
			upgraded = append(upgraded, s.name)
		} else {
			added = append(added, s.name)
			f.AlsoMakes = append(f.AlsoMakes, along(s.name, s.new))
		}
	}
	if len(upgraded) > 0 {
		f.Lasting = append(f.Lasting, "packages upgraded with it are not downgraded: "+strings.Join(upgraded, ", "))
	}
	var parts []string
	if version != "" {
		parts = append(parts, version)
	}
	for _, also := range []struct {
		verb  string
		names []string
	}{{"installs", added}, {"upgrades", upgraded}, {"removes", removed}} {
		if len(also.names) > 0 {
			parts = append(parts, "also "+also.verb+" "+several(also.names))
		}
	}
	f.Note = strings.Join(parts, "; ")
	return f
}

// along declares a package that is installed or removed as a side effect.
func along(name, version string) ral.Decl {
	return ral.Decl{Type: "package", Title: name}.With("ensure", value.Str(version))
}

// several lists up to three names and counts more.
func several(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	default:
		return fmt.Sprintf("%d packages", n)
	}
}
