package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/stream"
)

// Sandbox is a supervisor with its zygote. It creates views and processes.
type Sandbox struct {
	wire wire
	log  *stream.Ends
	done chan struct{} // closed when the supervisor has ended
	stop func()        // ends the supervisor

	mu      sync.Mutex
	last    int
	waiting map[int]chan message
	procs   map[int]*Process
	opened  chan message
	err     error
}

// ErrClosed is the error of a sandbox after Close.
var ErrClosed = errors.New("the sandbox is closed")

// Open starts a sandbox, and returns when the trusted code is loaded. It returns
// an *UnavailableError where this machine cannot confine a process.
func Open(ctx context.Context, spec Spec) (*Sandbox, error) {
	ours, theirs, err := socketPair(unix.SOCK_SEQPACKET)
	if err != nil {
		return nil, err
	}
	w, err := newWire(ours)
	other := os.NewFile(uintptr(theirs), "supervisor")
	defer func() { _ = other.Close() }()
	if err != nil {
		return nil, err
	}
	s := &Sandbox{
		wire: w, log: newLog(), done: make(chan struct{}), opened: make(chan message, 1),
		waiting: map[int]chan message{}, procs: map[int]*Process{},
	}
	if err := s.start(spec, other); err != nil {
		_ = w.conn.Close()
		return nil, err
	}
	go s.listen()
	select {
	case m := <-s.opened:
		if err = m.failure(); err != nil && !m.Lacking {
			err = fmt.Errorf("%w: %s", err, text(s.log))
		}
	case <-s.done:
		err = s.Err()
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// listen handles the messages of the supervisor.
func (s *Sandbox) listen() {
	for {
		m, err := s.wire.receive()
		if err != nil {
			return
		}
		s.mu.Lock()
		switch {
		case m.ID != 0:
			if reply, ok := s.waiting[m.ID]; ok {
				delete(s.waiting, m.ID)
				if m.Proc != 0 {
					m.process = s.process(m.Proc)
				}
				reply <- m
			} else {
				s.abandon(m)
			}
		case m.Op == opened:
			s.opened <- m
		case m.Op == died:
			s.process(m.Proc).finish(m.Died)
			delete(s.procs, m.Proc)
		}
		s.mu.Unlock()
	}
}

func (s *Sandbox) ask(ctx context.Context, m message) (message, error) {
	reply := make(chan message, 1)
	s.mu.Lock()
	s.last++
	m.ID = s.last
	s.waiting[m.ID] = reply
	s.mu.Unlock()
	s.tell(m)
	var err error
	select {
	case answer := <-reply:
		return answer, answer.failure()
	case <-s.done:
		err = s.Err()
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.waiting[m.ID]; !ok {
		s.abandon(<-reply)
	}
	delete(s.waiting, m.ID)
	return message{}, err
}

// abandon undoes a result that arrived after its request was cancelled.
func (s *Sandbox) abandon(m message) {
	closeAll(m.fds)
	switch m.Op {
	case startProcess, forkProcess:
		s.tell(message{Op: killProcess, Proc: m.Proc})
	case makeView:
		s.tell(message{Op: closeView, View: m.View})
	}
}

// tell sends a message without a reply. It fails only if the supervisor has ended, together
// with the subject of the message.
func (s *Sandbox) tell(m message) { _ = s.wire.send(m) }

// process returns a process by its number; s.mu is held.
func (s *Sandbox) process(id int) *Process {
	p, ok := s.procs[id]
	if !ok {
		p = &Process{sandbox: s, id: id, over: make(chan struct{})}
		s.procs[id] = p
	}
	return p
}

// ended records the end of the supervisor.
func (s *Sandbox) ended(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		message, _, _ := strings.Cut(text(s.log), "\n\tfrom ") // Ruby prints a backtrace after the message
		s.err = fmt.Errorf("the sandbox has ended: %w: %s", err, message)
	}
	for _, p := range s.procs {
		p.finish(&DiedError{Signal: int(unix.SIGKILL), Log: "the sandbox has ended"})
	}
	close(s.done)
}

// Done is closed when the sandbox has ended.
func (s *Sandbox) Done() <-chan struct{} { return s.done }

// Err returns why the sandbox has ended: ErrClosed after Close, nil while it
// works.
func (s *Sandbox) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Close ends all processes of the sandbox, and waits for their end.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	closed := errors.Is(s.err, ErrClosed)
	s.err = ErrClosed
	s.mu.Unlock()
	s.stop()
	<-s.done
	if closed {
		return nil
	}
	return s.wire.conn.Close()
}

func (m message) failure() error {
	switch {
	case m.Lacking:
		return &UnavailableError{Why: m.Error}
	case m.Error != "":
		return errors.New(m.Error)
	}
	return nil
}

// newLog returns a log that stores its end.
func newLog() *stream.Ends { return &stream.Ends{Last: 8 << 10} }

func text(log *stream.Ends) string {
	kept, _ := log.Bytes()
	return strings.ToValidUTF8(strings.TrimSpace(string(kept)), "\uFFFD")
}
