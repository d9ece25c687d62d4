package instancelist

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/kit"
)

// cursorRead computes details of the instance under the cursor: its links,
// the plan of its draft, and the runs that changed it. A new computation
// cancels it.
type cursorRead struct {
	of        *ral.Instance
	draft     *draft.Draft
	version   int // of the draft
	wantsPast bool
	finds     kit.Job[instanceAnswer]
	pasts     kit.Job[[]kit.Past]
	answer    instanceAnswer
	known     bool // answer is set
	past      []kit.Past
	read      bool // the journal was read
}

// instanceAnswer holds the computed details.
type instanceAnswer struct {
	links model.Connections
	step  *transaction.Step // nil without a draft or without a plan
	err   error             // why there is no plan
}

// begin starts computing the details of an instance, unless they are current.
// staged is its draft, or nil. past also requests its history.
func (k *cursorRead) begin(sh *kit.Shared, inst *ral.Instance, staged *draft.Draft, past bool) tea.Cmd {
	version := 0
	if staged != nil {
		version = staged.Version()
	}
	if inst != nil && k.of == inst && k.draft == staged && k.version == version && k.wantsPast == past {
		return nil
	}
	k.end()
	*k = cursorRead{of: inst, draft: staged, version: version, wantsPast: past}
	if inst == nil {
		return nil
	}
	known := make(map[string]model.KnownInstances)
	for _, t := range connectable(sh, inst.Type) {
		known[t.Name] = sh.Listings.Known(t)
	}
	session := sh.Session
	var decls []ral.Decl
	if staged != nil {
		decls = sh.Basket.WithDependencies(staged)
	}
	find := k.finds.Start(sh, func(ctx context.Context) (a instanceAnswer) {
		if inst.Present() {
			a.links = session.Links.Of(ctx, inst, known)
			slices.SortStableFunc(a.links.From, kit.LinksByName)
		}
		if len(decls) > 0 {
			a.step, a.err = stepOf(ctx, session, decls, inst)
		}
		return a
	})
	if !past {
		return find
	}
	return tea.Batch(find, k.pasts.Start(sh, func(ctx context.Context) []kit.Past { return kit.PastsOf(ctx, session, inst) }))
}

// end cancels running work.
func (k *cursorRead) end() {
	k.finds.Stop()
	k.pasts.Stop()
}

// forget makes the next begin start again.
func (k *cursorRead) forget() { k.of = nil }

// take stores computed details. It ignores the details of a cancelled
// computation.
func (k *cursorRead) take(msg tea.Msg) bool {
	if answer, ok := k.finds.Done(msg); ok {
		k.answer, k.known = answer, true
		return true
	}
	past, ok := k.pasts.Done(msg)
	if ok {
		k.past, k.read = past, true
	}
	return ok
}

// connectable returns the types to which an instance can link, and the types
// with instances that can link to it.
func connectable(sh *kit.Shared, t *ral.Type) []*ral.Type {
	list := sh.Session.Links.PointingAt(t)
	for _, rel := range t.Relations {
		if other := sh.Session.Env.Registry.Type(rel.Type); other != nil && !slices.Contains(list, other) {
			list = append(list, other)
		}
	}
	return list
}

// stepOf plans the draft of an instance with its dependencies, and returns the
// step of the instance.
func stepOf(ctx context.Context, session *model.Session, decls []ral.Decl, inst *ral.Instance) (*transaction.Step, error) {
	p, err := session.Plan(ctx, decls...)
	if err != nil {
		return nil, err
	}
	for _, s := range p.Steps {
		if s.Resource != nil && s.Resource.Type == inst.Type && s.Decl.Title == inst.Name {
			return s, s.Err
		}
	}
	return nil, nil
}
