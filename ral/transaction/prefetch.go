package transaction

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/transaction/catalog"
)

// prefetching records which providers have prefetched, and for which resources.
type prefetching struct {
	done    map[*ral.Provider]error
	groups  map[*ral.Provider][]*ral.Resource
	unbound map[*ral.Type][]*ral.Resource // no provider was suitable when the groups were made
}

// prefetchOnce calls the provider once for all its resources, right before the first of
// them (semantics.md X10-X13). It returns the provider's error for each of its
// resources.
func (w *walk) prefetchOnce(ctx context.Context, r *ral.Resource) error {
	p := r.Provider
	if p == nil {
		return nil
	}
	if err, known := w.prefetch.done[p]; known {
		return err
	}
	if w.prefetch.done == nil {
		w.prefetch.done = make(map[*ral.Provider]error)
	}
	w.prefetch.done[p] = nil
	if w.run.Ops(p).Finish != nil {
		w.finishing = append(w.finishing, p)
	}
	if !w.run.Prefetches(p) {
		return nil
	}
	group := w.group(ctx, p, r)
	err := w.run.Prefetch(ctx, p, group)
	w.prefetch.done[p] = err
	w.emit(Prefetched{p, len(group), err})
	return err
}

// group returns all resources of a provider. The groups are fixed at the first
// prefetch; they do not include resources that are generated later. The default
// provider also gets the resources that have no provider yet.
func (w *walk) group(ctx context.Context, p *ral.Provider, r *ral.Resource) []*ral.Resource {
	if w.prefetch.groups == nil {
		w.fixGroups()
	}
	group := w.prefetch.groups[p]
	if unbound := w.prefetch.unbound[r.Type]; len(unbound) > 0 && w.run.Env().Elect(ctx, r.Type).Winner == p {
		for _, u := range unbound {
			u.Provider = p
			group = append(group, u)
		}
	}
	return byName(group)
}

func (w *walk) fixGroups() {
	w.prefetch.groups = make(map[*ral.Provider][]*ral.Resource)
	w.prefetch.unbound = make(map[*ral.Type][]*ral.Resource)
	for _, e := range w.catalog.Entries {
		r := e.Resource
		if r.Provider != nil {
			w.prefetch.groups[r.Provider] = append(w.prefetch.groups[r.Provider], r)
		} else if len(r.Type.Providers()) > 0 {
			w.prefetch.unbound[r.Type] = append(w.prefetch.unbound[r.Type], r)
		}
	}
}

// byName retains the last of several resources of the same name.
func byName(group []*ral.Resource) []*ral.Resource {
	at := make(map[string]int, len(group))
	out := group[:0:0]
	for _, r := range group {
		key := catalog.Uniqueness(r)
		if i, twice := at[key]; twice {
			out[i] = r
			continue
		}
		at[key] = len(out)
		out = append(out, r)
	}
	return out
}
