package orders

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"sync"
	"time"

	"ralsh/model/wire"
	streams "ralsh/ral/host/stream"
)

// maxQueued is in bytes.
const maxQueued = 2 * wire.MaxPart

// stream sends the output of a command. It never blocks the command for longer than stall: if
// the receiver disconnects or stops reading, it drops further output.
type stream struct {
	call  string
	to    *wire.Writer
	stall time.Duration
	most  int64         // of standard output, in bytes
	full  chan struct{} // closed when the output exceeds its limit

	mu    sync.Mutex
	queue []wire.Answer
	size  int           // of the queue, in bytes
	total int64         // of standard output
	more  chan struct{} // something was queued
	room  chan struct{} // something was sent
	gone  chan struct{} // closed when sending has ended
	lost  func()        // closes gone
	over  func()        // closes full
	done  chan struct{} // closed when deliver has ended
	ended bool

	parts int // of deliver alone
	sum   hash.Hash
}

func newStream(call string, most int64, to *wire.Writer, stall time.Duration) *stream {
	s := &stream{
		call: call, to: to, stall: stall, most: most, full: make(chan struct{}),
		more: make(chan struct{}, 1), room: make(chan struct{}, 1), gone: make(chan struct{}), done: make(chan struct{}), sum: sha256.New(),
	}
	s.lost = sync.OnceFunc(func() { close(s.gone) })
	s.over = sync.OnceFunc(func() { close(s.full) })
	go s.deliver()
	return s
}

// push queues a message. Output is added to output that still waits.
func (s *stream) push(a wire.Answer) {
	a.Call = s.call
	size := len(a.Out) + len(a.Say)
	var late <-chan time.Time
	for !s.add(a, size) {
		if late == nil {
			late = time.After(s.stall)
		}
		select {
		case <-s.room:
		case <-s.gone:
			return
		case <-late:
			s.lost()
			return
		}
	}
	wake(s.more)
}

// add reports whether the queue has space.
func (s *stream) add(a wire.Answer, size int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if size > 0 && s.size+size > maxQueued {
		return false
	}
	s.size += size
	if last := len(s.queue) - 1; len(a.Out) > 0 && last >= 0 && len(s.queue[last].Out) > 0 && len(s.queue[last].Out)+len(a.Out) <= wire.MaxPart {
		s.queue[last].Out = append(s.queue[last].Out, a.Out...)
		return true
	}
	s.queue = append(s.queue, a)
	return true
}

// wake sends on a channel with a buffer of length 1.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// alive reports that the command runs. Queued output reports that too.
func (s *stream) alive() {
	s.mu.Lock()
	waits := len(s.queue) > 0
	s.mu.Unlock()
	if !waits {
		s.push(wire.Answer{Alive: true})
	}
}

// end sends the end of the command, and waits until the queue is empty or sending failed.
func (s *stream) end(end wire.End) {
	s.push(wire.Answer{End: &end})
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	wake(s.more)
	late := time.NewTimer(s.stall)
	defer late.Stop()
	select {
	case <-s.done:
	case <-late.C:
	}
}

// deliver sends the queue until the end.
func (s *stream) deliver() {
	defer close(s.done)
	for {
		a, ok, ended := s.next()
		switch {
		case ok:
			if err := s.to.Write(s.numbered(a)); err != nil {
				s.lost()
				return
			}
			wake(s.room)
			continue
		case ended:
			return
		}
		select {
		case <-s.more:
		case <-s.gone:
			return
		}
	}
}

func (s *stream) next() (a wire.Answer, ok, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return a, false, s.ended
	}
	a, s.queue = s.queue[0], s.queue[1:]
	s.size -= len(a.Out) + len(a.Say)
	return a, true, false
}

// numbered numbers the parts, and adds their count to the end.
func (s *stream) numbered(a wire.Answer) wire.Answer {
	switch {
	case len(a.Out) > 0:
		s.parts++
		a.Seq = s.parts
		s.sum.Write(a.Out)
	case a.End != nil:
		a.End.Parts, a.End.SHA256 = s.parts, hex.EncodeToString(s.sum.Sum(nil))
	}
	return a
}

// isFull reports whether the output exceeded its limit.
func (s *stream) isFull() bool {
	select {
	case <-s.full:
		return true
	default:
		return false
	}
}

type output struct{ *stream }

// Write never fails: the command continues if its output is not read.
func (o output) Write(p []byte) (int, error) {
	rest := p
	for len(rest) > 0 {
		part := rest[:min(len(rest), wire.MaxPart)]
		rest = rest[len(part):]
		if o.total += int64(len(part)); o.total > o.most {
			o.over()
			break
		}
		o.push(wire.Answer{Out: bytes.Clone(part)})
	}
	return len(p), nil
}

// errorLines returns a writer for standard error of a command, which is sent line by line.
func errorLines(s *stream) *streams.Lines {
	return &streams.Lines{Max: wire.MaxSay, Line: func(line []byte) error {
		if len(line) > 0 {
			s.push(wire.Answer{Say: wire.Clip(string(line))})
		}
		return nil
	}}
}
