package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
)

// recent is where one was lately, the newest first, and what was asked for in
// the jump palette, the newest last.
type recent struct {
	places []jumpTarget
	asked  []string
}

// recentKeeps is how many places and questions are kept.
const recentKeeps = 10

// been notes that a screen was gone to.
func (r *recent) been(sh *shared, to route) {
	j, ok := placeOf(sh, to)
	if !ok {
		return
	}
	r.places = slices.DeleteFunc(r.places, j.same)
	r.places = slices.Insert(r.places, 0, j)
	r.places = r.places[:min(len(r.places), recentKeeps)]
}

// ask notes a question that led somewhere.
func (r *recent) ask(text string) {
	if text == "" {
		return
	}
	r.asked = slices.DeleteFunc(r.asked, func(old string) bool { return old == text })
	r.asked = append(r.asked, text)
	r.asked = r.asked[max(0, len(r.asked)-recentKeeps):]
}

func (j jumpTarget) same(other jumpTarget) bool { return j.kind == other.kind && j.name == other.name }

// placeOf is the place to which a route leads, where one comes back to it. What was
// read of the resource is not kept.
func placeOf(sh *shared, to route) (jumpTarget, bool) {
	switch to.kind {
	case routeInstances:
		t := sh.session.Env.Registry.Type(to.typ)
		return jumpTarget{kind: "type", name: t.Name, state: t.Summary, to: &route{kind: routeInstances, typ: t.Name}}, true
	case routeInstance:
		return jumpTarget{
			kind: to.typ, name: to.name,
			to: &route{kind: routeInstance, typ: to.typ, name: to.name, provider: to.provider, named: true},
		}, true
	case routeFacts, routeHistory, routeLog, routeBasket:
		return screenTarget(to.kind), true
	}
	return jumpTarget{}, false
}

// latelyFirst puts the places where one was lately before the others.
func latelyFirst(lately []jumpTarget, found []match) []match {
	var list []match
	for _, j := range lately {
		list = append(list, match{jumpTarget: j})
	}
	return append(list, slices.DeleteFunc(found, func(m match) bool { return slices.ContainsFunc(lately, m.same) })...)
}

// asksAgain puts an earlier question into the line, from the empty line the last
// one and from there on those before; false when there is none.
func (j *jump) asksAgain() bool {
	asked := j.sh.recent.asked
	text := j.field.Value()
	here := text == "" || j.past > 0 && text == asked[len(asked)-j.past]
	if !here || j.at > 0 || j.past == len(asked) {
		return false
	}
	j.past++
	j.field.Clear()
	j.field.Insert(asked[len(asked)-j.past])
	return true
}

// readRuns brings the last runs of the journal on this host and root, each found
// by its number and by what it touched.
func (j *jump) readRuns() tea.Cmd {
	const most = 50
	sh, zone := j.sh, j.sh.now().Location()
	return func() tea.Msg {
		msg := leavesMsg{screen: j}
		for rec, err := range sh.session.EachRun() {
			if err != nil || rec.Root != sh.session.WholeRoot() {
				continue
			}
			number := rec.Number
			msg.leaves = append(msg.leaves, jumpTarget{kind: "run", name: itoa(number), also: touched(rec), state: rec.What + " " + stateWord(rec) + ", " + rec.Began.In(zone).Format("01-02 15:04"), to: &route{kind: routeRun, run: number}})
			if len(msg.leaves) == most || sh.ctx.Err() != nil {
				break
			}
		}
		return msg
	}
}

// touched is what a run was about: the resources that it began, or planned.
func touched(rec *journal.Record) string {
	words := []string{rec.What}
	for i := range rec.Steps {
		words = append(words, rec.Steps[i].Ref())
	}
	for i := range rec.Planned {
		words = append(words, rec.Planned[i].Ref())
	}
	return strings.ToLower(strings.Join(words, " "))
}
