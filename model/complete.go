package model

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
)

// Named returns the types of the instances that an attribute names, according to
// the type's relations.
func (ls Links) Named(t *ral.Type, a *ral.Attribute) []*ral.Type {
	var list []*ral.Type
	for _, rel := range t.Relations {
		other := ls.env.Registry.Type(rel.Type)
		if other != nil && slices.Contains(rel.Via, a.Name) && !slices.Contains(list, other) {
			list = append(list, other)
		}
	}
	return list
}

// CompleteRef returns the type and title prefix of a reference that is being
// typed, or the completions of a type prefix: Pack becomes Package[, and
// Package[ngi is a package that begins with ngi.
func (s *Session) CompleteRef(text string) (of *ral.Type, title string, types []string) {
	typ, title, titled := strings.Cut(text, "[")
	for _, t := range s.Types() {
		switch name := ral.Capitalise(t.Name); {
		case titled && strings.EqualFold(name, typ):
			return t, title, nil
		case !titled && typ != "" && len(typ) <= len(name) && strings.EqualFold(name[:len(typ)], typ):
			types = append(types, name+"[")
		}
	}
	return nil, title, types
}

// CompletePath returns up to most completions of a path: full paths in its
// directory. A directory ends with a slash.
func (s *Session) CompletePath(ctx context.Context, text string, most int) ([]string, error) {
	if !strings.HasPrefix(text, "/") {
		return nil, nil
	}
	rd := s.Env.Reader()
	dir, begun := path.Split(text)
	names, err := rd.ReadDir(ctx, path.Clean(dir))
	if err != nil {
		return nil, err
	}
	from, _ := slices.BinarySearch(names, begun)
	var list []string
	for _, name := range names[from:] {
		if !strings.HasPrefix(name, begun) || len(list) == most || ctx.Err() != nil {
			break
		}
		whole := dir + name
		if info, err := rd.Stat(ctx, whole); err == nil && info.IsDir() {
			whole += "/"
		}
		list = append(list, whole)
	}
	return list, ctx.Err()
}
