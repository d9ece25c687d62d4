package model

import (
	"context"
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/manifest"
	"ralsh/ral/transaction/catalog"
)

// Diagnose adds the diagnostics of the declarations of an input to the
// diagnostics of reading it: types, attributes, names, relationships, cycles,
// limits. It omits a diagnostic that may only result from parts that could not be
// read. The result is sorted by position.
func (s *Session) Diagnose(ctx context.Context, in *manifest.Input, decls []ral.Decl, reading diagnostic.Diags) diagnostic.Diags {
	all := append(slices.Clone(reading), manifest.Limits(decls)...)
	_, err := s.Order(ctx, decls...)
	more, _ := catalog.Diagnostics(err, decls)
	holed := make(map[string]bool)
	for _, it := range in.Items {
		if it.Incomplete {
			holed[it.Decl.Ref()] = true
		}
	}
	for _, d := range more {
		known := slices.ContainsFunc(reading, func(r diagnostic.Diag) bool { return r.Pos == d.Pos && r.Message == d.Message })
		follows := d.Kind == diagnostic.InvalidResource && holed[d.Resource] || d.Kind == diagnostic.MissingTarget && in.Truncated
		if !known && !follows {
			all = append(all, d)
		}
	}
	all.Sort()
	return all
}
