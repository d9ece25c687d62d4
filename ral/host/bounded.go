package host

import (
	"bytes"
	"io"
)

// bounded keeps the first and the last half of a stream and counts what lies
// between.
type bounded struct {
	half    int
	head    []byte
	tail    []byte
	dropped int64
}

// Write never fails: a command is not to be stopped by what it prints.
func (b *bounded) Write(p []byte) (int, error) {
	n := len(p)
	room := min(b.half-len(b.head), n)
	b.head = append(b.head, p[:room]...)
	b.tail = append(b.tail, p[room:]...)
	// Twice the half is let in before it is cut, so that a byte is moved once.
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

// maxLine is how long a line is let grow before it is reported in pieces.
const maxLine = 8 << 10

// lines reports a stream line by line while it comes in.
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

// counted calls full when more than the bytes that are left have come.
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

// stream takes in one output of a command.
type stream struct {
	kept  bounded
	lines *lines
	done  chan struct{}
}

func readStream(from io.Reader, life *life, most int64, full func()) *stream {
	s := &stream{kept: bounded{half: MaxOutput / 2}, done: make(chan struct{})}
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
		// An error here is the end: the deadline set when the command is gone.
		_, _ = io.Copy(io.MultiWriter(to...), from)
		if s.lines != nil {
			s.lines.flush()
		}
	}()
	return s
}
