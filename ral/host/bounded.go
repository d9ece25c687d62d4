package host

import (
	"bytes"
	"io"
)

// bounded keeps the first and the last half of a stream and counts the bytes in
// between.
type bounded struct {
	half    int
	head    []byte
	tail    []byte
	dropped int64
}

// Write never fails, so that output does not stop a command.
func (b *bounded) Write(p []byte) (int, error) {
	n := len(p)
	room := min(b.half-len(b.head), n)
	b.head = append(b.head, p[:room]...)
	b.tail = append(b.tail, p[room:]...)
	// The tail grows to twice its size before it is cut, so that each byte is
	// moved once.
	if len(b.tail) > 2*b.half {
		b.cut()
	}
	return n, nil
}

func (b *bounded) cut() {
	if over := len(b.tail) - b.half; over > 0 {
		b.dropped += int64(over)
		b.tail = b.tail[:copy(b.tail, b.tail[over:])]
	}
}

func (b *bounded) bytes() []byte {
	b.cut()
	return append(b.head, b.tail...)
}

// maxLine is the maximum length of a line; longer ones are reported in parts.
const maxLine = 8 << 10

// lines reports a stream line by line as it arrives.
type lines struct {
	life *life
	rest []byte
}

// Write never fails.
func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		end := bytes.IndexByte(l.rest, '\n')
		if end < 0 {
			break
		}
		l.life.output(string(l.rest[:end]))
		l.rest = l.rest[end+1:]
	}
	if len(l.rest) > maxLine {
		l.flush()
	}
	return len(p), nil
}

func (l *lines) flush() {
	if len(l.rest) > 0 {
		l.life.output(string(l.rest))
		l.rest = nil
	}
}

// counted calls full when more than left bytes were written.
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

// output reads one output of a command.
type output struct {
	kept  bounded
	lines *lines
	done  chan struct{}
}

func readStream(from io.Reader, life *life, most int64, full func()) *output {
	s := &output{kept: bounded{half: MaxOutput / 2}, done: make(chan struct{})}
	to := []io.Writer{&s.kept}
	if life != nil {
		s.lines = &lines{life: life}
		to = append(to, s.lines)
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
			s.lines.flush()
		}
	}()
	return s
}
