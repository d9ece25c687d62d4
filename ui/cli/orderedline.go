package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ui/cli/command"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

// orderedFlag is the first argument of a command line that a remote host ordered, set by
// `ralsh-agent run`. Its value is the digest of the plan to apply, or orderedPlan if the
// command line must not make changes.
const (
	orderedFlag = "--ordered="
	orderedPlan = "plan"
)

// orderedFlags are the flags that an order can contain: flags that change the output, and
// flags that restrict a run.
var orderedFlags = [...]string{
	"along", "code", "color", "debug", "detailed-exitcodes", "execute", "file", "if-plan", "ignore-schedules", "ignoreschedules", "limit", "no-batch", "no-checks",
	"noop", "output", "param", "provider", "show-legacy", "show_diff", "skip-tags", "skip_tags", "sources", "strict", "tags", "test", "timing", "types", "verbose",
}

// restricted returns the command line of an order, restricted to its permissions. The parser that
// runs it also reads it here. The flags that choose between a plan and an apply come last, and
// take precedence.
func (a *app) restricted(want string, args []string) ([]string, error) {
	if sum, err := hex.DecodeString(want); want != orderedPlan && (err != nil || len(sum) != sha256.Size) {
		return nil, usage.Errorf("%s%.80s must be %q or the digest of a plan", orderedFlag, want, orderedPlan)
	}
	if err := a.mayBeOrdered(args); err != nil {
		return nil, err
	}
	c, err := remote.ReadCommand(a.tree, args)
	if err != nil {
		return nil, err
	}
	apply := want != orderedPlan
	switch {
	case apply && !c.Change:
		return nil, usage.Errorf("the order contains the digest of a plan, but its command makes no changes")
	case apply && c.Noop:
		return nil, usage.Errorf("the digest of an order and --noop cannot be combined")
	case apply:
		return c.With("--noop=false", "--if-plan="+want), nil
	case c.Digests != nil:
		return nil, usage.Errorf("--if-plan needs an order with the digest of a plan")
	case c.HasNoop:
		return c.With("--noop=true"), nil
	}
	return args, nil
}

// mayOrder reports whether an order may have a command.
func mayOrder(cmd *cobra.Command) bool {
	return cmd.HasParent() && (remote.RunsOnMany(cmd) || cmd.CommandPath() == "ralsh undo" || cmd.CommandPath() == "ralsh snapshot")
}

// mayBeOrdered returns an error for a command or a flag that no order may have.
func (a *app) mayBeOrdered(args []string) error {
	cmd, words, err := a.tree().Find(args)
	if err != nil {
		return usage.Wrap(err)
	}
	if !mayOrder(cmd) {
		return usage.Errorf("an order cannot contain the command %s", cmd.CommandPath())
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(words); err != nil {
		return command.FlagError(cmd, err)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(orderedFlags[:], f.Name) {
			err = usage.Errorf("an order cannot contain --%s", f.Name)
		}
	})
	return err
}

// orderOf returns the permission of an order, if a command line begins with it.
func orderOf(args []string) (want string, rest []string, is bool) {
	if len(args) == 0 {
		return "", args, false
	}
	want, is = strings.CutPrefix(args[0], orderedFlag)
	return want, args[1:], is
}
