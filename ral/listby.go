package ral

import "context"

// ListBy asks one provider alone, also one that shares its source with another.
// The events are those of List.
func (e *Env) ListBy(ctx context.Context, p *Provider, emit func(ListEvent)) {
	if p.ops.List == nil {
		emit(ListEvent{Provider: p, Done: true, Err: ErrNoListing})
		return
	}
	e.listOne(ctx, p, oneAtATime(emit))
}
