package facts

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

const augparse = "augparse"

var augeasVersion = lazyre.New(`(?m)^augparse (\d+\.\d+\.\d+)`)

// augeas is the version of the Augeas library, which only its tools tell.
func augeas(ctx context.Context, look host.Reader, s *factBuilder) {
	const from = "augparse --version (command)"
	text, err := ask(ctx, look, augparse, "--version")
	if err != nil {
		s.fail("augeas.version", from, err)
		return
	}
	if m := augeasVersion.FindStringSubmatch(text); m != nil {
		s.text("augeas.version", m[1], from)
	}
}
