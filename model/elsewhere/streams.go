package elsewhere

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"ralsh/ral/host/stream"
)

// gate is standard input that is not read before the program runs: what the script does not
// read would be lost with it.
type gate struct {
	first  string // is read at once
	in     io.Reader
	opened chan struct{}
	over   chan struct{}
}

// Read waits for the program.
func (g *gate) Read(p []byte) (int, error) {
	if n := copy(p, g.first); n > 0 {
		g.first = g.first[n:]
		return n, nil
	}
	select {
	case <-g.opened:
		if g.in == nil {
			return 0, io.EOF
		}
		return g.in.Read(p)
	case <-g.over:
		return 0, io.EOF
	}
}

// errFull ends a copy.
var errFull = errors.New("the output is too large")

// limit is reached when a host has sent more than most bytes, on both outputs together.
type limit struct {
	most    int
	mu      sync.Mutex
	sent    int
	reached chan struct{}
}

// takes counts bytes, and reports whether they are within the limit.
func (l *limit) takes(n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.sent
	if l.sent += n; l.sent > l.most && before <= l.most {
		close(l.reached)
	}
	return l.sent <= l.most
}

func (l *limit) isReached() bool {
	select {
	case <-l.reached:
		return true
	default:
		return false
	}
}

// bounded passes on what is within a limit.
type bounded struct {
	to    io.Writer
	limit *limit
}

// Write passes on a part, or none of it.
func (b *bounded) Write(p []byte) (int, error) {
	if !b.limit.takes(len(p)) {
		return 0, errFull
	}
	return b.to.Write(p)
}

// lines splits standard error into lines. Those of the script are heard, and the others
// are passed on.
type lines struct {
	stream.Lines
	number  string
	refused func() // is called when sudo asks once more; nil if it does not matter
	asked   bool
}

func newLines(number string, hears func(heard), say func(string)) *lines {
	l := &lines{number: number}
	l.Max = mostLine
	l.Line = func(text []byte) error {
		line := strings.TrimSuffix(string(text), "\r")
		if h := hear(number, line); number != "" && h.what != "" {
			hears(h)
		} else {
			say(line)
		}
		return nil
	}
	return l
}

// prompts takes the prompts of sudo out of what came. The first one is answered already.
func (l *lines) prompts() {
	prompt := []byte(promptOf(l.number))
	for l.number != "" {
		before, after, is := bytes.Cut(l.Rest, prompt)
		if !is {
			return
		}
		l.Rest = append(before, after...)
		if l.asked && l.refused != nil {
			l.refused()
		}
		l.asked = true
	}
}

// promptOf returns the prompt of sudo(8) in a call, which no line of anything else has.
func promptOf(number string) string { return number + ":" }

// Write takes a part.
func (l *lines) Write(p []byte) (int, error) {
	l.Rest = append(l.Rest, p...)
	l.prompts()
	_, err := l.Lines.Write(nil)
	return len(p), err
}
