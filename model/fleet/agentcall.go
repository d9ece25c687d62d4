package fleet

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"ralsh/model/wire"
)

// agentsEnd is how long a call has to end after its second interrupt.
const agentsEnd = 5 * time.Second

// maxAsks is the number of messages of a call: the call, two interrupts, and a stop for large
// output.
const maxAsks = 4

// agentCall is a running command line on a host.
type agentCall struct {
	agents  *Agents
	call    wire.Call
	at      At
	asks    chan wire.Ask // messages to send, in order
	refused chan error    // the call cannot be sent
	end     chan wire.End

	mu    sync.Mutex
	begun bool // an answer arrived
	full  bool // the answer exceeds its limit
	over  bool // later answers are ignored
}

// Call runs a command line on a host, like [Carry]. c contains the command; Call adds the
// operator and the number. The error is an *AgentError.
func (a *Agents) Call(ctx context.Context, c wire.Call, at At) (exit int, err error) {
	select {
	case <-a.over:
		return 0, &AgentError{wire.End{Outcome: wire.NotReached, Reason: a.why.Error()}}
	default:
	}
	c.Operator, c.Call = a.Hello.Operator, newCall()
	r := &agentCall{agents: a, call: c, at: at, asks: make(chan wire.Ask, maxAsks), refused: make(chan error, 1), end: make(chan wire.End, 1)}
	defer r.leave()
	defer a.listen(c.Call, r.take)()
	r.asks <- wire.Ask{Call: &c}
	go r.say()
	e := r.wait(ctx)
	if e.Outcome != wire.Ended {
		return 0, &AgentError{e}
	}
	return e.Exit, nil
}

// say sends the messages of the call. The program may never read them.
func (r *agentCall) say() {
	for m := range r.asks {
		err := r.agents.to.Write(m)
		if err != nil && m.Call != nil {
			r.refused <- err // otherwise the deadline ends the call
		}
	}
}

func (r *agentCall) take(m wire.Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if r.call.Order != nil || !r.begun { // a read-only command must print, and not only be alive
		r.at.Sent()
	}
	r.begun = true
	if _, err := r.at.Out.Write(m.Out); err != nil && r.call.Order == nil && !r.full {
		r.full = true
		r.stop(2) // the answer has the error; a change goes on to its end
	}
	if m.Say != "" {
		for line := range strings.SplitSeq(m.Say, "\n") {
			r.at.Say(line)
		}
	}
	if m.End != nil {
		r.over = true
		r.end <- *m.End
	}
}

// leave ignores later answers and stops sending.
func (r *agentCall) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	close(r.asks)
}

// wait waits for the end of a call. It interrupts the command when ctx ends, and terminates it
// at the second interrupt.
func (r *agentCall) wait(ctx context.Context) wire.End {
	interrupted, again, deadline := ctx.Done(), r.at.Again, (<-chan time.Time)(nil)
	for {
		select {
		case e := <-r.end:
			return e
		case err := <-r.refused:
			return wire.End{Outcome: wire.NotReached, Reason: err.Error()}
		case <-interrupted:
			interrupted = nil
			r.stop(1)
		case <-again:
			again = nil
			r.stop(2)
			deadline = time.After(agentsEnd)
		case <-deadline:
			return r.lost("the command does not end")
		case <-r.agents.over:
			return r.lost(r.agents.why.Error())
		}
	}
}

// lost ends a call without further messages. The end may have arrived meanwhile.
func (r *agentCall) lost(reason string) wire.End {
	select {
	case e := <-r.end:
		return e
	default:
		return wire.End{Outcome: wire.Lost, Reason: reason}
	}
}

func (r *agentCall) stop(how int) {
	r.asks <- wire.Ask{More: &wire.More{Call: r.call.Call, Operator: r.call.Operator, Stop: how}}
}

// AgentError is a command line that was not run to its end by an agent.
type AgentError struct{ End wire.End }

func (e *AgentError) Error() string { return e.End.Reason }

// outcome returns the outcome of the host. The reason is foreign text.
func (e *AgentError) outcome() (Outcome, string) {
	reason := cmp.Or(e.End.Reason, "the agent returned no reason")
	switch e.End.Outcome {
	case wire.Refused:
		return Refused, reason
	case wire.NotMeant:
		return LeftOut, "the filter does not match the host"
	case wire.TooMuch:
		return Broken, reason
	case wire.Lost:
		return Lost, reason
	}
	return NotReached, reason
}
