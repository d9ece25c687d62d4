package schedule

import (
	"strconv"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// due reports whether a schedule allows a resource to be applied now.
func due(r *ral.Resource, before, now time.Time) bool {
	return inWindow(r.Get("range"), r.Get("weekday"), now) && periodOver(r, before, now)
}

var periodSpans = [...]struct {
	name string
	span time.Duration
}{{"hourly", time.Hour}, {"daily", 24 * time.Hour}, {"weekly", 7 * 24 * time.Hour}, {"monthly", 30 * 24 * time.Hour}}

// periodOver reports whether the period has passed. It is true for a resource that no run
// has checked.
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

// nextOnClock reports whether the hour, day or month has changed, or a new week
// has begun.
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

// inWindow reports whether the time is in a range that starts on a given day. A range
// whose end is before its start crosses midnight.
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

var clockRange = lazyre.New(`\A\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?\s*-\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?\s*\z`)

// window parses a range of hours, "22:00 - 03:00", into seconds of the day.
func window(text string) (from, to int, ok bool) {
	m := clockRange.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	var parts [6]int
	for i, digits := range m[1:] {
		limit := 59
		if i%3 == 0 {
			limit = 23
		}
		if digits == "" {
			continue
		}
		if parts[i], _ = strconv.Atoi(digits); parts[i] > limit {
			return 0, 0, false
		}
	}
	return parts[0]*3600 + parts[1]*60 + parts[2], parts[3]*3600 + parts[4]*60 + parts[5], true
}

// weekday parses a day: "0" to "6", "Tue", "Tues", "Tuesday".
func weekday(text string) (time.Weekday, bool) {
	text = strings.ToLower(text)
	for day := time.Sunday; day <= time.Saturday; day++ {
		name := strings.ToLower(day.String())
		switch text {
		case strconv.Itoa(int(day)), name, name[:3], name[:3] + "day", strings.TrimSuffix(name, "day"):
			return day, true
		}
	}
	return 0, false
}
