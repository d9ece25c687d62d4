package exec

import (
	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type exec and its providers (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), posix(), shell()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "exec",
		Summary: "Commands to execute",
		Doc: "A command that brings something about. It runs each time, unless one of `creates`, `onlyif`, `unless` and `refreshonly` " +
			"says that it need not: give one, or see that it does no harm to run it again.\n\n" +
			"`onlyif` and `unless` are commands too. They are run to find out, also for a plan and with `--noop`; `--no-checks` " +
			"leaves them out of a plan, which then does not know.\n\n" +
			"A line of plain words is run as it is. One with quotes, pipes or anything else that means something to a shell is handed " +
			"to `/bin/sh -c` as a whole; the plan shows which. A list of words is never handed to a shell.\n\n" +
			"The command gets a clean environment: `LC_ALL=C`, PATH, and what `environment` says.\n\n" +
			"A refresh runs the command again, or `refresh` in its place, if `creates`, `onlyif` and `unless` agree." +
			"\n\n```puppet\nexec { 'unpack the site':\n" +
			"  command => '/usr/bin/tar -xf /srv/site.tar -C /srv',\n  creates => '/srv/site/index.html',\n}\n```\n",
		NotIsomorphic: true,
		NotListable:   "by command",
		Columns:       [2]string{"returns", ""},
		Hooks:         hooks{},
		Features:      []ral.Feature{{Name: "umask", Doc: "The provider can set the umask of a command."}},
		Attributes:    append([]*ral.Attribute{command(), returns()}, parameters()...),
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "file", Titles: requiredFiles, Via: []string{"cwd", "command", "onlyif", "unless"}},
			{Kind: ral.Require, Type: "user", Titles: requiredUser, Via: []string{"user"}},
		},
		Validate: validate,
	}
}

// hooks are the hooks of the type.
type hooks struct{}

// IgnoresHost reports whether no test of the resource reads the host.
func (hooks) IgnoresHost(r *ral.Resource) bool {
	return r.True("refreshonly") || !r.Has("creates") && !r.Has("onlyif") && !r.Has("unless")
}

func command() *ral.Attribute {
	return &ral.Attribute{
		Name: "command", Kind: ral.Param, Namevar: true, Example: "/usr/bin/newaliases",
		Doc: "The command: a line, or a list of words. Its name must be a full path unless `path` says where to look. " +
			"Given as a secret, neither it nor what it prints is shown.",
		ValidateFn: func(_ ral.Hook, v value.Value) error { return aCommand("Command", v) },
	}
}

func returns() *ral.Attribute {
	return &ral.Attribute{
		Name: "returns", Kind: ral.Property, Sync: ral.Sync{Transient: true}, MatchAll: true, IsList: true, Example: "0",
		Doc:        "The exit statuses that count as success. It is `notrun` where the command is to be run.",
		Values:     []ral.Allowed{{Pattern: status, Event: "executed_command"}},
		Default:    value.Str("0"),
		ValidateFn: validStatus,
		MungeFn:    func(_ ral.Hook, v value.Value) (value.Value, error) { return value.Str(v.Text()), nil },
		Text:       ral.Text{ChangeFn: func(ral.Hook, value.Value, value.Value) string { return "executed successfully" }},
	}
}
