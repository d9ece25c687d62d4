package transaction_test

import (
	"errors"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// schedule declares a schedule, with pairs of attribute and text.
func schedule(pairs ...string) ral.Decl {
	d := thing("it", pairs...)
	d.Type = "schedule"
	return d
}

func scheduleWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	reg.Add(transaction.ScheduleType())
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = ral.NewEnv(reg, w.Reader(), nil)
	return w
}

func TestSchedules(t *testing.T) {
	// 2026-03-04 is a Wednesday.
	at := func(text string) time.Time {
		when, err := time.Parse("2006-01-02 15:04:05", text)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	const never = "0001-01-01 00:00:00"
	for name, c := range map[string]struct {
		schedule    ral.Decl
		before, now string
		due         bool
	}{
		"no limits":                         {schedule(), "2026-03-04 11:59:59", "2026-03-04 12:00:00", true},
		"never":                             {schedule("period", "never"), never, "2026-03-04 12:00:00", false},
		"daily, the first time":             {schedule("period", "daily"), never, "2026-03-04 12:00:00", true},
		"daily, a second too early":         {schedule("period", "daily"), "2026-03-03 12:00:01", "2026-03-04 12:00:00", false},
		"daily, in time":                    {schedule("period", "daily"), "2026-03-03 12:00:00", "2026-03-04 12:00:00", true},
		"twice an hour":                     {schedule("period", "hourly", "repeat", "2"), "2026-03-04 11:30:00", "2026-03-04 12:00:00", true},
		"twice an hour, too early":          {schedule("period", "hourly", "repeat", "2"), "2026-03-04 11:30:01", "2026-03-04 12:00:00", false},
		"another hour on the clock":         {schedule("period", "hourly", "periodmatch", "number"), "2026-03-04 11:59:59", "2026-03-04 12:00:00", true},
		"the same hour on the clock":        {schedule("period", "hourly", "periodmatch", "number"), "2026-03-03 12:30:00", "2026-03-04 12:00:00", false},
		"another month":                     {schedule("period", "monthly", "periodmatch", "number"), "2026-02-28 12:00:00", "2026-03-04 12:00:00", true},
		"another week has begun":            {schedule("period", "weekly", "periodmatch", "number"), "2026-02-28 12:00:00", "2026-03-04 12:00:00", true},
		"the same week":                     {schedule("period", "weekly", "periodmatch", "number"), "2026-03-02 12:00:00", "2026-03-04 12:00:00", false},
		"more than a week":                  {schedule("period", "weekly", "periodmatch", "number"), "2026-02-25 11:00:00", "2026-03-04 12:00:00", true},
		"inside a range":                    {schedule("range", "11 - 12:00:00"), never, "2026-03-04 12:00:00", true},
		"after a range":                     {schedule("range", "11 - 11:59:59"), never, "2026-03-04 12:00:00", false},
		"past midnight, in the evening":     {schedule("range", "22:00 - 03:00"), never, "2026-03-04 22:00:00", true},
		"past midnight, in the morning":     {schedule("range", "22:00 - 03:00"), never, "2026-03-04 03:00:00", true},
		"past midnight, at noon":            {schedule("range", "22:00 - 03:00"), never, "2026-03-04 12:00:00", false},
		"a day by name":                     {schedule("weekday", "Wednesday"), never, "2026-03-04 12:00:00", true},
		"a day by three letters":            {schedule("weekday", "wed"), never, "2026-03-04 12:00:00", true},
		"a day by number":                   {schedule("weekday", "3"), never, "2026-03-04 12:00:00", true},
		"another day":                       {schedule("weekday", "Thu"), never, "2026-03-04 12:00:00", false},
		"the day on which the range began":  {schedule("weekday", "Tue", "range", "22 - 3"), never, "2026-03-04 02:00:00", true},
		"the day after the range began":     {schedule("weekday", "Wed", "range", "22 - 3"), never, "2026-03-04 02:00:00", false},
		"the evening on which it begins":    {schedule("weekday", "Wed", "range", "22 - 3"), never, "2026-03-04 23:00:00", true},
		"in range, and the period not over": {schedule("range", "11 - 13", "period", "daily"), "2026-03-04 11:00:00", "2026-03-04 12:00:00", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := scheduleWorld(t)
			w.SetNow(at(c.now))
			persistence := &transaction.Persistence{Resources: map[string]*transaction.PersistedResource{"Thing[a]": {Checked: at(c.before)}}}
			rep, err := transaction.Run(t.Context(), w.env, []ral.Decl{c.schedule, thing("a", "color", "blue", "schedule", "it")}, w.Writer(),
				transaction.Options{Persistence: persistence})
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.Steps[1].Status == transaction.Changed; got != c.due {
				t.Errorf("%s, want due %v", statuses(rep), c.due)
			}
		})
	}
}

func TestScheduleRefused(t *testing.T) {
	for text, d := range map[string]ral.Decl{
		"Invalid range value 'x'":                                         schedule("range", "x"),
		"Invalid range value '24 - 25'":                                   schedule("range", "24 - 25"),
		"Invalid range value '2:60 - 3'":                                  schedule("range", "2:60 - 3"),
		"Repeat must be a number":                                         schedule("repeat", "often"),
		"Repeat must be 1 unless periodmatch is 'distance', not 'number'": schedule("periodmatch", "number", "repeat", "2"),
		"Midsummer is not a valid day of the week":                        schedule("weekday", "Midsummer"),
		"Could not find schedule nightly of Thing[a]":                     thing("a", "schedule", "nightly"),
		"s.pp:3:9: Could not find schedule nightly of Thing[a]":           {Type: "thing", Title: "a", Attrs: []ral.Attr{{Name: "schedule", Value: value.Str("nightly"), Pos: "s.pp:3:9"}}},
	} {
		w := scheduleWorld(t)
		_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{d})
		var missing *transaction.ScheduleError
		var diags ral.Diags
		switch {
		case errors.As(err, &diags):
			if diags[0].Message != text {
				t.Errorf("%q, want %q", diags[0].Message, text)
			}
		case !errors.As(err, &missing) || err.Error() != text:
			t.Errorf("%v, want %q", err, text)
		}
	}
}

// The default schedules are in every run, and a declared schedule takes
// precedence over the default one of its name.
func TestDefaultSchedules(t *testing.T) {
	w := scheduleWorld(t)
	for name, due := range map[string]bool{"puppet": true, "hourly": true, "daily": true, "weekly": true, "monthly": true, "never": false} {
		plan, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{thing("a", "color", "blue", "schedule", name)})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0].Skip == transaction.NotSkipped; len(plan.Steps) != 1 || got != due {
			t.Errorf("%s: %v of %d steps", name, plan.Steps[0].Status, len(plan.Steps))
		}
	}
	own := schedule("period", "daily")
	own.Title = "never"
	plan, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{own, thing("a", "color", "blue", "schedule", "never")})
	if err != nil || plan.Steps[1].Status != transaction.Planned {
		t.Errorf("the declared schedule is not used: %v", err)
	}
}
