package exec

import (
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/providers/internal/commandline"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/value"
)

// Register adds the type exec and its providers (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), posix(), shell()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "exec",
		Summary: "Commands to execute",
		Doc: "A command that changes the host. It runs in every run, unless `creates`, `onlyif`, `unless` or `refreshonly` prevents it. " +
			"Set one of these parameters, or use a command that can run repeatedly.\n\n" +
			"`onlyif` and `unless` are checks: ralsh also runs them for a plan and with `--noop`. With `--no-checks`, a plan " +
			"skips them, and its result is unknown.\n\n" +
			"ralsh runs a line of plain words directly. It passes a line with shell syntax, such as quotes and pipes, to " +
			"`/bin/sh -c`; the plan shows this. It never passes a list of words to a shell.\n\n" +
			"The environment of the command is `LC_ALL=C`, PATH, and the variables in `environment`.\n\n" +
			"A refresh runs `refresh`, or else the command again, if `creates`, `onlyif` and `unless` allow it." +
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

type hooks struct{}

// IgnoresHost reports whether no test of the resource reads the host.
func (hooks) IgnoresHost(r *ral.Resource) bool {
	return r.True("refreshonly") || !r.Has("creates") && !r.Has("onlyif") && !r.Has("unless")
}

func command() *ral.Attribute {
	return &ral.Attribute{
		Name: "command", Kind: ral.Param, Namevar: true, Example: "/usr/bin/newaliases",
		Doc: "The command: a line, or a list of words. The program needs a full path unless you set `path`. " +
			"If the command is a secret, ralsh shows neither the command nor its output.",
		ValidateFn: func(_ ral.Hook, v value.Value) error { return aCommand("Command", v) },
	}
}

func returns() *ral.Attribute {
	return &ral.Attribute{
		Name: "returns", Kind: ral.Property, Sync: ral.Sync{Transient: true}, MatchAll: true, IsList: true, Example: "0",
		Doc:        "The exit statuses that mean success. The current value is `notrun` if the command needs to run.",
		Values:     []ral.Allowed{{Pattern: status, Event: "executed_command"}},
		Default:    value.Str("0"),
		ValidateFn: validStatus,
		MungeFn:    func(_ ral.Hook, v value.Value) (value.Value, error) { return value.Str(v.Text()), nil },
		Text:       ral.Text{ChangeFn: func(ral.Hook, value.Value, value.Value) string { return "executed successfully" }},
		Hooks:      pendingCommand{},
	}
}

type pendingCommand struct{}

// Undeclarable rejects notrun, which is no exit status.
func (pendingCommand) Undeclarable(_ *ral.Instance, is value.Value) (_ value.Value, why string) {
	if is.IsSym("notrun") {
		why = "the command has not run"
	}
	return value.Value{}, why
}

func posix() ral.Provider {
	return ral.Provider{
		Name: "posix", Doc: "Runs plain words directly, and lines with shell syntax with `/bin/sh -c`.",
		Commands: []ral.Command{{Binary: commandline.Shell}, accounts.Getent()},
		Default:  []condition.Clause{condition.DefaultFor("kernel", "Linux")},
		Features: []string{"umask"},
		New:      func() any { return newRunner(commandline.Of) },
	}
}

func shell() ral.Provider {
	return ral.Provider{
		Name: "shell", Doc: "Runs every line with `/bin/sh -c`, also plain words. Programs need no path.",
		Rank:     ral.Rank{Parent: "posix", Score: 1}, // it descends from posix, and would win by specificity without facts
		Commands: []ral.Command{{Binary: commandline.Shell}, accounts.Getent()},
		Features: []string{"umask"},
		Validate: func(*ral.Resource) error { return nil }, // a shell has a search path
		New:      func() any { return newRunner(commandline.Through) },
	}
}

// requiredFiles returns the command's directory, and the programs that it and
// its checks name by full path.
func requiredFiles(r *ral.Resource) []string {
	var titles []string
	if cwd := r.Get("cwd"); !cwd.IsNil() {
		titles = append(titles, cwd.Text())
	}
	titles = appendPath(titles, r.Get("command"))
	for _, attr := range []string{"onlyif", "unless"} {
		for _, each := range r.Get(attr).Elements() {
			titles = appendPath(titles, each)
		}
	}
	return titles
}

func appendPath(titles []string, v value.Value) []string {
	if name := nameOf(v); strings.HasPrefix(name, "/") {
		return append(titles, name)
	}
	return titles
}

func requiredUser(r *ral.Resource) []string {
	if name := r.Get("user").Text(); name != "" && !whole.MatchString(name) {
		return []string{name}
	}
	return nil
}
