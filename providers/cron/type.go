package cron

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type cron and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), crontab()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "cron",
		Summary: "Jobs in the crontabs of users",
		Doc: "A job in the crontab of a user (crontab(5)). Its name is in a comment before it, `# Puppet Name: `, " +
			"as Puppet writes it; a job without one is called `unmanaged:` and its command, and is taken as the job that " +
			"is wanted where user, command and times are the same. All other lines stay as they are, byte for byte.\n\n" +
			"A time that is not set is left as it is, and is `*` in a new job; `absent` makes it `*` again." +
			"\n\n```puppet\ncron { 'backup':\n" +
			"  command => '/usr/bin/backup',\n  user    => 'root',\n" +
			"  hour    => 2,\n  minute  => 30,\n}\n```\n",
		Columns:   [2]string{"user", "command"},
		Relations: []ral.Relation{{Kind: ral.Require, Type: "user", Titles: owner, Via: []string{"user"}}},
		Validate:  oneSchedule,
		Attributes: []*ral.Attribute{
			ral.Ensure("Whether the job is in the crontab."),
			{
				Name: "command", Kind: ral.Property, Example: "/usr/local/bin/backup --all", ValidateFn: oneLine, MungeFn: stripped,
				Doc: "What is run, by `/bin/sh` unless the crontab says otherwise. A `%` is a line break unless it has a backslash. " +
					"A new job needs a command.",
			},
			{
				Name: "special", Kind: ral.Property, Example: "daily", ValidateFn: validSpecial, MungeFn: absentOr, Values: specials(),
				Doc: "A word for the time: `reboot`, `yearly`, `annually`, `monthly`, `weekly`, `daily`, `midnight`, `hourly`, " +
					"instead of the five times. `absent` goes back to those.",
			},
			minute.attribute(), hour.attribute(), weekday.attribute(), month.attribute(), monthday.attribute(),
			{
				Name: "environment", Kind: ral.Property, MatchAll: true, IsList: true, Example: "PATH=/bin:/usr/bin, MAILTO=ops",
				ValidateFn: validSetting, MungeFn: absentOr, InSyncFn: sameSettings, Text: ral.Text{ShouldText: settingsText},
				Doc: "Settings of the environment, `NAME=value`, which stand between the name and the job. They hold for the " +
					"jobs below too. A setting above the name belongs to no job.",
			},
			{
				Name: "user", Kind: ral.Property, LocatesResource: true, Example: "deploy", ValidateFn: oneLine,
				Doc: "Whose crontab it is. Without one it is that of the user who runs ralsh; a declaration without a " +
					"command finds a job by its name in any crontab.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: "deploy", ValidateFn: oneLine,
				Doc: "The same as `user`, and better left out.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "backup", ValidateFn: oneLine,
				Doc: "What the job is called.",
			},
		},
	}
}

func owner(r *ral.Resource) []string {
	if user := r.Get("user"); !user.IsNil() {
		return []string{user.Text()}
	}
	return nil
}

// oneSchedule rejects a special time together with times.
func oneSchedule(r *ral.Resource) error {
	if special := r.Get("special"); special.IsNil() || special.IsAbsent() {
		return nil
	}
	for _, field := range []string{"minute", "hour", "weekday", "monthday", "month"} {
		if r.Has(field) && !isAbsent(r.Get(field)) {
			return fmt.Errorf("%s cannot specify both a special schedule and a value for %s", r.Ref(), field)
		}
	}
	return nil
}

// isAbsent reports whether a value is absent, or a list of absent.
func isAbsent(v value.Value) bool {
	items := v.Items()
	return v.IsNil() || v.IsAbsent() || len(items) == 1 && items[0].IsAbsent()
}

func oneLine(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\r\n") {
		return fmt.Errorf("%s is more than one line", v.Inspect())
	}
	return nil
}

func stripped(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(strings.TrimSpace(v.Text())), nil
}

// absentOr converts the word absent to the symbol.
func absentOr(_ ral.Hook, v value.Value) (value.Value, error) {
	if v.Text() == "absent" {
		return value.Absent(), nil
	}
	return v, nil
}
