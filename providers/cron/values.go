package cron

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// field is a time field of a job.
type field struct {
	name, doc, example string
	low, high          int
	names              []string // names[0] is the number first
	first              int
}

var (
	minute   = field{name: "minute", doc: "The minute, 0 to 59", example: "*/15", high: 59}
	hour     = field{name: "hour", doc: "The hour, 0 to 23", example: "3", high: 23}
	monthday = field{name: "monthday", doc: "The day of the month, 1 to 31", example: "1, 15", low: 1, high: 31}
	month    = field{
		name: "month", doc: "The month, 1 to 12 or its name", example: "January", low: 1, high: 12, first: 1,
		names: []string{
			"january", "february", "march", "april", "may", "june",
			"july", "august", "september", "october", "november", "december",
		},
	}
	weekday = field{
		name: "weekday", doc: "The day of the week, 0 to 7 (0 and 7 are Sunday) or its name", example: "1-5", high: 7,
		names: []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"},
	}
)

func (f field) attribute() *ral.Attribute {
	return &ral.Attribute{
		Name: f.name, Kind: ral.Property, MatchAll: true, IsList: true, Example: f.example,
		Doc:      f.doc + "; a range (`2-4`), a step (`*/10`, `0-30/5`), or a list. `absent` and `*` mean every value.",
		MungeFn:  func(_ ral.Hook, v value.Value) (value.Value, error) { return f.munge(v) },
		InSyncFn: func(_ ral.Hook, is, should value.Value) bool { return slices.Equal(f.plain(is), f.plain(should)) },
	}
}

var span = lazyre.New(`^(?:\*|([^-/*]+)-([^-/*]+))(?:/([0-9]+))?$`)

// munge accepts a number within the bounds, a name, or a range or step, which
// is unchanged.
func (f field) munge(v value.Value) (value.Value, error) {
	text := v.Text()
	if text == "absent" || text == "*" {
		return value.Absent(), nil
	}
	if n, ok := f.number(text); ok {
		if strings.Trim(text, "0123456789") == "" {
			return value.Str(text), nil
		}
		return value.Str(strconv.Itoa(n)), nil
	}
	if f.spans(text) {
		return value.Str(text), nil
	}
	return value.Value{}, fmt.Errorf("%s is not a valid %s", text, f.name)
}

// spans reports whether a text is a step or a range, also of names. A
// descending range is not valid: Debian's crontab(1) accepts it, but the job
// never runs; other versions reject it.
func (f field) spans(text string) bool {
	m := span.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	if step, err := strconv.Atoi(m[3]); m[3] != "" && (err != nil || step == 0) {
		return false
	}
	if m[1] == "" {
		return m[3] != ""
	}
	from, ok := f.number(m[1])
	to, also := f.number(m[2])
	return ok && also && from <= to
}

// number returns the number of a number or name, and false if it is out of
// bounds.
func (f field) number(text string) (int, bool) {
	if at := f.named(strings.ToLower(text)); at >= 0 {
		return at + f.first, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && strings.Trim(text, "0123456789") == "" && f.low <= n && n <= f.high
}

// plain returns the elements of a list with names replaced by numbers.
func (f field) plain(list value.Value) []string {
	all := texts(list)
	for i, text := range all {
		if m, err := f.munge(value.Str(text)); err == nil && !m.IsAbsent() {
			all[i] = m.Text()
		}
	}
	return all
}

// named returns the index of a name, full or of three letters, or -1.
func (f field) named(text string) int {
	return slices.IndexFunc(f.names, func(name string) bool { return name == text || name[:3] == text })
}

// texts returns the elements of a list. The list is empty if it is absent.
func texts(list value.Value) []string {
	if isAbsent(list) {
		return nil
	}
	var all []string
	for _, item := range list.Elements() {
		all = append(all, item.Text())
	}
	return all
}

// specials returns the words for special times (crontab(5)), and absent.
func specials() []ral.Allowed {
	return ral.Literals("reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly", "absent")
}

func validSpecial(_ ral.Hook, v value.Value) error {
	if !slices.ContainsFunc(specials(), func(a ral.Allowed) bool { return a.Name == v.Text() }) {
		return errors.New("Invalid special schedule " + v.Inspect())
	}
	return nil
}

var setting = lazyre.New(`^\s*(\w+)\s*=\s*(.*)\s*$`)

func validSetting(h ral.Hook, v value.Value) error {
	if v.Text() != "absent" && !setting.MatchString(v.Text()) {
		return errors.New("Invalid environment setting " + v.Inspect())
	}
	return oneLine(h, v)
}

// sameSettings compares settings without order.
func sameSettings(_ ral.Hook, is, should value.Value) bool {
	return slices.Equal(slices.Sorted(slices.Values(texts(is))), slices.Sorted(slices.Values(texts(should))))
}

// settingsText joins the settings as Puppet does in messages.
func settingsText(_ ral.Hook, should value.Value) string {
	var all []string
	for _, item := range should.Elements() {
		all = append(all, item.Text())
	}
	return strings.Join(all, ",")
}
