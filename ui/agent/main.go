//go:build linux

// Command ralsh-agent connects hosts and operators over a NATS server. Its first word says
// which part it is; docs/fleet.md has the whole.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"ralsh/ui/safe"
	build "ralsh/ui/version"
)

// A release sets both, as those of ralsh.
var (
	version  = "0.1.0"
	revision = ""
)

// role is what the program does, by its first word.
type role struct {
	name, does string
	flags      bool // it has flags of its own, and help for them
	run        func(ctx context.Context, args []string) error
}

func roles() []role {
	return []role{
		{"serve", "be the agent of this host; a service of systemd runs it", true, serveRole},
		{"order", "check an order, as root; systemd starts it for each", false, orderRole},
		{"run", "run an order that was checked, as root; systemd starts it for each", false, runRole},
		{"orders", "show what was ordered here, by whom, and what was refused; -o json", false, ordersRole},
		{"ask", "ask the agents of hosts for ralsh, which starts it", false, askRole},
		{"stats", "show what the agents of all hosts have been asked; -o json", false, statsRole},
		{"last", "print what the server has of a host: last facts HOST, last snapshot HOST", false, lastRole},
		{"setup", "make the configuration of a NATS server, of hosts and of operators", true, setupRole},
	}
}

func main() { os.Exit(start(os.Args[1:], os.Stdout, os.Stderr)) }

// usageError is a mistake in the command line: exit status 2.
type usageError struct{ error }

// start runs a role, and returns the exit status of the program.
func start(args []string, out, errs io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // an end that is gone is an error of Write
	if len(args) == 0 {
		fmt.Fprint(errs, usage())
		return 2
	}
	switch args[0] {
	case "--version":
		fmt.Fprintf(out, "ralsh-agent %s (commit %s, %s)\n", version, build.Commit(revision), runtime.Version())
		return 0
	case "--help", "-h", "help":
		fmt.Fprint(out, usage())
		return 0
	}
	err := play(ctx, args, out)
	if err == nil {
		return 0
	}
	fmt.Fprintf(errs, "ralsh-agent: %s\n", safe.Clean(err.Error()))
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// play plays the role that the first word names.
func play(ctx context.Context, args []string, out io.Writer) error {
	for _, r := range roles() {
		switch {
		case r.name != args[0]:
			continue
		case !r.flags && len(args) == 2 && (args[1] == "--help" || args[1] == "-h"):
			_, err := fmt.Fprintf(out, "ralsh-agent %s: %s (docs/fleet.md)\n", r.name, r.does)
			return err
		}
		return r.run(ctx, args[1:])
	}
	return usageError{fmt.Errorf("unknown command %q; ralsh-agent --help lists them", args[0])}
}

func usage() string {
	var text strings.Builder
	text.WriteString("ralsh-agent connects hosts and operators of ralsh over a NATS server (docs/fleet.md).\n\n")
	for _, r := range roles() {
		fmt.Fprintf(&text, "  ralsh-agent %-7s %s\n", r.name, r.does)
	}
	text.WriteString("\n  ralsh-agent COMMAND --help, ralsh-agent --version\n")
	return text.String()
}
