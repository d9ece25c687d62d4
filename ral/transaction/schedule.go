package transaction

import (
	"strconv"
	"time"

	"ralsh/ral"
	"ralsh/ral/value"
)

// due reports whether a resource may be looked at now.
func (w *walk) due(s *Step) bool {
	if s.schedule == nil {
		return true
	}
	var before time.Time
	if m := w.Persistence.known(s.Ref()); m != nil {
		before = m.Checked
	}
	now := w.run.Env().Reader().Now()
	return inWindow(s.schedule.Get("range"), s.schedule.Get("weekday"), now) && periodOver(s.schedule, before, now)
}

var periodSpans = [...]struct {
	name string
	span time.Duration
}{{"hourly", time.Hour}, {"daily", 24 * time.Hour}, {"weekly", 7 * 24 * time.Hour}, {"monthly", 30 * 24 * time.Hour}}

// periodOver reports whether the time has come again. What was never looked at
// is looked at.
func periodOver(r *ral.Resource, before, now time.Time) bool {
	period := r.Get("period").Text()
	switch {
	case period == "never":
		return false
	case period == "" || before.IsZero():
		return true
	case r.Get("periodmatch").IsSym("number"):
		return nextOnClock(period, before.In(now.Location()), now)
	}
	repeat, err := strconv.Atoi(r.Get("repeat").Text())
	if err != nil || repeat < 1 {
		repeat = 1
	}
	for _, p := range periodSpans {
		if p.name == period {
			return now.Unix()-before.Unix() >= int64(p.span/time.Second)/int64(repeat)
		}
	}
	return true
}

// nextOnClock reports whether another hour, day or month is on the clock, or
// another week has begun.
func nextOnClock(period string, before, now time.Time) bool {
	switch period {
	case "hourly":
		return before.Hour() != now.Hour()
	case "daily":
		return before.Day() != now.Day()
	case "monthly":
		return before.Month() != now.Month()
	}
	return before.Weekday() > now.Weekday() || now.Sub(before) > 7*24*time.Hour
}

// inWindow reports whether the time lies within one of the ranges, each begun on
// one of the days. A range that ends before it begins goes past midnight.
func inWindow(ranges, days value.Value, now time.Time) bool {
	today := now.Weekday()
	if ranges.IsNil() {
		return onWeekday(days, today)
	}
	at := now.Hour()*3600 + now.Minute()*60 + now.Second()
	for _, r := range ranges.Elements() {
		from, to, _ := window(r.Text())
		begun := today
		switch {
		case from < to && (at < from || at > to):
			continue
		case from >= to && at < from && at > to:
			continue
		case from >= to && at < from:
			begun = (today + 6) % 7
		}
		if onWeekday(days, begun) {
			return true
		}
	}
	return false
}

func onWeekday(days value.Value, day time.Weekday) bool {
	for _, text := range days.Elements() {
		if known, ok := weekday(text.Text()); ok && known == day {
			return true
		}
	}
	return days.IsNil()
}
