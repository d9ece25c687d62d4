package puppetlog

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/onhost"
)

// Unsuitable returns the debug line about the first failed test. A failed fact has no line, as
// in Puppet (semantics.md S4-S11).
func Unsuitable(s onhost.Suitability) []Line {
	v := s.FirstFailure()
	if v == nil || v.Kind == condition.ConfineFact {
		return nil
	}
	return []Line{{"debug", "Puppet", ProviderClass(s.Provider) + ": " + failure(v)}}
}

// ProviderClass returns Puppet's class name of a provider.
func ProviderClass(p *ral.Provider) string {
	return "Puppet::Type::" + ral.Capitalise(p.Type) + "::Provider" + ral.Capitalise(p.Name)
}

func failure(v *onhost.Verdict) string {
	switch v.Kind {
	case condition.ConfineCommand, condition.ConfineExists:
		return "file " + v.Subject + " does not exist"
	case condition.ConfineFeature:
		return "feature " + v.Subject + " is missing"
	case condition.ConfineFalse:
		return "true value when expecting false"
	case condition.ConfineAny:
		return fmt.Sprintf("0 confines (of %d) were true", v.Total)
	}
	return "false value when expecting true"
}

// Summary returns Puppet's detailed result of a suitability test: the missing items
// by kind; for true, false and any, the number that hold (semantics.md S12).
func Summary(s onhost.Suitability) map[string]any {
	var missing, features []string
	facts := map[string]any{}
	sums := map[condition.ConfineKind]int{}
	for _, v := range s.Tests {
		switch {
		case v.Kind == condition.ConfineTrue || v.Kind == condition.ConfineFalse || v.Kind == condition.ConfineAny:
			sums[v.Kind] += v.TrueCount
		case v.Pass():
		case v.Kind == condition.ConfineCommand || v.Kind == condition.ConfineExists:
			missing = append(missing, v.Subject)
		case v.Kind == condition.ConfineFeature:
			features = append(features, v.Subject)
		case v.Kind == condition.ConfineFact:
			facts[v.Subject] = lowered(v.Expected)
		}
	}
	m := map[string]any{}
	for kind, n := range sums {
		if n > 0 {
			m[string(kind)] = n
		}
	}
	if missing != nil {
		m["exists"] = missing
	}
	if features != nil {
		m["feature"] = features
	}
	if len(facts) > 0 {
		m["variable"] = facts
	}
	return m
}

func lowered(words []string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = strings.ToLower(w)
	}
	return list
}
