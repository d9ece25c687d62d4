package transaction

import (
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// ScheduleType is the type schedule: when resources that name one may be looked
// at (semantics.md section 8, L41).
func ScheduleType() ral.Type {
	periods := ral.Literals("hourly", "daily", "weekly", "monthly", "never")
	return ral.Type{
		Name: "schedule", Summary: "Windows of time for other resources",
		Doc: "When a resource that names this schedule may be looked at: how often, and between which hours.",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true, Doc: "The name that resources use."},
			{Name: "range", Kind: ral.Param, Doc: "The hours: `2 - 4`, `22:00 - 03:00`.", IsList: true},
			{
				Name: "periodmatch", Kind: ral.Param, Default: value.Sym("distance"), Values: ral.Literals("number", "distance"),
				Doc: "Whether a period begins with the clock (`number`) or with the last time (`distance`).",
			},
			{Name: "period", Kind: ral.Param, Values: periods, Doc: "How long to wait until the next time."},
			{
				Name: "repeat", Kind: ral.Param, Doc: "How often within one period.",
				Default: value.Int(1), Values: []ral.Allowed{{Pattern: lazyre.New(`\A[1-9][0-9]*\z`)}},
			},
			{Name: "weekday", Kind: ral.Param, Doc: "The days of the week.", IsList: true},
		},
		Listless: "they are declared",
	}
}

// schedules resolves the schedule that each resource names.
func (w *walk) schedules() error {
	if w.IgnoreSchedules {
		return nil
	}
	for i := range w.catalog.all {
		s := w.catalog.steps[i]
		text := s.Resource.Get("schedule").Text()
		if text == "" {
			continue
		}
		at, ok := w.catalog.at[name{"schedule", text}]
		if !ok {
			w.order = append(w.order, s)
			s.Status = NotBegun
			return &ScheduleError{text, s}
		}
		s.schedule = w.catalog.steps[at].Resource
	}
	return nil
}

// due reports whether a resource may be looked at now.
func (w *walk) due(s *Step) bool {
	if s.schedule == nil {
		return true
	}
	var before time.Time
	if w.Memory != nil {
		before = w.Memory.of(s.Ref()).Checked
	}
	now := w.run.Env().Look().Now()
	r := s.schedule
	return inRange(r.Get("range"), now) && periodOver(r, before, now) && onWeekday(r.Get("weekday"), now)
}

var periodSpans = [...]struct {
	name string
	span time.Duration
}{{"hourly", time.Hour}, {"daily", 24 * time.Hour}, {"weekly", 7 * 24 * time.Hour}, {"monthly", 30 * 24 * time.Hour}}

func periodOver(r *ral.Resource, before, now time.Time) bool {
	period := r.Get("period").Text()
	switch {
	case period == "never":
		return false
	case period == "" || before.IsZero():
		return true
	case r.Get("periodmatch").IsSym("number"):
		return calendar(period, before) != calendar(period, now)
	}
	repeat, err := strconv.Atoi(r.Get("repeat").Text())
	if err != nil || repeat < 1 {
		repeat = 1
	}
	for _, p := range periodSpans {
		if p.name == period {
			return now.Sub(before) >= p.span/time.Duration(repeat)
		}
	}
	return true
}

// calendar is the number that tells one period from the next on the clock.
func calendar(period string, t time.Time) int {
	switch period {
	case "hourly":
		return t.Hour()
	case "daily":
		return t.Day()
	case "monthly":
		return int(t.Month())
	}
	return (t.YearDay() + 6 - int(t.Weekday())) / 7
}

func onWeekday(days value.Value, now time.Time) bool {
	list := days.Elements()
	today := strings.ToLower(now.Weekday().String())
	for _, day := range list {
		text := strings.ToLower(day.Text())
		if text == strconv.Itoa(int(now.Weekday())) || len(text) >= 3 && strings.HasPrefix(today, text) {
			return true
		}
	}
	return len(list) == 0
}

// inRange reports whether the time of day lies within one of the ranges; one
// that ends before it begins goes past midnight.
func inRange(ranges value.Value, now time.Time) bool {
	list := ranges.Elements()
	for _, r := range list {
		from, to, ok := strings.Cut(r.Text(), "-")
		if !ok {
			continue
		}
		begin, end, at := seconds(from), seconds(to), now.Hour()*3600+now.Minute()*60+now.Second()
		if begin <= end && begin <= at && at <= end || begin > end && (at >= begin || at <= end) {
			return true
		}
	}
	return len(list) == 0
}

func seconds(clock string) int {
	sum, unit := 0, 3600
	for part := range strings.SplitSeq(strings.TrimSpace(clock), ":") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0
		}
		sum += n * unit
		unit /= 60
	}
	return sum
}
