package remote

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/ui/cli/usage"
)

// fleetFlags are the flags between --on TARGET and the command.
type fleetFlags struct {
	inventory string
	limit     int
	timeout   time.Duration
	yes       bool
	batch     string
	stopAfter int
}

func (f *fleetFlags) set() *pflag.FlagSet {
	set := pflag.NewFlagSet("on", pflag.ContinueOnError)
	set.StringVar(&f.inventory, "inventory", "", "")
	set.IntVar(&f.limit, "limit", fleet.DefaultLimit, "")
	set.DurationVar(&f.timeout, "timeout", fleet.DefaultSilence, "")
	set.BoolVar(&f.yes, "yes", false, "")
	set.StringVar(&f.batch, "batch", fleet.DefaultBatches, "")
	set.IntVar(&f.stopAfter, "stop-after", 1, "")
	return set
}

// isFleet reports whether --on selects several hosts, or is followed by a flag for several
// hosts.
func isFleet(target string, rest []string) bool {
	if fleet.IsMany(target) {
		return true
	}
	if len(rest) == 0 || !strings.HasPrefix(rest[0], "--") {
		return false
	}
	name, _, _ := strings.Cut(rest[0][2:], "=")
	return name != "" && (&fleetFlags{}).set().Lookup(name) != nil
}

// parse removes the leading flags for several hosts from the command line.
func (f *fleetFlags) parse(args []string) (command []string, err error) {
	set, n := f.set(), 0
	for n < len(args) {
		name, _, valued := strings.Cut(strings.TrimPrefix(args[n], "--"), "=")
		flag := set.Lookup(name)
		if flag == nil || !strings.HasPrefix(args[n], "--") {
			break
		}
		if n++; !valued && flag.NoOptDefVal == "" {
			n++
		}
	}
	if err := set.Parse(args[:min(n, len(args))]); err != nil {
		return nil, usage.Errorf("%s", usage.FlagText(err))
	}
	switch command = args[min(n, len(args)):]; {
	case f.limit < 1:
		return nil, usage.Errorf("--limit needs a number of hosts, at least 1 (example: 10)")
	case f.timeout < time.Second:
		return nil, usage.Errorf("--timeout needs a duration, at least 1s (example: 60s)")
	case f.stopAfter < 1:
		return nil, usage.Errorf("--stop-after needs a number of failures, at least 1 (example: 3)")
	}
	return command, nil
}

// ForCompletion returns the command line that completes a word, without the flags of many hosts,
// which no command has. Any other command line is as it was.
func ForCompletion(args []string) []string {
	if len(args) < 2 || args[0] != cobra.ShellCompRequestCmd && args[0] != cobra.ShellCompNoDescRequestCmd {
		return args
	}
	on, rest, given := OnTarget(args[1:])
	if !given || len(rest) == 0 {
		return args
	}
	command, err := (&fleetFlags{}).parse(rest)
	if err != nil || len(command) == 0 {
		command = rest[len(rest)-1:]
	}
	return append([]string{args[0], "--on", on}, command...)
}

// hosts reads the inventory: the named file, or the inventory of this account.
func (a Caller) hosts(named string) (*fleet.Inventory, error) {
	var places fleet.Places
	places.Own, places.SSH, _ = model.HostsFiles(a.Getenv)
	switch places.Named = named; named {
	case "":
	case "-":
		places.Named, places.In = "stdin", a.In
	default:
		file, err := a.Open(named)
		if err != nil {
			return nil, usage.Errorf("cannot read the hosts from %s: %w", named, errors.Unwrap(err))
		}
		defer file.Close()
		places.In = io.Reader(file)
	}
	inv, err := fleet.Open(places)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	for _, warning := range inv.Warnings {
		a.Say("%s", warning)
	}
	return inv, nil
}
