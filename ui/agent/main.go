//go:build linux

// Command ralsh-agent connects hosts and operators over a NATS server. Its first word says
// which part it is; docs/fleet.md has the whole.
package main

import (
	"os"

	"ralsh/ui/agent/command"
	build "ralsh/ui/version"
)

// A release sets both, as those of ralsh.
var (
	version  = "0.1.0"
	revision = ""
)

func main() {
	os.Exit(command.Main(os.Args[1:], version, build.Commit(revision), os.Stdout, os.Stderr))
}
