package catalog

import (
	"context"

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
func (c *Catalog) schedules(ctx context.Context) (missing []*ScheduleError) {
	known := make(map[string]*ral.Resource)
	for i := range c.All {
		e := c.Entries[i]
		text := e.Resource.Get("schedule").Text()
		if text == "" || c.decl(i).Container {
			continue
		}
		r, ok := known[text]
		if !ok {
			r = c.schedule(ctx, text)
			known[text] = r
		}
		if r == nil {
			missing = append(missing, &ScheduleError{Name: text, Ref: e.Ref(), Resource: i, Pos: c.decl(i).PosOf("schedule")})
			continue
		}
		e.Schedule = r
	}
	return missing
}

// schedule returns the declared schedule with a name, or the default schedule, or nil.
func (c *Catalog) schedule(ctx context.Context, name string) *ral.Resource {
	if at, ok := c.Find(ctx, "schedule", name); ok {
		return c.Entries[at].Resource
	}
	if c.env.Registry.Type("schedule") == nil {
		return nil
	}
	for _, d := range defaultSchedules {
		if d.name == name {
			r, _ := c.env.Build(ctx, ral.Decl{Type: "schedule", Title: name, Attrs: []ral.Attr{
				{Name: "period", Value: value.Str(d.period)}, {Name: "repeat", Value: value.Int(d.repeat)},
			}})
			return r
		}
	}
	return nil
}
