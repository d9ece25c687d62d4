package instancelist

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/kit"
)

// instanceLook is what is found out of one instance while the cursor is on it:
// what it is connected to, what would be done for what is staged, and in which runs
// it was changed. A look ends when another one begins.
type instanceLook struct {
	of        *ral.Instance
	draft     *model.Draft
	version   int // of the draft
	wantsPast bool
	number    int
	stop      context.CancelFunc
	answer    instanceAnswer
	known     bool // the answer is there
	past      []kit.Past
	read      bool // the journal was
}

// instanceAnswer is what a look found.
type instanceAnswer struct {
	links model.Connections
	step  *transaction.Step // nil where nothing is staged, or no plan could be made
	err   error             // why not
}

type (
	lookedMsg struct {
		of     *instanceLook
		number int
		answer instanceAnswer
	}
	pastMsg struct {
		of     *instanceLook
		number int
		past   []kit.Past
	}
)

// begin looks at an instance, unless that is what was looked at last. staged is the
// draft about it, nil for none; past asks for its history too.
func (k *instanceLook) begin(sh *kit.Shared, inst *ral.Instance, staged *model.Draft, past bool) tea.Cmd {
	version := 0
	if staged != nil {
		version = staged.Version()
	}
	if inst != nil && k.of == inst && k.draft == staged && k.version == version && k.wantsPast == past {
		return nil
	}
	k.end()
	number := k.number + 1
	ctx, stop := context.WithCancel(sh.Ctx)
	*k = instanceLook{of: inst, draft: staged, version: version, wantsPast: past, number: number, stop: stop}
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
	find := func() tea.Msg {
		var a instanceAnswer
		if inst.Present() {
			a.links = session.Connections(ctx, inst, known)
			slices.SortStableFunc(a.links.From, kit.LinksByName)
		}
		if len(decls) > 0 {
			a.step, a.err = stepOf(ctx, session, decls, inst)
		}
		return lookedMsg{k, number, a}
	}
	if !past {
		return find
	}
	return tea.Batch(find, func() tea.Msg { return pastMsg{k, number, kit.PastsOf(ctx, session, inst)} })
}

// end gives up what still runs.
func (k *instanceLook) end() {
	if k.stop != nil {
		k.stop()
	}
}

// forget has the next look begin again, whatever it is of.
func (k *instanceLook) forget() { k.of = nil }

// take takes what was found; what a look found that has ended is dropped.
func (k *instanceLook) take(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case lookedMsg:
		if msg.of != k || msg.number != k.number {
			return false
		}
		k.answer, k.known = msg.answer, true
	case pastMsg:
		if msg.of != k || msg.number != k.number {
			return false
		}
		k.past, k.read = msg.past, true
	default:
		return false
	}
	return true
}

// connectable are the types that an instance can lead to, and those whose
// instance can lead to it.
func connectable(sh *kit.Shared, t *ral.Type) []*ral.Type {
	list := sh.Session.PointingAt(t)
	for _, rel := range t.Relations {
		if other := sh.Session.Env.Registry.Type(rel.Type); other != nil && !slices.Contains(list, other) {
			list = append(list, other)
		}
	}
	return list
}

// stepOf plans what is staged for an instance with what it needs, and returns its own
// step.
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
