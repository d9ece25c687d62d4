package cli

import (
	"fmt"
	"io"

	streams "ralsh/ral/host/stream"
	"ralsh/ui/safe"
)

// mostTerminalLine limits a line that goes to a terminal, in bytes.
const mostTerminalLine = 16 << 20

// cleaned writes lines of a remote host to a terminal, with colours but no other control
// characters.
type cleaned struct {
	streams.Lines
	to io.Writer
}

func newCleaned(to io.Writer) *cleaned {
	return &cleaned{to: to, Lines: streams.Lines{
		Max: mostTerminalLine, Long: fmt.Errorf("a line is longer than %d MiB", mostTerminalLine>>20),
		Line: func(line []byte) error {
			_, err := fmt.Fprintln(to, safe.Colours(string(line)))
			return err
		},
	}}
}

// flush writes the last line if it does not end with a line feed.
func (c *cleaned) flush() { fmt.Fprint(c.to, safe.Colours(string(c.Rest))) }
