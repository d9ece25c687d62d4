package cron

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type cron and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), crontab()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "cron",
		Summary: "Jobs in the crontabs of users",
		Doc: "A job in the crontab of a user (crontab(5)). A comment before the job has its name, as with Puppet: " +
			"`# Puppet Name: backup`. A job without this comment is listed as `unmanaged:` with its command; a declaration " +
			"with the same user, command and times manages it. All other lines stay unchanged, byte for byte.\n\n" +
			"ralsh does not change times that you do not set; in a new job, they are `*`. `absent` resets a time to `*`." +
			"\n\n```puppet\ncron { 'backup':\n" +
			"  command => '/usr/bin/backup',\n  user    => 'root',\n" +
			"  hour    => 2,\n  minute  => 30,\n}\n```\n",
		Columns:   [2]string{"user", "command"},
		Relations: []ral.Relation{{Kind: ral.Require, Type: "user", Titles: owner, Via: []string{"user"}}},
		Validate:  oneSchedule,
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether the crontab contains the job."),
			{
				Name: "command", Kind: ral.Property, Example: "/usr/local/bin/backup --all", ValidateFn: oneLine, MungeFn: stripped,
				Doc: "The command, which cron runs with `/bin/sh` unless the crontab sets SHELL. cron reads `%` as a line break; " +
					"write `\\%` for the character. A new job needs a command.",
			},
			{
				Name: "special", Kind: ral.Property, Example: "daily", ValidateFn: validSpecial, MungeFn: absentOr, Values: specials(),
				Doc: "A special time instead of the five times: `reboot`, `yearly`, `annually`, `monthly`, `weekly`, `daily`, " +
					"`midnight` or `hourly`. `absent` returns to the five times.",
			},
			minute.attribute(), hour.attribute(), weekday.attribute(), month.attribute(), monthday.attribute(),
			{
				Name: "environment", Kind: ral.Property, MatchAll: true, IsList: true, List: ral.List{AllowEmptyList: true}, Example: "PATH=/bin:/usr/bin, MAILTO=ops",
				ValidateFn: validSetting, MungeFn: absentOr, InSyncFn: sameSettings, Text: ral.Text{ShouldText: settingsText},
				Doc: "Environment variables as `NAME=value`, on lines between the name and the job. They also apply to the jobs " +
					"that follow. A variable before the name belongs to no job.",
			},
			{
				Name: "user", Kind: ral.Property, LocatesResource: true, Example: "deploy", ValidateFn: oneLine,
				Doc: "The owner of the crontab. The default is the user who runs ralsh; a declaration without a " +
					"command finds a job by its name in any crontab.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: "deploy", ValidateFn: oneLine,
				Doc: "The same as `user`. Use `user` instead.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "backup", ValidateFn: oneLine,
				Doc: "The name of the job.",
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
		return fmt.Errorf("%s has more than one line", v.Inspect())
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
