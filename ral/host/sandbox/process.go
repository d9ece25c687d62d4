package sandbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// lineLimit limits the line of an answer.
const lineLimit = 64 << 20

// Process is a confined process that answers lines.
type Process struct {
	sandbox *Sandbox
	id      int
	pid     int
	conn    *net.UnixConn
	reader  *bufio.Reader
	partial []byte // of a line whose reader was cancelled

	once sync.Once
	over chan struct{} // closed when it has ended
	died *DiedError
}

// Start starts a process in the view.
func (v *View) Start(ctx context.Context, kind Kind) (*Process, error) {
	return v.sandbox.newProcess(ctx, message{Op: startProcess, View: v.id, Kind: kind})
}

// Fork starts a copy of a Code process with its loaded code, in the same view. The process
// must not be handling a request.
func (p *Process) Fork(ctx context.Context) (*Process, error) {
	return p.sandbox.newProcess(ctx, message{Op: forkProcess, Proc: p.id})
}

func (s *Sandbox) newProcess(ctx context.Context, m message) (*Process, error) {
	made, err := s.ask(ctx, m)
	if err != nil {
		return nil, err
	}
	conn, err := unixConn(made.fds[0])
	if err != nil {
		s.tell(message{Op: killProcess, Proc: made.Proc})
		return nil, err
	}
	p := made.process
	p.pid, p.conn, p.reader = made.pid, conn, bufio.NewReaderSize(conn, 64<<10)
	return p, nil
}

// PID returns the number of the process for this process.
func (p *Process) PID() int { return p.pid }

// Send sends a line, without its line break. It blocks while the process does not read, until
// Kill. The error is a *DiedError if the process has ended.
func (p *Process) Send(line []byte) error {
	if _, err := p.conn.Write(append(line[:len(line):len(line)], '\n')); err != nil {
		<-p.over
		return p.died
	}
	return nil
}

// Receive returns the next line of the process, without its end. The error is a
// *DiedError if the process has ended, and the context's if that ends first;
// then the line can still be received later.
func (p *Process) Receive(ctx context.Context) ([]byte, error) {
	if err := p.conn.SetReadDeadline(time.Time{}); err != nil {
		return nil, p.ended(ctx)
	}
	stop := context.AfterFunc(ctx, func() { _ = p.conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	for {
		part, err := p.reader.ReadSlice('\n')
		p.partial = append(p.partial, part...)
		switch {
		case len(p.partial) > lineLimit:
			p.Kill()
			return nil, fmt.Errorf("the answer of the process is larger than %d MiB", lineLimit>>20)
		case err == nil:
			line := p.partial[:len(p.partial)-1]
			p.partial = nil
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, os.ErrDeadlineExceeded):
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			// A late end of the previous context may have set a deadline.
			if err := p.conn.SetReadDeadline(time.Time{}); err != nil {
				return nil, p.ended(ctx)
			}
		default:
			return nil, p.ended(ctx)
		}
	}
}

// ended waits for the end, and returns its reason.
func (p *Process) ended(ctx context.Context) error {
	p.Kill() // it may have closed its socket only
	select {
	case <-p.over:
		return p.died
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Kill ends the process and its children. It does not end its forks.
func (p *Process) Kill() {
	p.sandbox.tell(message{Op: killProcess, Proc: p.id})
	_ = p.conn.Close()
}

// finish records the end of the process.
func (p *Process) finish(how *DiedError) {
	p.once.Do(func() {
		p.died = how
		close(p.over)
	})
}
