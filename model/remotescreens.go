package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/stream"
)

// Visit is the terminal UI of a remote host, while it controls the terminal. It
// has the methods that Bubble Tea requires.
type Visit struct {
	*attached.Interactive
	target   string
	messages stream.Ends
}

// NewVisit opens the terminal UI of a target of --on. flags select how it is drawn.
func NewVisit(ctx context.Context, target string, flags ...string) *Visit {
	return newVisit(target, attached.NewOwnInteractive(ctx, nil, append([]string{"--on", target}, flags...)...))
}

func newVisit(target string, program *attached.Interactive) *Visit {
	return &Visit{target: target, messages: stream.Ends{Last: maxMessage}, Interactive: program}
}

// CommandElsewhere returns the command that opens the terminal UI of a target.
func CommandElsewhere(target string) string {
	return host.ShellJoin([]string{"ralsh", "--on", target})
}

// SetStderr sets the standard error.
func (v *Visit) SetStderr(w io.Writer) { v.Interactive.SetStderr(io.MultiWriter(w, &v.messages)) }

// Run shows the screens until the user leaves them. The error contains the last
// lines of standard error, because the cause may be in an earlier line. The lines
// are foreign text.
func (v *Visit) Run() error {
	err := v.Interactive.Run()
	text, _ := v.messages.Bytes()
	if last := lastLines(text); err != nil && len(last) > 0 {
		return errors.New(strings.Join(last, "; "))
	}
	if err != nil {
		return fmt.Errorf("the terminal UI of %s failed: %w", v.target, err)
	}
	return nil
}

// maxMessage limits the saved part of standard error, in bytes, and maxMessageLines the
// lines in an error.
const (
	maxMessage      = 4 << 10
	maxMessageLines = 3
)

// lastLines returns the last distinct lines with text, without the name of this program.
func lastLines(text []byte) (list []string) {
	for line := range strings.Lines(string(text)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "ralsh: ")
		if line != "" && !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list[max(0, len(list)-maxMessageLines):]
}
