//go:build linux

// Command ralsh explores one Linux host and changes it: resource types, which
// provider handles them and why, live instances, and a preview that is true.
package main

import (
	"os"
	"runtime/debug"

	"ralsh/providers"
	"ralsh/ral/host/sandbox"
	"ralsh/ui/terminal"
)

func main() {
	if sandbox.Enter() {
		return
	}
	os.Exit(terminal.Main(providers.Register, version, commit()))
}

// A release sets both: go build -ldflags "-X main.version=1.2.3 -X main.revision=...".
var (
	version  = "0.1.0"
	revision = ""
)

// commit is the revision that the build was made from, as the release or the Go tool
// notes it. go run notes none.
func commit() string {
	if revision != "" {
		return revision
	}
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return "unknown"
}
