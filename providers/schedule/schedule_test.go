package schedule

import (
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

func built(t *testing.T, attrs ...ral.Attr) (*ral.Resource, diagnostic.Diags) {
	t.Helper()
	env := raltest.Env(t, Register, fakehost.New(nil).Reader(), nil)
	return env.Build(t.Context(), ral.Decl{Type: "schedule", Title: "it", Attrs: attrs})
}

// TestDue compares each parameter with Puppet's match? (semantics.md L41, type/schedule.rb).
func TestDue(t *testing.T) {
	at := func(text string) time.Time {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	const never = "0001-01-01T00:00:00Z"
	a, l := raltest.A, raltest.L
	for name, c := range map[string]struct {
		attrs       []ral.Attr
		before, now string // 2026-03-04 is a Wednesday
		due         bool
	}{
		"the second of two ranges":         {[]ral.Attr{l("range", "2 - 4", "11:30 - 12:30")}, never, "2026-03-04T12:00:00Z", true},
		"between two ranges":               {[]ral.Attr{l("range", "2 - 4", "12:30 - 13")}, never, "2026-03-04T12:00:00Z", false},
		"the end of a range":               {[]ral.Attr{a("range", "11 - 12")}, never, "2026-03-04T12:00:00Z", true},
		"a second after the end":           {[]ral.Attr{a("range", "11 - 12")}, never, "2026-03-04T12:00:01Z", false},
		"a range of a whole day":           {[]ral.Attr{a("range", "2 - 2")}, never, "2026-03-04T12:00:00Z", true},
		"a range of a whole day, on a day": {[]ral.Attr{a("range", "2 - 2"), a("weekday", "Tue")}, never, "2026-03-04T01:00:00Z", true},
		"one of two days":                  {[]ral.Attr{l("weekday", "Mon", "3")}, never, "2026-03-04T12:00:00Z", true},
		"a day and a range":                {[]ral.Attr{a("weekday", "Thu"), a("range", "11 - 13")}, never, "2026-03-04T12:00:00Z", false},
		"past midnight from Saturday":      {[]ral.Attr{a("weekday", "Sat"), a("range", "22 - 4")}, never, "2026-03-08T02:00:00Z", true},
		"a range in the time zone":         {[]ral.Attr{a("range", "11 - 13")}, never, "2026-03-04T12:00:00+09:00", true},
		"blacked out in its range":         {[]ral.Attr{a("range", "11 - 13"), a("period", "never")}, never, "2026-03-04T12:00:00Z", false},
		"an hour":                          {[]ral.Attr{a("period", "hourly")}, "2026-03-04T11:00:00Z", "2026-03-04T12:00:00Z", true},
		"a second less than an hour":       {[]ral.Attr{a("period", "hourly")}, "2026-03-04T11:00:01Z", "2026-03-04T12:00:00Z", false},
		"an hour in another time zone":     {[]ral.Attr{a("period", "hourly")}, "2026-03-04T11:00:00Z", "2026-03-04T13:59:59+02:00", false},
		"seven times an hour, 514 seconds": {[]ral.Attr{a("period", "hourly"), a("repeat", "7")}, "2026-03-04T11:51:26Z", "2026-03-04T12:00:00Z", true},
		"a week":                           {[]ral.Attr{a("period", "weekly")}, "2026-02-25T12:00:00Z", "2026-03-04T12:00:00Z", true},
		"a second less than a week":        {[]ral.Attr{a("period", "weekly")}, "2026-02-25T12:00:01Z", "2026-03-04T12:00:00Z", false},
		"a month is 30 days":               {[]ral.Attr{a("period", "monthly")}, "2026-02-02T12:00:00Z", "2026-03-04T12:00:00Z", true},
		"a calendar month is no month":     {[]ral.Attr{a("period", "monthly")}, "2026-02-04T12:00:00Z", "2026-03-04T12:00:00Z", false},
		"another day on the clock": {
			[]ral.Attr{a("period", "daily"), a("periodmatch", "number")}, "2026-03-03T23:59:59Z", "2026-03-04T00:00:00Z", true,
		},
		"another day in UTC, the same on the clock of the host": {
			[]ral.Attr{a("period", "daily"), a("periodmatch", "number")}, "2026-03-03T22:30:00Z", "2026-03-04T23:30:00+02:00", false,
		},
		"the same day of another month on the clock": {
			[]ral.Attr{a("period", "daily"), a("periodmatch", "number")}, "2026-02-04T12:00:00Z", "2026-03-04T12:00:00Z", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, diags := built(t, c.attrs...)
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			if got := r.Type.Due(r, at(c.before), at(c.now)); got != c.due {
				t.Errorf("due is %v, want %v", got, c.due)
			}
		})
	}
}

// TestValues has the values that Puppet's regular expressions accept and reject.
func TestValues(t *testing.T) {
	for attr, c := range map[string]struct{ valid, invalid []string }{
		"range":       {[]string{"2 - 4", "0-23", "22:00 - 03:00", "1:2:3 - 4:5:6", " 2 - 4 "}, []string{"", "2", "2 -", "24 - 1", "1 - 2:60", "1:2:3:4 - 5", "a - b"}},
		"weekday":     {[]string{"0", "6", "Sun", "mon", "TUE", "Tues", "Tueday", "Wednes", "wednesday", "Thurs", "Satur", "Friday"}, []string{"7", "-1", "", "T", "Thur", "Mond", "today"}},
		"period":      {[]string{"hourly", "daily", "weekly", "monthly", "never"}, []string{"yearly", ""}},
		"periodmatch": {[]string{"number", "distance"}, []string{"clock"}},
		"repeat":      {[]string{"1", "30"}, []string{"-1", "1.5", "often", ""}},
	} {
		for _, text := range c.valid {
			if _, diags := built(t, raltest.A(attr, text)); diags.Err() != nil {
				t.Errorf("%s %q: %v", attr, text, diags.Err())
			}
		}
		for _, text := range c.invalid {
			if _, diags := built(t, raltest.A(attr, text)); diags.Err() == nil {
				t.Errorf("%s %q is accepted", attr, text)
			}
		}
	}
	if _, diags := built(t, raltest.L("weekday", "Mon", "Nonday")); diags.Err() == nil {
		t.Error("a list with an invalid day is accepted")
	}
}
