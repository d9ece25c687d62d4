package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/model/undeclared"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
)

// Target is the provider for a change of a resource, and the instance that it read.
type Target struct {
	Provider *ral.Provider       // nil for the default, once one is suitable
	Found    *ral.Instance       // nil if no provider knows the resource
	Seen     []onhost.FindResult // results of all sources
}

// Refuses returns the diagnostics of a declaration that is invalid with each
// provider of its type, or with the provider that it names. It calls no provider.
func (s *Session) Refuses(ctx context.Context, t *ral.Type, d ral.Decl) error {
	_, diags := s.Env.Build(ctx, d)
	if diags.Err() == nil || d.Provider != "" && t.Provider(d.Provider) == nil {
		return nil // Resolve knows the error of an unknown provider
	}
	if d.KeepRest && undeclared.MayLose(t) && !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return d.Attr != "" }) {
		return nil // the current state may have the missing values
	}
	if d.Provider == "" {
		for _, p := range t.Providers() {
			d.Provider = p.Name
			if _, other := s.Env.Build(ctx, d); other.Err() == nil {
				return nil
			}
		}
	}
	return diags.Err()
}

// Resolve determines the provider of a resource: the given provider, otherwise the
// only provider that knows it, otherwise the default if it knows the resource. If
// several providers know it without the default, the error lists them. at locates
// the resource, see ral.Type.Places.
func (s *Session) Resolve(ctx context.Context, t *ral.Type, name, provider string, at ...ral.Attr) (Target, error) {
	if provider != "" {
		return s.resolveTo(ctx, t, name, provider, at)
	}
	target := Target{Seen: s.Env.Find(ctx, t, name, at...)}
	var know []onhost.FindResult
	for _, seen := range target.Seen {
		if seen.Err == nil && seen.Found.Present() {
			know = append(know, seen)
		}
	}
	winner := s.Env.Elect(ctx, t).Winner
	for _, seen := range target.Seen {
		if seen.Provider == winner && (len(know) != 1 || know[0].Provider == winner) {
			target.Provider, target.Found = winner, seen.Found
			return target, seen.Err
		}
	}
	switch len(know) {
	case 0:
		target.Provider = winner
		return target, nil
	case 1:
		target.Provider, target.Found = know[0].Provider, know[0].Found
		return target, nil
	}
	var names []string
	for _, seen := range know {
		names = append(names, seen.Provider.Name)
	}
	return target, fmt.Errorf("%s exists in several providers (%s): choose one with --provider", t.Ref(name), strings.Join(names, ", "))
}

func (s *Session) resolveTo(ctx context.Context, t *ral.Type, name, provider string, at []ral.Attr) (Target, error) {
	r, diags := s.Env.Build(ctx, ral.Decl{Type: t.Name, Title: name, Provider: provider, Attrs: at})
	if err := diags.Err(); err != nil {
		if d := diags[0]; d.Kind == diagnostic.UnknownProvider {
			return Target{}, d
		}
		return Target{}, err
	}
	found, err := onhost.NewRun(s.Env, s.Env.Reader()).Retrieve(ctx, r)
	if err == nil {
		found = s.Env.Mark(ctx, found)
	}
	return Target{Provider: r.Provider, Found: found, Seen: []onhost.FindResult{{Provider: r.Provider, Found: found, Err: err}}}, err
}
