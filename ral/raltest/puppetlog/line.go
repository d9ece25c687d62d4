package puppetlog

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
)

// Line is a line of Puppet's log. Source is "Puppet" or the path of a property or resource:
// /Widget[a]/color.
type Line struct{ Level, Source, Message string }

// Elected returns the lines about the choice of a default provider: a tie is a
// warning (semantics.md P23).
func Elected(el onhost.Election) []Line {
	if len(el.Tied) < 2 {
		return nil
	}
	names := make([]string, len(el.Tied))
	for i, p := range el.Tied {
		names[i] = p.Name
	}
	return []Line{{"warning", "Puppet", fmt.Sprintf("Found multiple default providers for %s: %s; using %s",
		el.Type.Name, strings.Join(names, ", "), el.Winner.Name)}}
}

// Refused returns the error that Puppet raises when a type is defined, for the first
// problem in err that Puppet checks, or "".
func Refused(err error) string {
	for _, cause := range ral.JoinedErrors(err) {
		var twice *ral.DuplicateNameError
		if !errors.As(cause, &twice) {
			continue
		}
		switch {
		case twice.What == "feature":
			return fmt.Sprintf("Feature %s is already defined", twice.Name)
		case twice.Kind == ral.Property:
			return fmt.Sprintf("Class %s already has a property named %s", twice.Type, twice.Name)
		}
		return fmt.Sprintf("Class Parameter%s is already defined in Puppet::Type::%s",
			ral.Capitalise(twice.Name), ral.Capitalise(twice.Type))
	}
	return ""
}
