package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"sync"
	"sync/atomic"
	"time"

	"ralsh/model/wire"
)

// The times of an answer: a command that runs for longer than beginSoon is reported as begun,
// and output waits up to flushEvery for more output.
const (
	beginSoon  = 50 * time.Millisecond
	flushEvery = 200 * time.Millisecond
)

var (
	errTooMuch = errors.New("the output exceeds the limit of the operator")
	errGone    = errors.New("the operator has disconnected")
)

// answer sends the answer of a call. At most wire.MaxInFlight parts are unacknowledged: a
// write waits for the acknowledgement of the operator.
type answer struct {
	agent   *Agent
	subject string
	call    string

	got    atomic.Int64  // the last part that was acknowledged
	credit chan struct{} // something was acknowledged
	quiet  atomic.Bool   // keepAlive sent no message since its last beat

	mu      sync.Mutex
	pending []byte
	output  []byte // lines of standard error
	sum     hash.Hash
	parts   int
	left    int64 // bytes that may still be written
	over    func()
	failed  error // errTooMuch or errGone: ends sending
}

func newAnswer(a *Agent, m *wire.Call) *answer {
	return &answer{
		agent: a, subject: wire.SubjectAnswer(a.Name, m.Operator, m.Call), call: m.Call, sum: sha256.New(),
		credit: make(chan struct{}, 1), left: m.MaxBytes,
	}
}

// limit sets the maximum number of bytes. over is called when the output exceeds it, or when
// the operator disconnects.
func (a *answer) limit(most int64, over func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left, a.over = most, over
}

// full reports whether the output exceeded the limit.
func (a *answer) full() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Is(a.failed, errTooMuch)
}

// acknowledged records the number of the last part that the operator received.
func (a *answer) acknowledged(seq int) {
	for old := a.got.Load(); int64(seq) > old && !a.got.CompareAndSwap(old, int64(seq)); old = a.got.Load() {
	}
	select {
	case a.credit <- struct{}{}:
	default:
	}
}

// Write sends output. The error is errTooMuch or errGone.
func (a *answer) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.left -= int64(len(p)); a.left < 0 && a.failed == nil {
		a.fail(errTooMuch)
	}
	for rest := p; len(rest) > 0 && a.failed == nil; {
		n := min(len(rest), wire.MaxPart-len(a.pending))
		a.pending, rest = append(a.pending, rest[:n]...), rest[n:]
		if len(a.pending) == wire.MaxPart {
			a.flush(true)
		}
	}
	if a.failed != nil {
		return 0, a.failed
	}
	return len(p), nil
}

func (a *answer) fail(err error) {
	a.failed, a.pending, a.output = err, nil, nil
	if a.over != nil {
		a.over()
	}
}

// flush sends the pending output as a part. Without wait it does not wait for an
// acknowledgement, and may send nothing.
func (a *answer) flush(wait bool) {
	if len(a.pending)+len(a.output) == 0 || a.failed != nil || !a.room(wait) {
		return
	}
	if a.send(a.part()) != nil {
		a.fail(errGone)
	}
}

func (a *answer) part() wire.Answer {
	a.parts++
	a.sum.Write(a.pending)
	m := wire.Answer{Seq: a.parts, Out: a.pending, Say: string(a.output)}
	a.pending, a.output = a.pending[:0], a.output[:0]
	return m
}

// room waits until a part may be sent, if it may wait.
func (a *answer) room(wait bool) bool {
	if a.parts-int(a.got.Load()) < wire.MaxInFlight {
		return true
	}
	if !wait {
		return false
	}
	stalled := time.NewTimer(stallLimit)
	defer stalled.Stop()
	for a.parts-int(a.got.Load()) >= wire.MaxInFlight {
		select {
		case <-a.credit:
		case <-stalled.C:
			a.fail(errGone)
			return false
		case <-a.agent.ctx.Done():
			a.fail(errGone)
			return false
		}
	}
	return true
}

func (a *answer) say(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	line = wire.Clip(line)
	if len(a.output)+1+len(line) > wire.MaxSay {
		a.flush(true)
	}
	if a.failed != nil {
		return
	}
	if len(a.output) > 0 {
		a.output = append(a.output, '\n')
	}
	a.output = append(a.output, line...)
}

func (a *answer) send(m wire.Answer) error {
	a.quiet.Store(false)
	m.Call = a.call
	return a.agent.send(a.subject, m)
}

// keepAlive reports that the command has begun, unless it ends immediately, sends pending
// output, and reports that the command is alive while there is no output, until quiet is
// called.
func (a *answer) keepAlive() (quiet func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	begun := time.AfterFunc(beginSoon, func() {
		defer close(ended)
		_ = a.send(wire.Answer{Begun: true}) // the end reports the error
		a.beat(over)
	})
	return sync.OnceFunc(func() {
		close(over)
		if !begun.Stop() {
			<-ended
		}
	})
}

func (a *answer) beat(over <-chan struct{}) {
	flush, alive := time.NewTicker(flushEvery), time.NewTicker(wire.AliveEvery)
	defer flush.Stop()
	defer alive.Stop()
	for {
		select {
		case <-flush.C:
			if a.mu.TryLock() { // otherwise a write is in progress
				a.flush(false)
				a.mu.Unlock()
			}
		case <-alive.C:
			if a.quiet.Swap(true) {
				_ = a.send(wire.Answer{Alive: true})
			}
		case <-over:
			return
		}
	}
}

// end sends the remaining output and the end in a single message.
func (a *answer) end(end wire.End) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var m wire.Answer
	if len(a.pending)+len(a.output) > 0 && a.failed == nil && a.room(true) {
		m = a.part()
	}
	end.Parts, end.SHA256 = a.parts, hex.EncodeToString(a.sum.Sum(nil))
	m.End = &end
	return a.send(m)
}
