package facts

import (
	"context"
	"strings"
	"time"
	"unicode"

	"ralsh/ral/host"
)

// timezone is the zone's abbreviation now, by TZ or else /etc/localtime
// (tzset(3)).
func timezone(ctx context.Context, look host.Reader, s *factBuilder) {
	file, from := "/etc/localtime", "/etc/localtime"
	tz := strings.TrimPrefix(look.Getenv("TZ"), ":")
	if tz != "" {
		file, from = tz, "TZ (environment)"
		if !strings.HasPrefix(tz, "/") {
			file = "/usr/share/zoneinfo/" + tz
		}
	}
	data, err := look.ReadFile(ctx, file)
	if err != nil && !gone(err) {
		s.fail("timezone", from, &readError{file, err})
		return
	}
	zone, err := time.LoadLocationFromTZData(tz, data)
	if err != nil {
		s.text("timezone", spelled(tz), from)
		return
	}
	name, _ := look.Now().In(zone).Zone()
	s.text("timezone", name, from)
}

// spelled is the name that a rule such as CET-1CEST begins with; the C library
// takes the same of a zone it does not know, and UTC when there is none.
func spelled(tz string) string {
	end := strings.IndexFunc(tz, func(r rune) bool { return !unicode.IsLetter(r) })
	switch {
	case tz == "":
		return "UTC"
	case end < 0:
		return tz
	}
	return tz[:end]
}
