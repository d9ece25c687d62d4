//go:build linux

// Command ralsh-agent connects hosts and operators over a NATS server. Its first word says
// which part it is; docs/fleet.md has the whole.
package main

import (
	"context"
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

// The exit statuses.
const (
	done     = 0
	failed   = 1
	badUsage = 2
)

// process is what a role has of this process.
type process struct {
	in       io.Reader
	out, err io.Writer
	getenv   func(string) string
}

// say prints a line to standard error. Foreign text in it is made harmless.
func (p process) say(line string) { fmt.Fprintf(p.err, "ralsh-agent: %s\n", safe.Clean(line)) }

// role is a part that the program plays.
type role struct {
	word, does string
	run        func(context.Context, process, []string) int
}

func roles() []role {
	return []role{
		{"serve", "is the agent of a host; a service of systemd runs it", runServe},
		{"ask", "asks the agents of hosts for ralsh, which starts it", runAsk},
		{"setup", "makes the configuration of a NATS server, of hosts and of operators", runSetup},
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := start(ctx, process{os.Stdin, os.Stdout, os.Stderr, os.Getenv}, os.Args[1:])
	stop()
	os.Exit(status)
}

// start plays the role that the first word names.
func start(ctx context.Context, p process, args []string) int {
	switch {
	case len(args) == 1 && args[0] == "--version":
		fmt.Fprintf(p.out, "ralsh-agent %s (commit %s, %s)\n", version, build.Commit(revision), runtime.Version())
		return done
	case len(args) == 1 && (args[0] == "--help" || args[0] == "-h" || args[0] == "help"):
		fmt.Fprint(p.out, usage())
		return done
	case len(args) == 0:
		fmt.Fprint(p.err, usage())
		return badUsage
	}
	for _, r := range roles() {
		if r.word == args[0] {
			return r.run(ctx, p, args[1:])
		}
	}
	p.say(fmt.Sprintf("unknown command %q; ralsh-agent --help lists them", args[0]))
	return badUsage
}

func usage() string {
	var text strings.Builder
	text.WriteString("ralsh-agent connects hosts and operators of ralsh over a NATS server (docs/fleet.md).\n\n")
	for _, r := range roles() {
		fmt.Fprintf(&text, "  ralsh-agent %-8s %s\n", r.word, r.does)
	}
	text.WriteString("\n  ralsh-agent COMMAND --help, ralsh-agent --version\n")
	return text.String()
}
