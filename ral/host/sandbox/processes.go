package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// startLimit limits the time of the zygote to start a process.
const startLimit = 30 * time.Second

// startProcess makes the zygote start a process in a view.
func (s *supervisor) startProcess(m message) (message, error) {
	view, err := s.view(m.View)
	if err != nil {
		return message{}, err
	}
	network := view.network && m.Kind == Code
	order := map[string]any{"kind": m.Kind, "looks": !view.overlay, "network": network || m.Kind == Probe, "filter": filterName(m.Kind, network), "keep": s.base.kept(m.Kind)}
	defer func() { _ = unix.Close(view.ns) }()
	fds := []int{view.ns}
	if order["network"] == false {
		fds = append(fds, s.base.noNet)
	}
	return s.newProcess(s.zygote, order, fds, confined{view: m.View, kind: m.Kind})
}

// forkProcess makes a process fork itself.
func (s *supervisor) forkProcess(m message) (message, error) {
	s.mu.Lock()
	parent, ok := s.procs[m.Proc]
	s.mu.Unlock()
	if !ok {
		return message{}, errors.New("the process has ended")
	}
	if parent.kind != Code {
		return message{}, errors.New("only a process of kind code can be forked")
	}
	return s.newProcess(parent.conn, map[string]any{"op": "fork"}, nil, confined{view: parent.view, kind: Code})
}

// newProcess sends an order for a process, with its socket and its log, and
// waits until it is ready.
func (s *supervisor) newProcess(maker *net.UnixConn, order map[string]any, fds []int, p confined) (message, error) {
	ours, theirs, err := socketPair(unix.SOCK_STREAM)
	if err != nil {
		return message{}, err
	}
	defer func() { _ = unix.Close(theirs) }()
	given, err := unix.FcntlInt(uintptr(ours), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return message{}, errors.Join(err, unix.Close(ours))
	}
	w, err := newWire(ours)
	if err != nil {
		return message{}, errors.Join(err, unix.Close(given))
	}
	p.conn = w.conn
	reader, writer, err := os.Pipe()
	if err != nil {
		return message{}, errors.Join(err, unix.Close(given), p.conn.Close())
	}
	p.log, p.output, p.drained = newLog(), reader, make(chan struct{})
	go func() {
		_, _ = io.Copy(p.log, reader)
		_ = reader.Close()
		close(p.drained)
	}()
	err = sendLine(maker, order, append([]int{theirs, int(writer.Fd())}, fds...))
	_ = writer.Close()
	if err == nil {
		p.pid, err = ready(p.conn, startLimit, 2)
	}
	if err == nil {
		err = s.adopt(&p)
	}
	if err != nil {
		err = fmt.Errorf("a process did not start: %w: %s", err, text(p.log))
		return message{}, errors.Join(err, unix.Close(given), p.conn.Close())
	}
	return message{Proc: p.id, pid: p.pid, fds: []int{given}}, nil
}

// sendLine sends a request to a Ruby process.
func sendLine(conn *net.UnixConn, order map[string]any, fds []int) error {
	line, err := json.Marshal(order)
	if err != nil {
		return err
	}
	if err := conn.SetWriteDeadline(time.Now().Add(startLimit)); err != nil {
		return err
	}
	_, _, err = conn.WriteMsgUnix(append(line, '\n'), unix.UnixRights(fds...), nil)
	return err
}

// ready waits until a process reports that it is ready, and until its maker reports that this
// process is its parent. It returns the number of the process.
func ready(conn *net.UnixConn, limit time.Duration, lines int) (pid int, err error) {
	if err := conn.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return 0, err
	}
	for range lines {
		data := make([]byte, packetLimit)
		n, from, fds, err := receiveWith(conn, data) // never the lines of two
		if err != nil {
			return 0, err
		}
		closeAll(fds)
		var text struct {
			Ready bool
			Error string
		}
		switch err := json.Unmarshal(data[:n], &text); {
		case err != nil:
			return 0, err
		case text.Error != "":
			return 0, errors.New(text.Error)
		case text.Ready:
			pid = from
		}
	}
	return pid, conn.SetReadDeadline(time.Time{})
}

// adopt makes a process the leader of a process group, which ends with it: its filter keeps
// its forks in the group.
func (s *supervisor) adopt(p *confined) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := unix.Setpgid(p.pid, p.pid); err != nil {
		return fmt.Errorf("the process ended at its start: %w", err)
	}
	if _, ok := s.views[p.view]; !ok {
		p.kill()
		return errors.New("the view is closed")
	}
	s.last++
	p.id = s.last
	s.procs[p.id] = p
	return nil
}

func (s *supervisor) killProcess(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.procs[id]; ok {
		p.kill()
	}
}

// kill ends a process and its forks. The lock of the supervisor is held, so the number still
// belongs to the process.
func (p *confined) kill() {
	_ = unix.Kill(p.pid, unix.SIGKILL)
	_ = unix.Kill(-p.pid, unix.SIGKILL)
}

// reap waits for each process that ends. Orphaned processes become children of this process,
// including processes that were forked twice.
func (s *supervisor) reap(zygote int) {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil || pid == zygote:
			fmt.Fprintln(os.Stderr, "the zygote has ended")
			os.Exit(1)
		default:
			s.bury(pid, status)
		}
	}
}

// bury forgets a process that has ended, and ends its forks.
func (s *supervisor) bury(pid int, status unix.WaitStatus) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.procs {
		if p.pid == pid {
			delete(s.procs, p.id)
			_ = unix.Kill(-pid, unix.SIGKILL)
			go s.report(p, status)
		}
	}
}

// report sends the end of a process. Its parent may still hold the other end of its socket and
// of its log.
func (s *supervisor) report(p *confined, status unix.WaitStatus) {
	_, _ = p.conn.CloseRead(), p.conn.CloseWrite()
	_ = p.conn.Close()
	_ = p.output.SetReadDeadline(time.Now().Add(time.Second))
	<-p.drained
	how := &DiedError{Exit: status.ExitStatus(), Log: text(p.log)}
	if status.Signaled() {
		how.Signal, how.Exit = int(status.Signal()), 0
	}
	s.send(message{Op: died, Proc: p.id, Died: how})
}
