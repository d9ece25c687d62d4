package transaction_test

import (
	"errors"
	"testing"
	"time"

	"ralsh/providers/schedule"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/earlier"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/value"
)

// scheduleDecl declares a schedule, with pairs of attribute and text.
func scheduleDecl(pairs ...string) ral.Decl {
	d := thing("it", pairs...)
	d.Type = "schedule"
	return d
}

func scheduleWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	schedule.Register(reg)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
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
		"no limits":                         {scheduleDecl(), "2026-03-04 11:59:59", "2026-03-04 12:00:00", true},
		"never":                             {scheduleDecl("period", "never"), never, "2026-03-04 12:00:00", false},
		"daily, the first time":             {scheduleDecl("period", "daily"), never, "2026-03-04 12:00:00", true},
		"daily, a second too early":         {scheduleDecl("period", "daily"), "2026-03-03 12:00:01", "2026-03-04 12:00:00", false},
		"daily, in time":                    {scheduleDecl("period", "daily"), "2026-03-03 12:00:00", "2026-03-04 12:00:00", true},
		"twice an hour":                     {scheduleDecl("period", "hourly", "repeat", "2"), "2026-03-04 11:30:00", "2026-03-04 12:00:00", true},
		"twice an hour, too early":          {scheduleDecl("period", "hourly", "repeat", "2"), "2026-03-04 11:30:01", "2026-03-04 12:00:00", false},
		"another hour on the clock":         {scheduleDecl("period", "hourly", "periodmatch", "number"), "2026-03-04 11:59:59", "2026-03-04 12:00:00", true},
		"the same hour on the clock":        {scheduleDecl("period", "hourly", "periodmatch", "number"), "2026-03-03 12:30:00", "2026-03-04 12:00:00", false},
		"another month":                     {scheduleDecl("period", "monthly", "periodmatch", "number"), "2026-02-28 12:00:00", "2026-03-04 12:00:00", true},
		"another week has begun":            {scheduleDecl("period", "weekly", "periodmatch", "number"), "2026-02-28 12:00:00", "2026-03-04 12:00:00", true},
		"the same week":                     {scheduleDecl("period", "weekly", "periodmatch", "number"), "2026-03-02 12:00:00", "2026-03-04 12:00:00", false},
		"more than a week":                  {scheduleDecl("period", "weekly", "periodmatch", "number"), "2026-02-25 11:00:00", "2026-03-04 12:00:00", true},
		"inside a range":                    {scheduleDecl("range", "11 - 12:00:00"), never, "2026-03-04 12:00:00", true},
		"after a range":                     {scheduleDecl("range", "11 - 11:59:59"), never, "2026-03-04 12:00:00", false},
		"past midnight, in the evening":     {scheduleDecl("range", "22:00 - 03:00"), never, "2026-03-04 22:00:00", true},
		"past midnight, in the morning":     {scheduleDecl("range", "22:00 - 03:00"), never, "2026-03-04 03:00:00", true},
		"past midnight, at noon":            {scheduleDecl("range", "22:00 - 03:00"), never, "2026-03-04 12:00:00", false},
		"a day by name":                     {scheduleDecl("weekday", "Wednesday"), never, "2026-03-04 12:00:00", true},
		"a day by three letters":            {scheduleDecl("weekday", "wed"), never, "2026-03-04 12:00:00", true},
		"a day by number":                   {scheduleDecl("weekday", "3"), never, "2026-03-04 12:00:00", true},
		"another day":                       {scheduleDecl("weekday", "Thu"), never, "2026-03-04 12:00:00", false},
		"the day on which the range began":  {scheduleDecl("weekday", "Tue", "range", "22 - 3"), never, "2026-03-04 02:00:00", true},
		"the day after the range began":     {scheduleDecl("weekday", "Wed", "range", "22 - 3"), never, "2026-03-04 02:00:00", false},
		"the evening on which it begins":    {scheduleDecl("weekday", "Wed", "range", "22 - 3"), never, "2026-03-04 23:00:00", true},
		"in range, and the period not over": {scheduleDecl("range", "11 - 13", "period", "daily"), "2026-03-04 11:00:00", "2026-03-04 12:00:00", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := scheduleWorld(t)
			w.SetNow(at(c.now))
			persistence := &earlier.Persistence{Resources: map[string]*earlier.Resource{"Thing[a]": {Checked: at(c.before)}}}
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
		"Invalid range value 'x'":                                         scheduleDecl("range", "x"),
		"Invalid range value '24 - 25'":                                   scheduleDecl("range", "24 - 25"),
		"Invalid range value '2:60 - 3'":                                  scheduleDecl("range", "2:60 - 3"),
		"Repeat must be a number":                                         scheduleDecl("repeat", "often"),
		"Repeat must be 1 unless periodmatch is 'distance', not 'number'": scheduleDecl("periodmatch", "number", "repeat", "2"),
		"Midsummer is not a valid day of the week":                        scheduleDecl("weekday", "Midsummer"),
		"Could not find schedule nightly of Thing[a]":                     thing("a", "schedule", "nightly"),
		"s.pp:3:9: Could not find schedule nightly of Thing[a]":           {Type: "thing", Title: "a", Attrs: []ral.Attr{{Name: "schedule", Value: value.Str("nightly"), Pos: "s.pp:3:9"}}},
	} {
		w := scheduleWorld(t)
		_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{d})
		var missing *catalog.ScheduleError
		var diags diagnostic.Diags
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
	own := scheduleDecl("period", "daily")
	own.Title = "never"
	plan, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{own, thing("a", "color", "blue", "schedule", "never")})
	if err != nil || plan.Steps[1].Status != transaction.Planned {
		t.Errorf("the declared schedule is not used: %v", err)
	}
}
