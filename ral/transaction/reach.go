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

// reached is what the steps of a plan may change that no one can foresee, as far as
// the plan has come. It answers for a resource that is in sync now after which step it
// may not be any more. What a step writes itself is foreseen: later steps read it
// through the recorder. What remains is what commands do, and what commands that look
// make of what was written.
type reached struct {
	acted    int // the latest step that does anything, here and below
	anything int // the latest whose changes are not known
	types    map[string]int
	paths    map[string]int // files, and what is below them
	names    map[string]int
	written  []writtenPath // in order
	looks    map[*ral.Provider]*looked
}

// writtenPath is a file that a step writes, removes or changes.
type writtenPath struct {
	path string
	n    int
}

// looked is the latest written file that the queries of a provider look at, and how
// many were compared.
type looked struct{ latest, compared int }

// add notes what a step does, and what one does that may change: whatever its provider
// does at all.
func (q *reached) add(s *Step) {
	for _, d := range s.Results {
		q.acted = max(q.acted, s.N)
		q.act(s, d.Act, s.N)
	}
	if s.Until > 0 && s.Status == InSync {
		q.maybe(s)
	}
}

// foresee says of a step of a plan that was settled whether it stays as it is, and
// notes what it does.
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

// maybe notes a step that may come to change something. What that would be can be told
// only of a provider that says what its acts reach.
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

// somethingInSync reports whether a property that the resource wants is in sync; of what
// is made or removed as a whole none counts.
func (s *Step) somethingInSync() bool {
	return !s.plans("ensure") && slices.ContainsFunc(s.Resource.Type.Properties(), func(a *ral.Attribute) bool {
		return wanted(s.Resource, a) && !s.plans(a.Name)
	})
}

// unprotects is the latest step that may take away what protects a file, 0 for none and
// for other errors.
func (w *walk) unprotects(err error) int {
	if _, protected := errors.AsType[*host.ProtectedError](err); !protected {
		return 0
	}
	return w.reached.anything
}

// until is the latest step after which a resource that is in sync now may not be, 0
// when nothing that comes before it can touch it. Of one that a test which the user
// wrote looks at, no one knows what that is.
func (q *reached) until(s *Step) int {
	r := s.Resource
	if q.acted == 0 || r.Type.IgnoresHost != nil && r.Type.IgnoresHost(r) {
		return 0
	}
	n := max(q.anything, q.types[r.Type.Name], q.seen(r.Provider))
	if s.checked {
		n = max(n, q.acted)
	}
	if len(q.names)+len(q.paths) > 0 {
		for _, a := range r.Type.Order() {
			if r.Has(a.Name) {
				n = max(n, q.mentioned(r.Get(a.Name)))
			}
		}
	}
	return n
}

// mentioned is the latest step that reaches what a value names.
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

// seen is the latest step that writes a file which the queries of a provider look at:
// a command looks at the host, where what a plan writes is not.
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
