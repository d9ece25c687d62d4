package ruby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// The limits of the code of a module.
const (
	checkLimit = 5 * time.Second
	listLimit  = onhost.ListDeadline
	// describeLimit is for the file of a type, which only contains definitions.
	describeLimit = 20 * time.Second
	readLimit     = 60 * time.Second // replaced by Options.Patience
	changeLimit   = time.Hour        // also of a command
)

// behaviour is a provider in a run. It has a process of the worker that reads, and a
// process that changes, each with the state of the provider.
type behaviour struct {
	m *member
	p providerDescription

	mu      sync.Mutex
	reading *worker
	acting  *worker
	changed bool // the acting process changed something that the reading one has not seen
}

func newBehaviour(m *member, p providerDescription) *behaviour { return &behaviour{m: m, p: p} }

func (h *behaviour) ops() ral.Ops {
	o := ral.Ops{Retrieve: h.retrieve, RetrieveSelected: h.retrieveSelected, Set: h.set, Forget: h.forget, ModuleOps: ral.ModuleOps{Finish: h.finish}}
	if h.p.Flush || slices.Contains(h.m.d.Has, "flush") {
		o.Flush = h.flush
	}
	if h.p.Instances {
		o.List = h.list
	}
	o.Group.VerifiesTogether = true
	if h.p.Prefetch {
		o.Group.Prefetch = h.prefetch
	}
	if h.p.Refresh || slices.Contains(h.m.d.Has, "refresh") {
		o.Refresh = h.refresh
	}
	if slices.ContainsFunc(h.m.d.Attributes, h.compares) {
		o.InSync = h.insync
	}
	return o
}

// compares reports whether Ruby compares a property: it has code for that, or its type
// changes values when it is made.
func (h *behaviour) compares(a attribute) bool {
	return a.Compares || slices.Contains(h.m.d.Has, "initialize")
}

// reader returns the process that reads through a Reader. After a change this is the
// process that made it, as in Puppet, until the state is forgotten.
func (h *behaviour) reader(ctx context.Context, rd host.Reader) (*worker, error) {
	if h.changed && h.acting != nil && h.acting.process.usable() {
		return h.acting, nil
	}
	if h.reading.usableFor(rd) {
		return h.reading, nil
	}
	h.reading.kill()
	var err error
	h.reading, err = h.m.b.look(ctx, rd)
	return h.reading, err
}

// writer returns the process that changes through a Writer. A plan reads and changes in
// the same process.
func (h *behaviour) writer(ctx context.Context, wr host.Writer) (*worker, error) {
	if h.reading.changesFor(wr) {
		h.reading.wr = &wr
		return h.reading, nil
	}
	if h.acting.changesFor(wr) {
		if !h.changed {
			h.acting.proc.Outdate()
		}
		h.acting.wr = &wr
		return h.acting, nil
	}
	h.acting.kill()
	var err error
	h.acting, err = h.m.b.act(ctx, wr)
	return h.acting, err
}

// forget ends the process that reads, because the state of the code may be outdated. The
// acting process continues, as Puppet does for a whole run.
func (h *behaviour) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.reading.kill()
	h.reading, h.changed = nil, false
}

func (h *behaviour) finish(context.Context, host.Reader) error {
	h.forget()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.acting.kill()
	h.acting = nil
	return nil
}

func (h *behaviour) list(ctx context.Context, in *ral.Listing) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	w, err := h.reader(ctx, in.Reader)
	if err != nil {
		return err
	}
	defer func() { h.reading.kill(); h.reading = nil }()
	return w.ask(ctx, listLimit, "list", request{"type": h.m.d.Name, "provider": h.p.Name}, func(rows []row) error {
		for _, r := range rows {
			inst := in.NewInstance(r.Name)
			for name, v := range r.Keys {
				inst.Keys = append(inst.Keys, ral.Attr{Name: name, Value: v.Value})
			}
			slices.SortFunc(inst.Keys, func(a, b ral.Attr) int { return strings.Compare(a.Name, b.Name) })
			fill(inst, r.Values)
			in.Yield(inst)
		}
		return nil
	}, nil)
}

// fill sets the properties of an instance, in the order of its type.
func fill(inst *ral.Instance, values map[string]wired) {
	for _, a := range inst.Type.Properties() {
		if v, known := values[a.Name]; known && !v.IsNil() {
			inst.Set(a.Name, v.Value)
		}
	}
}

func (h *behaviour) prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	w, err := h.reader(ctx, rd)
	if err != nil {
		return err
	}
	resources := make([]request, len(all))
	for i, r := range all {
		resources[i] = h.m.declared(r)
	}
	return h.ask(ctx, w, readLimit, "prefetch", request{"type": h.m.d.Name, "resources": resources}, nil)
}

// ask sends a request to a process of this run, and passes on the messages of the code.
func (h *behaviour) ask(ctx context.Context, w *worker, limit time.Duration, op string, req request, out any) error {
	err := w.ask(ctx, limit, op, req, nil, out)
	for _, n := range w.process.notes {
		ral.Say(ctx, ral.Message{Level: n.Level, Text: n.Message})
	}
	return err
}

func (h *behaviour) retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return h.retrieveSelected(ctx, rd, r, nil)
}

func (h *behaviour) retrieveSelected(ctx context.Context, rd host.Reader, r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w, err := h.reader(ctx, rd)
	if err != nil {
		return nil, err
	}
	req := h.m.declared(r)
	if selected != nil {
		req["wanted"] = h.names(r, selected)
		req["besides"] = h.names(r, func(a *ral.Attribute) bool { return !selected(a) })
	}
	var out struct {
		Values  map[string]wired `json:"values"`
		Present bool             `json:"present"`
		Wants   map[string]wired `json:"wants"`
	}
	if err := h.ask(ctx, w, readLimit, "retrieve", req, &out); err != nil {
		return nil, err
	}
	inst := ral.AbsentInstance(r.Type, r.Name())
	if out.Present {
		inst = ral.NewInstance(r.Type, r.Name())
		inst.From = "Ruby: " + h.p.File
		fill(inst, out.Values)
	}
	for _, a := range r.Type.Properties() {
		if v, set := out.Wants[a.Name]; set {
			inst.Wants = append(inst.Wants, ral.Attr{Name: a.Name, Value: v.Value})
		}
	}
	return inst, nil
}

// names returns the properties that are to be read, as far as the provider has them.
func (h *behaviour) names(r *ral.Resource, selected func(*ral.Attribute) bool) []string {
	names := []string{}
	for _, a := range r.Type.Properties() {
		if selected(a) && (r.Provider == nil || len(r.Provider.Lacks(a)) == 0) {
			names = append(names, a.Name)
		}
	}
	return names
}

func (h *behaviour) insync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, _, _ value.Value) (bool, bool, error) {
	if !slices.ContainsFunc(h.m.d.Attributes, func(a attribute) bool { return a.Name == attr && h.compares(a) }) {
		return false, false, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	w, err := h.reader(ctx, rd)
	if err != nil {
		return false, true, err
	}
	req := h.m.declared(r)
	req["attr"] = attr
	var out struct{ InSync bool }
	err = h.ask(ctx, w, readLimit, "insync", req, &out)
	return out.InSync, true, err
}

func (h *behaviour) set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	req := h.m.declared(r)
	req["attr"] = attr
	err := h.change(ctx, wr, "change", req)
	if h.p.Flush {
		r.Pending.Set(attr, should)
	}
	return err
}

func (h *behaviour) flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return h.change(ctx, wr, "flush", h.m.declared(r))
}

func (h *behaviour) refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return h.change(ctx, wr, "refresh", h.m.declared(r))
}

// change runs code that changes something. The files that it wrote are committed even if
// it raised an error afterwards, as without ralsh, but not if it was stopped.
func (h *behaviour) change(ctx context.Context, wr host.Writer, op string, req request) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	w, err := h.writer(ctx, wr)
	if err != nil {
		return err
	}
	var out struct {
		Notes [][2]string `json:"notes"`
	}
	if op != "flush" { // before it, a property was changed
		if err := h.ask(ctx, w, readLimit, "prepare", req, nil); err != nil {
			return err
		}
		if err := w.proc.Discard(ctx, wr); err != nil {
			return err
		}
	}
	w.begin()
	limit := changeLimit
	if w.proc.Plans() {
		limit = readLimit // it waits for no command
	}
	err = h.ask(ctx, w, limit, op, req, &out)
	fault, raised := errors.AsType[*Fault](err)
	if raised && ctx.Err() != nil { // it raised the error of a stopped command
		return &StoppedError{ctx.Err()}
	}
	if err != nil && !raised {
		return err
	}
	if raised && h.m.b.rd.UID() != 0 && strings.Contains(fault.Message, unmapped) {
		fault.Message += ": in the sandbox, the code of an unprivileged user cannot change files of a different user or group"
	}
	if raised && w.notRun != "" {
		err = nil // the effect of a command is missing
	}
	h.changed = h.changed || w == h.acting
	if err := errors.Join(err, w.commit(ctx)); err != nil {
		return err
	}
	if raised && w.notRun != "" {
		out.Notes = append(out.Notes, [2]string{"end", fmt.Sprintf("%q: %s", w.notRun, fault)})
	}
	return w.doubt(out.Notes)
}

// unmapped is the kernel's error for a change of a file of an account that a user
// namespace does not contain (EOVERFLOW).
const unmapped = "Value too large for defined data type"

// doubt returns why the outcome of a change is uncertain, as an UncertainError.
func (w *worker) doubt(notes [][2]string) error {
	out := &ral.UncertainError{Certainty: ral.Exact}
	for _, note := range notes {
		switch note[0] {
		case "read":
			out.Add(ral.UnknownUntil, fmt.Sprintf("the change depends on the output of %q", note[1]))
		case "status":
			out.Add(ral.Computed, fmt.Sprintf("the plan assumes that %q succeeds", note[1]))
		case "end":
			out.Add(ral.UnknownUntil, "the code stopped without the effect of "+note[1])
		case "file":
			w.stale = true
		case "chance":
			out.Add(ral.Computed, "the code uses the time or a random number")
		}
	}
	if w.refused != "" {
		out.Add(ral.Computed, fmt.Sprintf("%q failed in the sandbox (see looks in docs/ruby.md)", w.refused))
	}
	if w.stale {
		out.Add(ral.Computed, "the code read the host after a command that the plan does not run")
	}
	if out.Certainty == ral.Exact {
		return nil
	}
	return out
}
