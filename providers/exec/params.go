package exec

import (
	"ralsh/ral"
	"ralsh/ral/value"
)

func parameters() []*ral.Attribute {
	return append(surroundings(), append(manner(), checks()...)...)
}

// surroundings returns the parameters for the environment of a command.
func surroundings() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "path", Kind: ral.Param, Example: "/usr/bin:/bin", MungeFn: splitPath,
			Doc: "The folders in which commands are looked for, as a list or with colons between them.",
		},
		{
			Name: "user", Kind: ral.Param, Example: "www-data",
			Doc: "The user to run it as, by name or number, with the user's own groups. Only root may name another. HOME is not set.",
		},
		{Name: "group", Kind: ral.Param, Example: "adm", Doc: "The group to run it as, by name or number."},
		{
			Name: "cwd", Kind: ral.Param, Example: "/srv/app", ValidateFn: ral.AbsolutePath,
			Doc: "The folder to run it in, which must be there. Without it that is `/`.",
		},
		{
			Name: "environment", Kind: ral.Param, Example: "HOME=/root", ValidateFn: eachOf(validSetting),
			Doc: "Variables for the command, `NAME=value`, one or a list of them. PATH among them comes before `path`.",
		},
		{
			Name: "umask", Kind: ral.Param, Example: "022", Features: []string{"umask"}, ValidateFn: validUmask,
			Doc: "The umask of the command, octal. Without it, it is that of ralsh.",
		},
	}
}

// manner returns the parameters for how a command is run and reported.
func manner() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "logoutput", Kind: ral.Param, Default: value.Sym("on_failure"), Values: ral.Literals("true", "false", "on_failure"),
			Doc: "When to log the output: always, never, or only on failure.",
		},
		{
			Name: "refresh", Kind: ral.Param, Example: "/usr/sbin/nginx -s reload", ValidateFn: validCommand,
			Doc: "The command that a refresh runs in place of `command`. Its exit status does not count.",
		},
		{
			Name: "timeout", Kind: ral.Param, Default: value.Int(300), ConstantDefault: true, Example: "60", MungeFn: mungeTimeout,
			Doc: "The seconds that each try, and each check, may take; it is stopped then, which is a failure. 0 is no limit.",
		},
		{
			Name: "tries", Kind: ral.Param, Default: value.Int(1), ConstantDefault: true, Example: "3", MungeFn: mungeTries,
			Doc: "How often it is tried until it succeeds.",
		},
		{
			Name: "try_sleep", Kind: ral.Param, Default: value.Int(0), ConstantDefault: true, Example: "5", MungeFn: mungeSleep,
			Doc: "The seconds between two tries.",
		},
	}
}

// checks returns the parameters that decide whether the command is run, in
// order of evaluation.
func checks() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "refreshonly", Kind: ral.Param, Values: ral.Literals("true", "false"), Example: "true",
			Doc: "With `true` it runs only when a resource that it subscribes to, or that notifies it, has changed.",
		},
		{
			Name: "creates", Kind: ral.Param, Example: "/etc/aliases.db", ValidateFn: eachOf(absolute),
			Doc: "A file that the command makes, or a list of them: it runs only when none of them is there.",
		},
		{
			Name: "unless", Kind: ral.Param, Example: "/usr/bin/test -e /run/done", ValidateFn: validCommands,
			Doc: "A command, or a list of them: it runs unless one of them ends with 0. They run as `command` does.",
		},
		{
			Name: "onlyif", Kind: ral.Param, Example: "/usr/bin/test -e /run/reboot-required", ValidateFn: validCommands,
			Doc: "A command, or a list of them: it runs only if all of them end with 0. They run as `command` does.",
		},
	}
}
