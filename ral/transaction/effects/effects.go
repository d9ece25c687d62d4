// Package effects collects the effects that the steps of a plan may have on later
// resources. The plan shows a later resource as unknown until the last of these steps.
package effects

import (
	"cmp"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Effects collects the possible unpredictable effects of the steps of a plan. The writes
// of a step are predictable, because later steps read them through the recorder. The
// effects of commands, and the results of queries that read written files, are
// unpredictable. The zero Effects is empty and ready to use.
type Effects struct {
	// Anything is the last step with unpredictable changes, or 0.
	Anything int

	acted   int // last step with effects; the other fields also hold steps
	types   map[string]int
	paths   map[string]int // files, and everything below them
	names   map[string]int
	also    map[string]int // resources by reference, which a dry run says are made or removed
	made    map[string]int // those that it makes
	written []writtenPath  // in order
	queries map[*ral.Provider]*queried
	ran     map[effect]span
}

// writtenPath is a file that a step writes, removes or changes.
type writtenPath struct {
	path string
	n    int
}

// queried is the last written file that the queries of a provider read, and how
// many written files were compared.
type queried struct{ latest, compared int }

// AddAlso records that step n makes and removes further resources.
func (e *Effects) AddAlso(n int, made, removed []ral.Decl) {
	if e.also == nil {
		e.also, e.made = make(map[string]int), make(map[string]int)
	}
	for _, d := range removed {
		e.also[d.Ref()] = n
		delete(e.made, d.Ref())
	}
	for _, d := range made {
		e.also[d.Ref()], e.made[d.Ref()] = n, n
	}
}

// Also returns the last step that makes or removes a resource as well, 0 if there is
// none.
func (e *Effects) Also(r *ral.Resource) int {
	if len(e.also) == 0 {
		return 0
	}
	return e.also[r.Decl.Ref()]
}

// Add records an act of step n, which manages a resource.
func (e *Effects) Add(n int, r *ral.Resource, act host.Act) {
	e.acted = max(e.acted, n)
	if act.Kind != host.ActRun && act.Kind != host.ActRequest {
		e.written = append(e.written, writtenPath{act.Path, n})
		return
	}
	reach := ral.Reach{Anything: true}
	if p := r.Provider; p != nil && p.Reach != nil {
		reach = p.Reach(r, act)
	}
	e.reach(r.Type.Name, reach, n)
	if reach.Foreseen {
		e.AddAlso(n, []ral.Decl{{Type: r.Type.Name, Title: r.Name()}}, nil)
		reach.Types = nil
	}
	e.provide(r.Type.Name, reach, n)
}

// AddPossible records all possible effects of the provider of a resource in sync that may
// change after step n. The effects are known only if the provider has a Reach.
func (e *Effects) AddPossible(n int, r *ral.Resource) {
	p := r.Provider
	switch {
	case p == nil:
	case p.Reach != nil:
		e.reach(r.Type.Name, p.Reach(r, host.Act{Kind: host.ActRun}), n)
	case len(p.Commands) > 0:
		e.Anything = max(e.Anything, n)
	}
}

func (e *Effects) reach(typ string, r ral.Reach, n int) {
	if r.Anything {
		e.Anything = max(e.Anything, n)
		return
	}
	if e.types == nil {
		e.types, e.paths, e.names = make(map[string]int), make(map[string]int), make(map[string]int)
	}
	for _, name := range r.Names {
		e.names[name] = max(e.names[name], n)
	}
	for _, of := range append(r.Types, typ) {
		e.types[of] = max(e.types[of], n)
	}
	for _, p := range r.Paths {
		p = path.Clean(p)
		e.paths[p] = max(e.paths[p], n)
	}
}

// Until returns the last step after which a resource that is in sync may not
// be, 0 if no earlier step can affect it. Any step may affect a resource that
// is read with a test of the user's.
func (e *Effects) Until(r *ral.Resource, tested bool) int {
	if ignorer := r.Type.HostIgnorer(); e.acted == 0 || ignorer != nil && ignorer.IgnoresHost(r) {
		return 0
	}
	n := max(e.Anything, e.types[r.Type.Name], e.Seen(r.Provider))
	if tested {
		n = max(n, e.acted)
	}
	if len(e.names)+len(e.paths) > 0 {
		for _, a := range r.Type.Order() {
			if r.Sets(a) {
				n = max(n, e.mentioned(r.Get(a.Name)))
			}
		}
	}
	return n
}

// mentioned returns the last step that reaches anything the value names.
func (e *Effects) mentioned(v value.Value) int {
	n := 0
	for _, el := range v.Elements() {
		text := el.Reveal().Text()
		n = max(n, e.names[text])
		if !strings.HasPrefix(text, "/") {
			continue
		}
		for p := path.Clean(text); ; p = path.Dir(p) {
			if n = max(n, e.paths[p]); p == "/" {
				break
			}
		}
	}
	return n
}

// Seen returns the last step that writes a file which the provider's queries
// read: a query runs on the host, where the writes of a plan are missing.
func (e *Effects) Seen(p *ral.Provider) int {
	if p == nil || len(e.written) == 0 {
		return 0
	}
	at := e.queries[p]
	if at == nil {
		if e.queries == nil {
			e.queries = make(map[*ral.Provider]*queried)
		}
		at = &queried{}
		e.queries[p] = at
	}
	for ; at.compared < len(e.written); at.compared++ {
		if w := e.written[at.compared]; p.QueriesRead(w.path) {
			at.latest = w.n
		}
	}
	return at.latest
}

// effect is an unpredictable effect of the commands and requests of a type, on resources of
// the type of, or on the files below path; without both, on anything.
type effect struct{ typ, of, path string }

// span is the first and the last step with an effect.
type span struct{ first, last int }

// provides reports whether the effect may create a missing resource.
func (x effect) provides(lacks *ral.DependencyError) bool {
	name := strings.Trim(lacks.Name, "'")
	switch {
	case x.of != "":
		return x.of == lacks.Type
	case x.path == "":
		return true
	case !path.IsAbs(name):
		return lacks.Type == "command" // it is searched in directories
	}
	return name == x.path || strings.HasPrefix(name, strings.TrimSuffix(x.path, "/")+"/")
}

// provide records what an act of step n may create.
func (e *Effects) provide(typ string, reach ral.Reach, n int) {
	list := []effect{{typ: typ}}
	if !reach.Anything {
		list = nil
	}
	for _, of := range reach.Types {
		list = append(list, effect{typ: typ, of: of})
	}
	for _, file := range reach.Paths {
		list = append(list, effect{typ: typ, path: path.Clean(file)})
	}
	if e.ran == nil {
		e.ran = make(map[effect]span)
	}
	for _, one := range list {
		e.ran[one] = span{cmp.Or(e.ran[one].first, n), n}
	}
}

// LastCreator returns the last step that may create a resource that a resource of the type
// typ lacks, together with its own or by unpredictable effects: installing a package can
// create users. The effects of both types are in their properties, except for the steps up
// to related, which the resource depends on. Without such a step it returns 0.
func (e *Effects) LastCreator(typ string, lacks *ral.DependencyError, related int) int {
	latest := e.made[ral.Decl{Type: lacks.Type, Title: lacks.Name}.Ref()]
	for one, at := range e.ran {
		switch {
		case !one.provides(lacks):
		case one.typ != typ && one.typ != lacks.Type:
			latest = max(latest, at.last)
		case at.first <= related:
			latest = max(latest, min(at.last, related))
		}
	}
	return latest
}
