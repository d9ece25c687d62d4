//go:build linux

// Command ralsh explores one Linux host and changes it: resource types, which
// provider handles them and why, live instances, and a preview that is true.
package main

import (
	"io"
	"os"
	"runtime/debug"

	"github.com/charmbracelet/x/term"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ui/cli"
	"ralsh/ui/early"
	"ralsh/ui/terminal"
)

func main() {
	early.Restore()
	reg := ral.NewRegistry()
	providers.Register(reg)
	tty, ctx, stop := terminal.Listen()
	status := cli.Main(ctx, cli.Env{
		Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv,
		Open:        func(name string) (io.ReadCloser, error) { return os.Open(name) },
		Terminal:    term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()),
		OutTerminal: term.IsTerminal(os.Stdout.Fd()),
		ErrTerminal: term.IsTerminal(os.Stderr.Fd()),
		Kill:        tty.Again,
		KeepWriting: terminal.KeepWriting,
		Registry:    reg, Version: version, Commit: commit(), Screen: tty.Screen,
	})
	stop()
	os.Exit(status)
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
