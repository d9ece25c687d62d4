package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// conn is a connection to a process of the worker, line by line.
type conn interface {
	Send(line []byte) error
	Receive(ctx context.Context) ([]byte, error)
	Kill()
}

// process is a process of the worker. It answers a single request at a time.
type process struct {
	conn
	mu    sync.Mutex // held during a request
	last  int
	notes []Note // by the code that answered the last request

	state sync.Mutex
	dead  error // why the process is no longer usable
}

// request is a request to the worker; the fields belong to the operation.
type request map[string]any

// Fault is an error that Ruby raised.
type Fault struct {
	Class   string `json:"class"`
	Message string `json:"message"`
	At      string `json:"at"` // FILE:LINE, or ""
}

// Error returns the message in a single line, with its position.
func (f *Fault) Error() string {
	text := lineBreaks.ReplaceAllString(strings.TrimSpace(f.Message), " ")
	if f.Class == systemExit {
		text = "the code ended the process: " + text
	}
	if f.At != "" {
		text += " (" + f.At + ")"
	}
	return text
}

// systemExit is the class of the exception that exit raises.
const systemExit = "SystemExit"

var lineBreaks = lazyre.New(`\s*\n\s*`)

// message is a line of a process: a call for something, a part of an answer, or the
// answer.
type message struct {
	ID    int             `json:"id"`
	Call  string          `json:"call"`
	Rows  []row           `json:"rows"`
	OK    json.RawMessage `json:"ok"`
	Error *Fault          `json:"error"`
	Notes []Note          `json:"said"`
}

// callee answers the requests of a process during a request. hangUp ends what these
// started, before the next request.
type callee interface {
	called(ctx context.Context, call string, line []byte) any
	hangUp()
}

// ProtocolError is a line that violates the protocol: code of a module wrote to the
// connection.
type ProtocolError struct{ Line string }

// Error quotes the beginning of the line.
func (e *ProtocolError) Error() string {
	return fmt.Sprintf("the code of a module wrote to the connection of the worker: %.80q", e.Line)
}

// ask sends a request and reads the answer into out, unless out is nil. rows, if set, is
// called with each part of a listing. A process that exceeds the time limit or violates
// the protocol is killed.
func (p *process) ask(ctx context.Context, limit time.Duration, op string, req json.RawMessage, to callee, rows func([]row) error, out any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.ended(); err != nil {
		return &endedError{err}
	}
	defer to.hangUp()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel() // first, because it stops commands
	p.last, p.notes = p.last+1, nil
	if err := p.Send(numbered(p.last, op, req)); err != nil {
		return p.fail(ctx, op, limit, err)
	}
	for {
		line, err := p.Receive(ctx)
		if err != nil {
			return p.fail(ctx, op, limit, err)
		}
		var m message
		if json.Unmarshal(line, &m) != nil || m.Call == "" && m.ID != p.last {
			return p.fail(ctx, op, limit, &ProtocolError{string(line)})
		}
		switch {
		case m.Call != "":
			reply, err := json.Marshal(to.called(ctx, m.Call, line))
			if err == nil {
				err = p.Send(reply)
			}
			if err != nil {
				return p.fail(ctx, op, limit, err)
			}
		case m.Error != nil:
			p.notes = m.Notes
			return m.Error
		case m.OK == nil:
			if rows == nil {
				return p.fail(ctx, op, limit, &ProtocolError{string(line)})
			}
			if err := rows(m.Rows); err != nil {
				return err
			}
		case out == nil:
			p.notes = m.Notes
			return nil
		default:
			if err := json.Unmarshal(m.OK, out); err != nil {
				return p.fail(ctx, op, limit, &ProtocolError{string(m.OK)})
			}
			p.notes = m.Notes
			return nil
		}
	}
}

// numbered returns the line of a request: an object with its number, its operation and
// the given fields.
func numbered(id int, op string, fields json.RawMessage) []byte {
	line := fmt.Appendf(make([]byte, 0, len(fields)+64), `{"id":%d,"op":%q`, id, op)
	if len(fields) <= len("{}") {
		return append(line, '}')
	}
	return append(append(line, ','), fields[1:]...)
}

// TimeoutError is a request that the worker did not answer in time.
type TimeoutError struct {
	Op    string
	Limit time.Duration
}

// Error names the limit.
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("the Ruby code did not answer within %s (operation %s)", e.Limit, e.Op)
}

// StoppedError is a request that was stopped before its answer.
type StoppedError struct{ Cause error }

// Error returns the standard text for stopped work.
func (e *StoppedError) Error() string { return "the Ruby code was " + host.BeforeItsEnd }

// Unwrap returns why: context.Canceled.
func (e *StoppedError) Unwrap() error { return e.Cause }

// endedError is why a request was not sent.
type endedError struct{ why error }

// Error returns why the process ended.
func (e *endedError) Error() string { return e.why.Error() }

// Unwrap returns why the process ended.
func (e *endedError) Unwrap() error { return e.why }

// fail ends a process that cannot be used any more. No earlier step of a plan changes that.
func (p *process) fail(ctx context.Context, op string, limit time.Duration, err error) error {
	switch ctx.Err() {
	case context.DeadlineExceeded:
		err = &TimeoutError{op, limit}
	case context.Canceled:
		err = &StoppedError{ctx.Err()}
	}
	err = ral.Final(err)
	p.end(err)
	p.Kill()
	return err
}

// errIdle is why a process was ended without a fault.
var errIdle = errors.New("the process was idle")

// end notes that the process is not to be used any more.
func (p *process) end(why error) {
	p.state.Lock()
	defer p.state.Unlock()
	p.dead = why
}

// ended returns why the process is no longer usable, nil if it is usable.
func (p *process) ended() error {
	p.state.Lock()
	defer p.state.Unlock()
	return p.dead
}

// usable reports whether the process accepts requests. It does not wait for a request
// that is being answered.
func (p *process) usable() bool { return p != nil && p.ended() == nil }
