package ral

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// Peer returns the resource of the same run with this title or name, nil if the run
// does not contain it or there is no run.
func (r *Resource) Peer(typ, title string) *Resource {
	if r.Peers == nil {
		return nil
	}
	peer := r.Peers(typ, title)
	if peer != nil && !slices.Contains(r.AskedPeers(), peer) {
		r.asked = new(append(r.AskedPeers(), peer))
	}
	return peer
}

// AskedPeers returns the resources that Peer has returned: the changes of the resource
// may depend on them.
func (r *Resource) AskedPeers() []*Resource {
	if r.asked == nil {
		return nil
	}
	return *r.asked
}

// PeersAmong returns a function for Resource.Peers that finds a declaration by its type
// and title, as a resource without its rejected attributes. It builds each resource
// once, on first use, because a run may have very many.
func (e *Builder) PeersAmong(ctx context.Context, decls []Decl) func(typ, title string) *Resource {
	type key struct{ typ, title string }
	index := sync.OnceValue(func() map[key]func() *Resource {
		at := make(map[key]func() *Resource, len(decls))
		for _, d := range decls {
			at[key{strings.ToLower(d.Type), d.Title}] = sync.OnceValue(func() *Resource {
				r, _ := e.Build(ctx, d)
				return r
			})
		}
		return at
	})
	return func(typ, title string) *Resource {
		if build := index()[key{strings.ToLower(typ), title}]; build != nil {
			return build()
		}
		return nil
	}
}
