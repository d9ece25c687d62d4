package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/stream"
)

// marker is set in the environment of a supervisor.
const marker = "RALSH_SANDBOX"

// Enter runs the supervisor of a sandbox and ends the process, if this process was started as
// a supervisor. Otherwise it returns false. It is the first call of a main function.
func Enter() (asked bool) {
	if os.Getenv(marker) != "1" || os.Getpid() != 1 {
		return false
	}
	if err := supervise(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
	return true
}

// supervisor is the first process of the namespaces. Only this process keeps its privileges.
type supervisor struct {
	wire   wire
	spec   Spec
	base   base
	zygote *net.UnixConn

	mu    sync.Mutex
	last  int
	views map[int]*mounts
	procs map[int]*confined
}

// mounts is a view: its mount namespace.
type mounts struct {
	ns      int
	overlay bool
	network bool
	host    bool     // its /proc is the host's
	hidden  []string // directories that are empty
}

// confined is a process of a view.
type confined struct {
	id, view, pid int
	kind          Kind
	conn          *net.UnixConn // a second descriptor of the other side's socket, for a fork
	log           *stream.Ends
	output        *os.File      // the source of the log
	drained       chan struct{} // closed when the log has ended
}

func supervise() error {
	w, err := newWire(3)
	if err != nil {
		return err
	}
	s := &supervisor{wire: w, views: map[int]*mounts{}, procs: map[int]*confined{}}
	err = s.open()
	if lacking := (*UnavailableError)(nil); err != nil {
		m := message{Op: opened, Error: err.Error(), Lacking: errors.As(err, &lacking)}
		if m.Lacking {
			m.Error = lacking.Why
		}
		if err := w.send(m); err != nil {
			return err
		}
		_, _ = w.receive() // until it was read, and this is closed
		return nil
	}
	if err := w.send(message{Op: opened}); err != nil {
		return err
	}
	for {
		m, err := w.receive()
		if err != nil {
			return nil // with this process, all ends
		}
		go s.handle(m)
	}
}

func (s *supervisor) open() error {
	spec := os.NewFile(4, "spec")
	err := json.NewDecoder(spec).Decode(&s.spec)
	if err := errors.Join(err, spec.Close()); err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return &UnavailableError{Why: err.Error()}
	}
	return s.startZygote()
}

func (s *supervisor) handle(m message) {
	reply, err := message{}, error(nil)
	switch m.Op {
	case makeView:
		reply, err = s.makeView(m)
	case refreshView:
		reply, err = s.refreshView(m)
	case closeView:
		s.closeView(m.View)
	case startProcess:
		reply, err = s.startProcess(m)
	case forkProcess:
		reply, err = s.forkProcess(m)
	case killProcess:
		s.killProcess(m.Proc)
	}
	if m.ID == 0 {
		return
	}
	if err != nil {
		reply = message{Error: err.Error()}
	}
	reply.ID, reply.Op = m.ID, m.Op
	s.send(reply)
	closeAll(reply.fds)
}

// send ends this process if a message cannot be sent, because the other side waits for it.
func (s *supervisor) send(m message) {
	if err := s.wire.send(m); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (s *supervisor) makeView(m message) (message, error) {
	view := mounts{overlay: m.Overlay, network: m.Network, host: m.Host, hidden: m.Hidden}
	made, err := s.base.build(view)
	if err != nil {
		return message{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	view.ns = made.ns
	s.views[s.last] = &view
	return message{View: s.last, fds: []int{made.root, made.layers}, Uppers: made.uppers}, nil
}

func (s *supervisor) refreshView(m message) (message, error) {
	view, err := s.view(m.View)
	if err != nil {
		return message{}, err
	}
	defer func() { _ = unix.Close(view.ns) }()
	made, err := s.base.rebuild(view)
	return message{fds: []int{made.root, made.layers}, Uppers: made.uppers}, err
}

// view returns a view with a descriptor of its namespace for the caller.
func (s *supervisor) view(id int) (mounts, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	view, ok := s.views[id]
	if !ok {
		return mounts{}, errors.New("the view is closed")
	}
	copied := *view
	var err error
	copied.ns, err = unix.FcntlInt(uintptr(view.ns), unix.F_DUPFD_CLOEXEC, 0)
	return copied, err
}

func (s *supervisor) closeView(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.procs {
		if p.view == id {
			p.kill()
		}
	}
	if view, ok := s.views[id]; ok {
		_ = unix.Close(view.ns)
		delete(s.views, id)
	}
}
