package exec

import (
	"ralsh/ral"
	"ralsh/ral/standard"
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
			Doc: "The directories to search for commands, as a list or separated by colons.",
		},
		{
			Name: "user", Kind: ral.Param, Example: "www-data",
			Doc: "The user that runs the command, by name or number, with the groups of the user. Only root can set a different user. HOME is not set.",
		},
		{Name: "group", Kind: ral.Param, Example: "adm", Doc: "The group that runs the command, by name or number."},
		{
			Name: "cwd", Kind: ral.Param, Example: "/srv/app", ValidateFn: standard.AbsolutePath,
			Doc: "The working directory, which must exist. The default is `/`.",
		},
		{
			Name: "environment", Kind: ral.Param, Example: "HOME=/root", ValidateFn: eachOf(validSetting),
			Doc: "The environment variables of the command, as `NAME=value` or a list. PATH in `environment` takes precedence over `path`.",
		},
		{
			Name: "umask", Kind: ral.Param, Example: "022", Features: []string{"umask"}, ValidateFn: validUmask,
			Doc: "The umask of the command, octal. The default is the umask of ralsh.",
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
			Doc: "The command that a refresh runs instead of `command`. ralsh ignores its exit status.",
		},
		{
			Name: "timeout", Kind: ral.Param, Default: value.Int(300), ConstantDefault: true, Example: "60", MungeFn: mungeTimeout,
			Doc: "The maximum time of each try and each check, in seconds. Then ralsh stops the command, which is a failure. 0 means no limit.",
		},
		{
			Name: "tries", Kind: ral.Param, Default: value.Int(1), ConstantDefault: true, Example: "3", MungeFn: mungeTries,
			Doc: "The maximum number of tries until the command succeeds.",
		},
		{
			Name: "try_sleep", Kind: ral.Param, Default: value.Int(0), ConstantDefault: true, Example: "5", MungeFn: mungeSleep,
			Doc: "The time between two tries, in seconds.",
		},
	}
}

// checks returns the parameters that decide whether the command is run, in
// order of evaluation.
func checks() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "refreshonly", Kind: ral.Param, Values: ral.Literals("true", "false"), Example: "true",
			Doc: "With `true`, the command runs only on a refresh, after a resource that notifies it has changed.",
		},
		{
			Name: "creates", Kind: ral.Param, Example: "/etc/aliases.db", ValidateFn: eachOf(absolute),
			Doc: "A file that the command creates, or a list of files. The command runs only if no file in the list exists.",
		},
		{
			Name: "unless", Kind: ral.Param, Example: "/usr/bin/test -e /run/done", ValidateFn: validCommands,
			Doc: "A check, or a list of checks, which run like `command`. The command runs unless a check exits with 0.",
		},
		{
			Name: "onlyif", Kind: ral.Param, Example: "/usr/bin/test -e /run/reboot-required", ValidateFn: validCommands,
			Doc: "A check, or a list of checks, which run like `command`. The command runs only if all checks exit with 0.",
		},
	}
}
