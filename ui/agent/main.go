//go:build linux

// Command ralsh-agent connects hosts and operators over a NATS server. Its first argument
// selects the part; see docs/fleet.md.
package main

import (
	"os"

	"ralsh/ui/agent/command"
	build "ralsh/ui/version"
)

// A release sets both, like those of ralsh.
var (
	version  = "0.1.0"
	revision = ""
)

func main() {
	os.Exit(command.Main(os.Args[1:], version, build.Commit(revision), os.Stdout, os.Stderr))
}
