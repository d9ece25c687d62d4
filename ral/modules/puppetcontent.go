package modules

import (
	"context"
	"fmt"
	"path"
	"strings"

	"ralsh/ral/host"
)

// Others is Module.Others, with the files that the compiler of manifests uses, if it
// exists.
func (e *Environment) Others(ctx context.Context, rd host.Reader, m *Module) []*Plugin {
	list := m.Others(ctx, rd)
	if b, _ := e.Ruby(); b != nil {
		for _, p := range list {
			if p.Kind.ruby() {
				p.State = Loaded
			}
		}
	}
	return list
}

// Others returns the other contents of a module for Puppet: its tasks and plans, and an
// entry for its manifests, templates, data and translations. Documentation (README,
// spec, examples) and sources (files) are omitted.
func (m *Module) Others(ctx context.Context, rd host.Reader) []*Plugin {
	s := scanner{ctx: ctx, rd: rd, m: &Module{Name: m.Name, Path: m.Path}, own: true}
	if m.Name != "" { // pluginsync downloads only plugins
		s.all("manifests", "types", "plans", "tasks", "templates", "data", "locales")
	}
	if info, err := rd.Lstat(ctx, path.Join(m.Path, "hiera.yaml")); m.Name != "" && err == nil && info.Mode.IsRegular() {
		s.file("hiera.yaml", info)
	}
	var list []*Plugin
	count := map[*Plugin]int{}
	first := map[string]*Plugin{}
	for _, p := range s.m.Plugins {
		p.Module = m
		dir, _, inside := strings.Cut(p.Rel, "/")
		whole := p.Kind == Manifest || p.Kind == Template || p.Kind == HieraData && inside || p.Kind == Translation
		if !whole {
			list = append(list, p)
			continue
		}
		if first[dir] == nil {
			first[dir] = p
			p.Rel, p.File = dir, path.Join(m.Path, dir)
			list = append(list, p)
		}
		p = first[dir]
		count[p]++
		p.Name = fmt.Sprintf("%d files", count[p])
		if count[p] == 1 {
			p.Name = "1 file"
		}
	}
	return list
}
