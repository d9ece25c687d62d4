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

// maxAsks is how much is said of one call: the call, two interrupts, and that there is too much.
const maxAsks = 4

// agentCall is a command line that runs at a host.
type agentCall struct {
	agents  *Agents
	call    wire.Call
	at      At
	asks    chan wire.Ask // what is to be said, in this order
	refused chan error    // the call cannot be said
	end     chan wire.End

	mu    sync.Mutex
	begun bool // something came
	full  bool // the answer takes no more
	over  bool // nothing is taken any more
}

// Call runs a command line at a host, as [Carry] does. The call has what is to be run; who
// asks, and which call it is, are added. The error is an *AgentError.
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

// say says what is to be said. The program may never take it.
func (r *agentCall) say() {
	for m := range r.asks {
		err := r.agents.to.Write(m)
		if err != nil && m.Call != nil {
			r.refused <- err // else the deadline ends it
		}
	}
}

// take takes an answer.
func (r *agentCall) take(m wire.Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	if r.call.Order != nil || !r.begun { // a look is to print something, and not only to be alive
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

// leave takes no other answer, and says nothing more.
func (r *agentCall) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	close(r.asks)
}

// wait waits for the end of a call. It interrupts the command when ctx ends, and ends it when
// it is interrupted again.
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

// lost is the end of a call that nothing more will be heard of. It may have been passed on.
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

// Error says why.
func (e *AgentError) Error() string { return e.End.Reason }

// outcome is what became of the host. The reason is foreign text.
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
