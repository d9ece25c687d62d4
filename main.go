//go:build linux

// Command ralsh explores one Linux host and changes it: resource types, which
// provider handles them and why, live instances, and a preview that is true.
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
