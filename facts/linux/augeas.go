package linux

import (
	"context"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

const augparse = "augparse"

var augeasVersion = lazyre.New(`(?m)^augparse (\d+\.\d+\.\d+)`)

// augeas adds the version of the Augeas library, which only its tools report.
func augeas(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	const from = "augparse --version (command)"
	text, err := ask(ctx, rd, augparse, "--version")
	if err != nil {
		b.Fail("augeas.version", from, err)
		return
	}
	if m := augeasVersion.FindStringSubmatch(text); m != nil {
		b.Text("augeas.version", m[1], from)
	}
}
