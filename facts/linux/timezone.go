package linux

import (
	"context"
	"strings"
	"time"
	"unicode"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// timezone adds the current abbreviation of the zone in TZ or /etc/localtime
// (tzset(3)).
func timezone(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	file, from := "/etc/localtime", "/etc/localtime"
	tz := strings.TrimPrefix(rd.Getenv("TZ"), ":")
	if tz != "" {
		file, from = tz, "TZ (environment)"
		if !strings.HasPrefix(tz, "/") {
			file = "/usr/share/zoneinfo/" + tz
		}
	}
	data, err := rd.ReadFile(ctx, file)
	if err != nil && !gone(err) {
		b.Fail("timezone", from, host.Unreadable(file, err))
		return
	}
	zone, err := time.LoadLocationFromTZData(tz, data)
	if err != nil {
		b.Text("timezone", spelled(tz), from)
		return
	}
	name, _ := rd.Now().In(zone).Zone()
	b.Text("timezone", name, from)
}

// spelled returns the name at the beginning of a rule such as CET-1CEST; the C library
// uses the same for an unknown zone, and UTC without a name.
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
