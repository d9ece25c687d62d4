package transaction

import (
	"strconv"
	"strings"
	"time"

	"ralsh/ral/lazyre"
)

var clockRange = lazyre.New(`\A\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?\s*-\s*(\d{1,2})(?::(\d{1,2}))?(?::(\d{1,2}))?\s*\z`)

// window reads a range of hours, "22:00 - 03:00", in seconds of the day.
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

// weekday reads a day: "0" to "6", "Tue", "Tues", "Tuesday".
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
