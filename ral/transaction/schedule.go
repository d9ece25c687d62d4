package transaction

import (
	"context"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// defaultSchedules exist in every run: each has a name, a period and a number
// of runs per period (semantics.md C11).
var defaultSchedules = [...]struct {
	name, period string
	repeat       int64
}{
	{"puppet", "hourly", 2},
	{"hourly", "hourly", 1},
	{"daily", "daily", 1},
	{"weekly", "weekly", 1},
	{"monthly", "monthly", 1},
	{"never", "never", 1},
}

// schedules resolves the schedule that each resource names.
func (w *walk) schedules(ctx context.Context) (missing []*ScheduleError) {
	if w.IgnoreSchedules {
		return nil
	}
	known := make(map[string]*ral.Resource)
	for i := range w.catalog.all {
		s := w.catalog.steps[i]
		text := s.Resource.Get("schedule").Text()
		if text == "" || s.Decl.Container {
			continue
		}
		r, ok := known[text]
		if !ok {
			r = w.schedule(ctx, text)
			known[text] = r
		}
		if r == nil {
			missing = append(missing, &ScheduleError{Name: text, Step: s, Pos: s.Decl.PosOf("schedule")})
			continue
		}
		s.schedule = r
	}
	return missing
}

// due reports whether the schedule of a resource allows it to be applied now.
func (w *walk) due(s *Step) bool {
	if s.schedule == nil || s.schedule.Type.Due == nil {
		return true
	}
	var before time.Time
	if m := w.Persistence.known(s); m != nil {
		before = m.Checked
	}
	return s.schedule.Type.Due(s.schedule, before, w.now())
}

// schedule returns the declared schedule with a name, or the default schedule, or nil.
func (sq *sequence) schedule(ctx context.Context, name string) *ral.Resource {
	if at, ok := sq.catalog.find(ctx, "schedule", name); ok {
		return sq.catalog.steps[at].Resource
	}
	if sq.catalog.env.Registry.Type("schedule") == nil {
		return nil
	}
	for _, d := range defaultSchedules {
		if d.name == name {
			r, _ := sq.catalog.env.Build(ctx, ral.Decl{Type: "schedule", Title: name, Attrs: []ral.Attr{
				{Name: "period", Value: value.Str(d.period)}, {Name: "repeat", Value: value.Int(d.repeat)},
			}})
			return r
		}
	}
	return nil
}
