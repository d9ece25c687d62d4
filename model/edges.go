package model

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// Edge leads from one step of a plan to a later one.
type Edge struct {
	From, To int    // Step.N
	By       string // "require => File[/srv]", "autorequire"
	Notifies bool   // changes of From refresh To
}

// Edges are all relationships of a plan, those that were declared and those
// that types have by themselves (semantics.md G3), by the step they lead to.
func Edges(p *transaction.Plan) []Edge {
	e := edges{at: make(map[string]int, len(p.Steps)), linked: make(map[[2]int]bool), steps: p.Steps}
	for _, s := range p.Steps {
		e.at[refKey(s.Resource.Type.Name, s.Resource.Title)] = s.N
		e.at[refKey(s.Resource.Type.Name, s.Resource.Name())] = s.N
	}
	for _, s := range p.Steps {
		e.declared(s)
	}
	for _, s := range p.Steps {
		e.automatic(s)
	}
	return e.list
}

type edges struct {
	steps  []*transaction.Step
	at     map[string]int
	linked map[[2]int]bool
	list   []Edge
}

func refKey(typ, title string) string { return strings.ToLower(typ) + "\x00" + title }

func (e *edges) add(kind ral.RelationKind, self, other int, by string) {
	from, to := self, other
	if kind == ral.Require || kind == ral.Subscribe {
		from, to = other, self
	}
	e.linked[[2]int{from, to}] = true
	e.list = append(e.list, Edge{From: from, To: to, By: by, Notifies: kind == ral.Notify || kind == ral.Subscribe})
}

func (e *edges) declared(s *transaction.Step) {
	for _, kind := range []ral.RelationKind{ral.Require, ral.Subscribe, ral.Before, ral.Notify} {
		for _, ref := range s.Resource.Get(kind.String()).Items() {
			typ, title, _ := ref.Target()
			if n, ok := e.at[refKey(typ, title)]; ok {
				e.add(kind, s.N, n, kind.String()+" => "+ral.Capitalise(typ)+"["+title+"]")
			}
		}
	}
}

func (e *edges) automatic(s *transaction.Step) {
	for _, rel := range s.Resource.Type.Relations {
		for _, n := range e.related(rel, s.Resource) {
			if n != s.N && !e.linked[[2]int{s.N, n}] && !e.linked[[2]int{n, s.N}] {
				e.add(rel.Kind, s.N, n, "auto"+rel.Kind.String())
			}
		}
	}
}

func (e *edges) related(rel ral.Relation, r *ral.Resource) []int {
	var list []int
	if rel.Titles != nil {
		for _, title := range rel.Titles(r) {
			if n, ok := e.at[refKey(rel.Type, title)]; ok {
				list = append(list, n)
			}
		}
	}
	if rel.Match == nil {
		return list
	}
	if matches := rel.Match(r); matches != nil {
		for _, other := range e.steps {
			if other.Resource.Type.Name == rel.Type && matches(other.Resource) {
				list = append(list, other.N)
			}
		}
	}
	return list
}
