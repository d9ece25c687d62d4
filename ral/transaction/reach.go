package transaction

import (
	"errors"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// reached collects the possible unpredictable effects of the steps of a plan. For a
// resource in sync it returns the step after which the resource may be out of sync. The
// writes of a step are predictable, because later steps read them through the recorder.
// The effects of commands, and the results of queries that read written files, are
// unpredictable.
type reached struct {
	acted    int // last step with effects; the other fields also hold steps
	anything int // last step with unpredictable changes
	types    map[string]int
	paths    map[string]int // files, and everything below them
	names    map[string]int
	also     map[string]int // resources by reference, which a dry run says are made or removed
	written  []writtenPath  // in order
	looks    map[*ral.Provider]*looked
}

// writtenPath is a file that a step writes, removes or changes.
type writtenPath struct {
	path string
	n    int
}

// looked is the last written file that the queries of a provider read, and how
// many written files were compared.
type looked struct{ latest, compared int }

// add records the acts of a step. If the step is in sync but may change, it records all
// possible effects of its provider.
func (q *reached) add(s *Step) {
	for _, d := range s.Results {
		q.acted = max(q.acted, s.N)
		q.act(s, d.Act, s.N)
	}
	if s.Until > 0 && s.Status == InSync {
		q.maybe(s)
	}
	for _, c := range s.Changes {
		for _, d := range slices.Concat(c.AlsoMakes, c.AlsoRemoves) {
			if q.also == nil {
				q.also = make(map[string]int)
			}
			q.also[d.Ref()] = s.N
		}
	}
}

// changesAlso returns the last step that makes or removes the resource of s as well, 0
// if there is none.
func (q *reached) changesAlso(s *Step) int {
	if len(q.also) == 0 {
		return 0
	}
	return q.also[s.Ref()]
}

// foresee determines whether a finished step of a plan stays in sync, and
// records its acts.
func (w *walk) foresee(s *Step, up outcome) {
	if s.Status == InSync || s.Status == Planned {
		s.reachedAt = w.reached.until(s)
		if s.somethingInSync() {
			s.Until = s.reachedAt
		}
		if s.Status == InSync && w.ops(s.Resource).Refresh != nil {
			s.Until = max(s.Until, up.until)
		}
	}
	w.reached.add(s)
}

func (q *reached) act(s *Step, act host.Act, n int) {
	if act.Kind != host.ActRun && act.Kind != host.ActRequest {
		q.written = append(q.written, writtenPath{act.Path, n})
		return
	}
	p := s.Resource.Provider
	if p == nil || p.Reach == nil {
		q.anything = max(q.anything, n)
		return
	}
	q.reach(s, p.Reach(s.Resource, act), n)
}

// maybe records a step that may come to change something. The effects are known
// only if the provider has a Reach.
func (q *reached) maybe(s *Step) {
	p := s.Resource.Provider
	switch {
	case p == nil:
	case p.Reach != nil:
		q.reach(s, p.Reach(s.Resource, host.Act{Kind: host.ActRun}), s.Until)
	case len(p.Commands) > 0:
		q.anything = max(q.anything, s.Until)
	}
}

func (q *reached) reach(s *Step, r ral.Reach, n int) {
	if r.Anything {
		q.anything = max(q.anything, n)
		return
	}
	if q.types == nil {
		q.types, q.paths, q.names = make(map[string]int), make(map[string]int), make(map[string]int)
	}
	for _, name := range r.Names {
		q.names[name] = max(q.names[name], n)
	}
	for _, typ := range append(r.Types, s.Resource.Type.Name) {
		q.types[typ] = max(q.types[typ], n)
	}
	for _, p := range r.Paths {
		p = path.Clean(p)
		q.paths[p] = max(q.paths[p], n)
	}
}

// somethingInSync reports whether a desired property is in sync; a creation or removal
// has no such property.
func (s *Step) somethingInSync() bool {
	return !s.plans("ensure") && slices.ContainsFunc(s.Resource.Type.Properties(), func(a *ral.Attribute) bool {
		return wanted(s.Resource, a) && !s.plans(a.Name)
	})
}

// unprotects returns the last step that may remove the protection of a file. It returns
// 0 without such a step, and for any other err.
func (f *foresight) unprotects(err error) int {
	if _, protected := errors.AsType[*host.ProtectedError](err); !protected {
		return 0
	}
	return f.reached.anything
}

// until returns the last step after which a resource that is in sync may not
// be, 0 if no earlier step can affect it. Any step may affect a resource that
// is read with a test of the user's.
func (q *reached) until(s *Step) int {
	r := s.Resource
	if ignorer := r.Type.HostIgnorer(); q.acted == 0 || ignorer != nil && ignorer.IgnoresHost(r) {
		return 0
	}
	n := max(q.anything, q.types[r.Type.Name], q.seen(r.Provider))
	if s.checked {
		n = max(n, q.acted)
	}
	if len(q.names)+len(q.paths) > 0 {
		for _, a := range r.Type.Order() {
			if r.Sets(a) {
				n = max(n, q.mentioned(r.Get(a.Name)))
			}
		}
	}
	return n
}

// mentioned returns the last step that reaches anything the value names.
func (q *reached) mentioned(v value.Value) int {
	n := 0
	for _, el := range v.Elements() {
		text := el.Reveal().Text()
		n = max(n, q.names[text])
		if !strings.HasPrefix(text, "/") {
			continue
		}
		for p := path.Clean(text); ; p = path.Dir(p) {
			if n = max(n, q.paths[p]); p == "/" {
				break
			}
		}
	}
	return n
}

// seen returns the last step that writes a file which the provider's queries
// read: a query runs on the host, where the writes of a plan are missing.
func (q *reached) seen(p *ral.Provider) int {
	if p == nil || len(q.written) == 0 {
		return 0
	}
	at := q.looks[p]
	if at == nil {
		if q.looks == nil {
			q.looks = make(map[*ral.Provider]*looked)
		}
		at = &looked{}
		q.looks[p] = at
	}
	for ; at.compared < len(q.written); at.compared++ {
		if w := q.written[at.compared]; p.LooksAt(w.path) {
			at.latest = w.n
		}
	}
	return at.latest
}
