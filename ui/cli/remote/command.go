package remote

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ui/cli/change"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// Command is a command line for many hosts.
type Command struct {
	args     []string
	dash     int // index in args of the argument --, or behind them
	Change   bool
	undo     bool
	numbered bool // an undo that names its run
	Noop     bool
	HasNoop  bool // the command has the flag
	detailed bool
	yaml     bool
	Digests  []string // of --if-plan
	output   string   // text, json or jsonl: the output on the local host
	stdin    bool     // standard input is read
	raw      bool     // a snapshot of a host with an agent, printed unchanged
}

// manyHosts returns the commands that run on many hosts, in addition to undo.
func manyHosts() []string {
	return []string{
		"apply", "describe", "facts", "function describe", "function list", "graph", "history", "modules", "paths", "providers", "resource", "types", "version", "why",
	}
}

// RunsOnMany reports whether a command can run on many hosts, because it only reads or has
// the flag --noop.
func RunsOnMany(cmd *cobra.Command) bool {
	return slices.Contains(manyHosts(), strings.TrimPrefix(cmd.CommandPath(), "ralsh "))
}

// singleHost returns the error of a command that needs a single host.
func singleHost(command string, args ...string) error {
	return usage.Errorf("%s needs a single host: ralsh --on TARGET %s (several hosts: %s, undo)", command, strings.Join(args, " "), strings.Join(manyHosts(), ", "))
}

// ReadCommand parses a command line. The hosts parse it in the same way, because they
// run the same program.
func ReadCommand(commands func() *cobra.Command, args []string) (*Command, error) {
	c := &Command{args: args, output: "text"}
	if len(args) == 1 && (args[0] == "--where" || args[0] == "--forget" || args[0] == "--version") {
		return c, nil
	}
	cmd, rest, err := commands().Find(args)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && (&fleetFlags{}).set().Lookup(unknown.GetSpecifiedName()) != nil {
			return nil, usage.Errorf("--%s must directly follow --on HOSTS", unknown.GetSpecifiedName())
		}
		return nil, command.FlagError(cmd, err)
	}
	if usage.On(cmd, "help") {
		return c, nil
	}
	given := cmd.Flags().Args()
	if !cmd.HasParent() && len(given) == 0 {
		return nil, usage.Errorf("several hosts need a command: ralsh --on HOSTS facts os.name")
	}
	if err := cmd.ValidateArgs(given); err != nil {
		return nil, usage.Wrap(err)
	}
	c.undo = cmd.CommandPath() == "ralsh undo"
	c.raw = cmd.CommandPath() == "ralsh snapshot"
	if usage.On(cmd, "edit") {
		return nil, usage.Errorf("--edit needs a single host: ralsh --on TARGET %s", strings.Join(args, " "))
	}
	if !RunsOnMany(cmd) && !c.undo && !c.raw {
		return nil, singleHost(cmd.CommandPath(), args...)
	}
	if usage.On(cmd, "show-secrets") {
		return nil, usage.Errorf("--show-secrets needs a single host: ralsh stores the answers of several hosts in a temporary file")
	}
	c.dash = len(args)
	if before := cmd.Flags().ArgsLenAtDash(); before >= 0 {
		c.dash = len(args) - (len(given) - before) - 1
	}
	c.HasNoop = cmd.Flags().Lookup("noop") != nil
	c.Noop, c.detailed, c.numbered = usage.On(cmd, "noop"), usage.On(cmd, "detailed-exitcodes"), c.undo && len(given) > 0
	if flag := cmd.Flags().Lookup("output"); flag != nil && flag.Changed {
		c.takeOutput(flag.Value.String())
	}
	switch cmd.Name() {
	case "apply":
		c.Change = !usage.On(cmd, "parseonly")
		c.stdin = change.ReadsInput(cmd, given)
	case "graph":
		c.stdin = slices.Contains(given, "-")
	case "resource":
		if c.Change, err = change.SetsAttributes(given); err != nil {
			return nil, err
		}
	case "undo":
		c.Change = true
	}
	if plan := cmd.Flags().Lookup("if-plan"); plan != nil && plan.Changed {
		if c.Digests = strings.Split(plan.Value.String(), ","); c.Noop || slices.Contains(c.Digests, "") {
			return nil, usage.Errorf("--if-plan needs the digests of plans, separated by commas, and cannot be combined with --noop")
		}
	}
	if c.Change && c.yaml {
		return nil, usage.Errorf("a change of several hosts needs the output format text, json or jsonl")
	}
	return c, nil
}

func (c *Command) takeOutput(format string) {
	switch format {
	case "json", "jsonl":
		c.output = format
	case "yaml":
		c.yaml = true
	}
}

// With returns the command line with additional flags, which take precedence.
func (c *Command) With(flags ...string) []string {
	return slices.Concat(c.args[:c.dash], flags, c.args[c.dash:])
}
