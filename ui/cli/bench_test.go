package cli_test

import (
	"context"
	"io"
	"testing"

	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ui/cli"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// BenchmarkPackages is the work of ralsh resource package --provider apt
// without the start of a process. It skips where there is no dpkg.
func BenchmarkPackages(b *testing.B) {
	for b.Loop() {
		reg := ral.NewRegistry()
		providers.Register(reg)
		status := cli.Main(context.Background(), cli.Program{
			Env:     command.Env{Args: []string{"resource", "package", "--provider", "apt"}, Registry: reg},
			Streams: output.Streams{Out: io.Discard, Err: io.Discard, Getenv: func(string) string { return "" }},
		})
		if status != command.Done {
			b.Skip("there is no apt on this machine")
		}
	}
}
