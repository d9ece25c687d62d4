package vectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/providers/resources"
	"ralsh/providers/schedule"
	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/transaction"
)

// Transactions runs small catalogs: the calls of the providers in order, the result
// of each resource, the events, the log and the store.
func Transactions(t *testing.T, c Case) map[string]any {
	m := NewMachine(&c.Given)
	reg := ral.NewRegistry()
	for _, ty := range c.Given.Types {
		var err error
		if reg, err = ty.On(t, reg, m); err != nil {
			t.Fatal(err)
		}
	}
	schedule.Register(reg)
	reg.Add(resources.Type(reg))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	env := m.Env(reg)
	opt := c.When.options()
	var between [][]edit
	if c.When.Between != nil {
		if err := json.Unmarshal(c.When.Between, &between); err != nil {
			t.Fatal(err)
		}
	}
	return c.When.eachRun(func(i int) map[string]any {
		m.Forget()
		if i > 0 && i <= len(between) {
			m.edit(t, between[i-1])
		}
		return oneRun(t, m, env, c.Given.decls(), opt)
	})
}

// eachRun executes all runs of the case. The result is that of the last run; if there
// are several, the field runs has all results.
func (w *When) eachRun(once func(i int) map[string]any) map[string]any {
	got := once(0)
	runs := []any{maps.Clone(got)}
	for i := 1; i < w.Runs; i++ {
		got = once(i)
		runs = append(runs, maps.Clone(got))
	}
	if w.Runs > 0 {
		got["runs"] = runs
	}
	return got
}

// options returns the options for the runs. All runs share one Persistence.
func (w *When) options() transaction.Options {
	setting := func(name string) Tagged {
		v, _ := w.Settings.Get(name)
		return v
	}
	tags := func(name string) []string {
		return strings.FieldsFunc(setting(name).Text(), func(r rune) bool { return r == ',' })
	}
	noop, _ := setting("noop").Bool()
	ignore, _ := setting("ignoreschedules").Bool()
	return transaction.Options{
		Noop: noop || w.Noop || slices.Contains(w.Args, "--noop"), Tags: tags("tags"), SkipTags: tags("skip_tags"), IgnoreSchedules: ignore,
		Persistence: &earlier.Persistence{}, Corrective: w.RunMode == "agent",
	}
}

// decls returns the declarations without virtual resources.
func (g *Given) decls() []ral.Decl {
	var list []ral.Decl
	for _, d := range g.Catalog {
		if d.Virtual {
			continue
		}
		decl := d.Decl()
		if d.Line > 0 {
			decl.Pos = fmt.Sprintf("/site.pp:%d", d.Line)
		}
		list = append(list, decl)
	}
	return list
}

func oneRun(t *testing.T, m *Machine, env *onhost.Env, decls []ral.Decl, opt transaction.Options) map[string]any {
	var log puppetlog.Log
	opt.Emit = log.Take
	rep, err := transaction.Run(t.Context(), env, decls, m.Fake.Writer(), opt)
	got := map[string]any{
		"calls": m.Calls(), "statuses": statuses(rep), "events": happened(rep), "report_status": rep.Status(),
		"store": storeOf(m.Store(t.Context())),
	}
	if m.Calls() == nil {
		got["calls"] = []any{}
	}
	if err != nil {
		message, lines := puppetlog.CannotRun(err)
		log.Lines = append(log.Lines, lines...)
		got["error"] = map[string]any{"message": message}
		got["phase"] = "build"
	}
	got["logs"] = logged(log.Lines)
	return got
}

// storeOf returns the store in the form of the cases: an object for each name.
func storeOf(store map[string]map[string]Params) map[string]any {
	all := map[string]any{}
	for provider, names := range store {
		held := map[string]any{}
		for name, props := range names {
			own := map[string]any{}
			for _, p := range props {
				own[p.Name] = Encode(p.Value.Value)
			}
			held[name] = own
		}
		all[provider] = held
	}
	return all
}

func logged(lines []puppetlog.Line) []any {
	list := []any{}
	for _, l := range lines {
		if l.Level == "debug" || l.Level == "info" {
			continue
		}
		list = append(list, map[string]any{"level": l.Level, "source": l.Source, "message": l.Message})
	}
	return list
}

func statuses(rep *transaction.Report) map[string]any {
	all := map[string]any{}
	for _, s := range rep.Steps {
		if s.Resource.Type.Name == "schedule" {
			continue
		}
		n := s.Tally()
		all[s.Ref()] = map[string]any{
			"changed": n.Changes > 0, "out_of_sync": n.OutOfSync > 0, "failed": n.Failed,
			"failed_to_restart": s.RestartFailed, "restarted": s.Restarted > 0, "skipped": n.Skipped,
			"scheduled": false, "change_count": n.Changes, "out_of_sync_count": n.OutOfSync,
			"corrective_change": n.Corrective,
		}
	}
	return all
}

func happened(rep *transaction.Report) []any {
	list := []any{}
	for _, s := range rep.Steps {
		for _, e := range puppetlog.Events(s) {
			m := map[string]any{
				"resource": e.Resource, "name": e.Name, "property": e.Property, "status": e.Status,
				"message": e.Message, "previous": Encode(e.Previous), "desired": Encode(e.Desired), "audited": e.Audited,
			}
			if !e.Historical.IsNil() {
				m["historical"] = Encode(e.Historical)
			}
			if e.Redacted {
				m["redacted"] = true
			}
			if e.Corrective {
				m["corrective_change"] = true
			}
			if e.InvalidateRefreshes {
				m["invalidate_refreshes"] = true
			}
			list = append(list, m)
		}
	}
	return list
}

// edit is a change of the store between two runs.
type edit struct {
	Provider, Name, Prop string
	Value                Tagged
	Delete               bool
}

func (m *Machine) edit(t *testing.T, edits []edit) {
	wr := m.Fake.Writer()
	for _, e := range edits {
		file := storePath(e.Provider, e.Name)
		props, _ := load(t.Context(), m.Fake.Reader(), e.Provider, e.Name)
		var err error
		if e.Delete {
			err = wr.Remove(t.Context(), file, false)
		} else {
			err = wr.WriteFile(t.Context(), file, packed(props.with(e.Prop, e.Value.Value)), host.WriteOptions{})
		}
		if err != nil {
			t.Fatal(path.Base(file), err)
		}
	}
}
