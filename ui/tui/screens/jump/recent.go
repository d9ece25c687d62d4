package jump

import (
	"context"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
	"ralsh/ui/tui/kit"
)

func (j jumpTarget) same(other jumpTarget) bool { return j.kind == other.kind && j.name == other.name }

// lately returns the recent screens as targets.
func lately(sh *kit.Shared) []jumpTarget {
	var list []jumpTarget
	for _, r := range sh.Recent.Routes {
		switch r.Kind {
		case kit.RouteInstances:
			j := jumpTarget{kind: "type", name: r.Typ, to: &r}
			if t := sh.Session.Env.Registry.Type(r.Typ); t != nil {
				j.state = t.Summary
			}
			list = append(list, j)
		case kit.RouteInstance:
			list = append(list, jumpTarget{kind: r.Typ, name: r.Name, to: &r})
		default:
			list = append(list, screenTarget(r.Kind))
		}
	}
	return list
}

// latelyFirst puts the recent screens before the other matches.
func latelyFirst(lately []jumpTarget, found []match) []match {
	var list []match
	for _, j := range lately {
		list = append(list, match{jumpTarget: j})
	}
	return append(list, slices.DeleteFunc(found, func(m match) bool { return slices.ContainsFunc(lately, m.same) })...)
}

// asksAgain replaces the text with the previous query, beginning with the last
// query on an empty line. It returns false at the end.
func (j *Screen) asksAgain() bool {
	asked := j.sh.Recent.Typed
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

// readRuns reads the last runs of the journal on this host and root. Each is
// found by its number and by its resources.
func (j *Screen) readRuns() tea.Cmd {
	const most = 50
	session, zone := j.sh.Session, j.sh.Now().Location()
	return j.reads[1].Start(j.sh, func(ctx context.Context) (names readNames) {
		for rec, err := range session.History.Each() {
			if err != nil || rec.Root != session.WholeRoot() {
				continue
			}
			number := rec.Number
			names.leaves = append(names.leaves, jumpTarget{kind: "run", name: strconv.Itoa(number), also: touched(rec), state: rec.What + " " + kit.StateWord(rec) + ", " + rec.Began.In(zone).Format("01-02 15:04"), to: &kit.Route{Kind: kit.RouteRun, Run: number}})
			if len(names.leaves) == most || ctx.Err() != nil {
				break
			}
		}
		return names
	})
}

// touched returns the resources that a run began or planned.
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
