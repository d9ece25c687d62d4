package hops

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"ralsh/ral/host/stream"
)

// gate is standard input that stays unread until the program starts: a script would lose input
// that it read.
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

var errFull = errors.New("the output is too large")

// limit is reached when a host has sent more than most bytes, on both outputs together.
type limit struct {
	most    int
	mu      sync.Mutex
	sent    int
	reached chan struct{}
}

// takes counts bytes, and reports whether the sum is within the limit.
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

// bounded forwards output up to a limit.
type bounded struct {
	to    io.Writer
	limit *limit
}

// Write forwards all of p or nothing.
func (b *bounded) Write(p []byte) (int, error) {
	if !b.limit.takes(len(p)) {
		return 0, errFull
	}
	return b.to.Write(p)
}

// lines splits standard error into lines. It handles lines of the script and forwards the
// rest.
type lines struct {
	stream.Lines
	number  string
	refused func() // called when sudo prompts again; may be nil
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

// prompts removes the prompts of sudo from the output. The first prompt is already answered.
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

// promptOf returns the prompt of sudo(8) in a call, which no other line contains.
func promptOf(number string) string { return number + ":" }

func (l *lines) Write(p []byte) (int, error) {
	l.Rest = append(l.Rest, p...)
	l.prompts()
	_, err := l.Lines.Write(nil)
	return len(p), err
}
