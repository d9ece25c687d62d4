package local

import (
	"io"

	"ralsh/ral/host"
	"ralsh/ral/host/stream"
)

// counted calls full after more than left bytes.
type counted struct {
	left int64
	full func()
}

// Write never fails.
func (c *counted) Write(p []byte) (int, error) {
	if c.left -= int64(len(p)); c.left < 0 {
		c.full()
	}
	return len(p), nil
}

type output struct {
	kept  stream.Ends
	lines *stream.Lines // may be nil
	done  chan struct{}
}

// readStream reads until the end. hears, if set, gets the output as it arrives.
func readStream(from io.Reader, life *host.Tracer, most int64, full func(), hears io.Writer) *output {
	s := &output{kept: stream.Ends{First: maxOutput / 2, Last: maxOutput / 2}, done: make(chan struct{})}
	to := []io.Writer{&s.kept}
	if life != nil {
		s.lines = life.Lines()
		to = append(to, s.lines)
	}
	if hears != nil {
		to = append(to, hears)
	}
	if most > 0 {
		to = append(to, &counted{most, full})
	}
	go func() {
		defer close(s.done)
		// An error ends the stream: the deadline is set when the command has
		// ended.
		_, _ = io.Copy(io.MultiWriter(to...), from)
		if s.lines != nil {
			_ = s.lines.Flush()
		}
	}()
	return s
}

// maxOutput limits the stored bytes of each stream: the first half and the last half. The
// bytes in between are dropped and counted.
const maxOutput = 32 << 20
