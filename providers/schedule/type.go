package schedule

import (
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type (semantics.md section 8, L41).
func Register(reg *ral.Registry) { reg.Add(typeDef()) }

func typeDef() ral.Type {
	return ral.Type{
		Name: "schedule", Summary: "Time windows for other resources", NotListable: "by declaration",
		Doc: "How often, and between which hours, ralsh applies a resource that names the schedule.\n\n" +
			"Declare it in code for `ralsh apply`; the host does not contain instances of it. Every run contains the schedules " +
			"puppet (twice an hour), hourly, daily, weekly, monthly and never." +
			"\n\n```puppet\nschedule { 'at night':\n" +
			"  period => daily,\n  range  => '2 - 4',\n}\nnotify { 'nightly':\n" +
			"  schedule => 'at night',\n}\n```\n",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true, Doc: "The name for the metaparameter `schedule` of resources.", Example: "at night"},
			{
				Name: "range", Kind: ral.Param, IsList: true, Example: "22:00 - 03:00", ValidateFn: eachOf(validRange),
				Doc: "The hours: `2 - 4`, `22:00 - 03:00`. A range may cross midnight.",
			},
			{
				Name: "periodmatch", Kind: ral.Param, Default: value.Sym("distance"), Values: ral.Literals("number", "distance"),
				Doc: "Whether a period begins with the clock (`number`) or with the last run (`distance`).",
			},
			{
				Name: "period", Kind: ral.Param, Values: ral.Literals("hourly", "daily", "weekly", "monthly", "never"),
				Doc: "The period: the minimum time between two runs of a resource.",
			},
			{
				Name: "repeat", Kind: ral.Param, Default: value.Int(1), ValidateFn: validRepeat, Example: "2",
				Doc: "How often in a period. More than 1 needs `periodmatch => distance`.",
			},
			{
				Name: "weekday", Kind: ral.Param, IsList: true, Example: "Sat", ValidateFn: eachOf(validWeekday),
				Doc: "The days of the week, as names or numbers; 0 is Sunday. If a range crosses midnight, the day of its " +
					"beginning counts.",
			},
		},
		Due: due,
	}
}

func eachOf(valid func(value.Value) error) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		for _, el := range v.Elements() {
			if err := valid(el); err != nil {
				return err
			}
		}
		return nil
	}
}

func validRange(v value.Value) error {
	if _, _, ok := window(v.Text()); !ok {
		return fmt.Errorf("Invalid range value '%s'", v.Text())
	}
	return nil
}

func validWeekday(v value.Value) error {
	if _, ok := weekday(v.Text()); !ok {
		return fmt.Errorf("%s is not a valid day of the week", v.Text())
	}
	return nil
}

var wholeNumber = lazyre.New(`\A[0-9]{1,9}\z`)

func validRepeat(h ral.Hook, v value.Value) error {
	switch text := v.Text(); {
	case !wholeNumber.MatchString(text):
		return errors.New("Repeat must be a number")
	case text != "1" && h.Get("periodmatch").IsSym("number"):
		return fmt.Errorf("Repeat must be 1 unless periodmatch is 'distance', not '%s'", h.Get("periodmatch").Text())
	}
	return nil
}
