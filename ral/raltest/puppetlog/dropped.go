package puppetlog

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
)

// Dropped returns the debug lines about attributes that are not managed because the
// provider lacks a feature. Puppet also logs attributes that only have a default
// (semantics.md A28).
func Dropped(r *ral.Resource, diags diagnostic.Diags) []Line {
	var lines []Line
	if r == nil || r.Provider == nil {
		return nil
	}
	given := map[string]bool{}
	for _, d := range diags {
		if d.Kind == diagnostic.Dropped && len(d.Lacks) > 0 {
			given[d.Attr] = true
			lines = append(lines, dropped(r, d.Attr, d.Lacks))
		}
	}
	for _, a := range r.Type.Order() {
		if lacks := r.Provider.Lacks(a); len(lacks) > 0 && !given[a.Name] && a.HasDefault() {
			lines = append(lines, dropped(r, a.Name, lacks))
		}
	}
	return lines
}

func dropped(r *ral.Resource, attr string, lacks []string) Line {
	return Line{"debug", "/" + r.Ref(), fmt.Sprintf("Provider %s does not support features %s; not managing attribute %s",
		r.Provider.Name, strings.Join(lacks, ", "), attr)}
}
