package output

import (
	"fmt"
	"io"

	streams "ralsh/ral/host/stream"
	"ralsh/ui/safe"
)

// mostTerminalLine limits a line that goes to a terminal, in bytes.
const mostTerminalLine = 16 << 20

// Cleaned writes lines of a remote host to a terminal, with colours but no other control
// characters.
type Cleaned struct {
	streams.Lines
	to io.Writer
}

// NewCleaned returns a writer for the terminal to.
func NewCleaned(to io.Writer) *Cleaned {
	return &Cleaned{to: to, Lines: streams.Lines{
		Max: mostTerminalLine, Long: fmt.Errorf("a line is longer than %d MiB", mostTerminalLine>>20),
		Line: func(line []byte) error {
			_, err := fmt.Fprintln(to, safe.Colours(string(line)))
			return err
		},
	}}
}

// Flush writes the last line if it does not end with a line feed.
func (c *Cleaned) Flush() { fmt.Fprint(c.to, safe.Colours(string(c.Rest))) }
