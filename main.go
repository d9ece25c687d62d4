//go:build linux

// Command ralsh inspects and changes the resources of a Linux host. It explains
// which provider manages a resource and why, and previews every change.
package main

import (
	"os"

	"ralsh/providers"
	"ralsh/ral/host/sandbox"
	"ralsh/ui/terminal"
	build "ralsh/ui/version"
)

func main() {
	if sandbox.Enter() {
		return
	}
	os.Exit(terminal.Main(providers.Register, version, build.Commit(revision)))
}

// A release sets both: go build -ldflags "-X main.version=1.2.3 -X main.revision=...".
var (
	version  = "0.1.0"
	revision = ""
)
