package sandbox

import (
	"strings"

	"ralsh/ral/host/stream"
)

// newLog returns a log of which the end is kept.
func newLog() *stream.Ends { return &stream.Ends{Last: 8 << 10} }

// text returns the last lines of a log.
func text(log *stream.Ends) string {
	kept, _ := log.Bytes()
	return strings.ToValidUTF8(strings.TrimSpace(string(kept)), "\uFFFD")
}
