package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ralsh/model/wire"
)

type call struct {
	*wire.Call
	agent  *Agent
	answer *answer
	stop   chan int
}

func newCall(a *Agent, m *wire.Call) *call {
	return &call{Call: m, agent: a, stop: make(chan int, 2), answer: newAnswer(a, m)}
}

// more handles a message that follows the call.
func (c *call) more(m wire.More) {
	if m.Got > 0 {
		c.answer.acknowledged(m.Got)
	}
	if m.Stop > 0 {
		select {
		case c.stop <- m.Stop:
		default: // two stops are already queued
		}
	}
}

func (c *call) run() error {
	switch meant, err := c.agent.Match(c.Where); {
	case err != nil:
		return c.answer.end(wire.End{Outcome: wire.Refused, Reason: wire.Clip(err.Error())})
	case !meant:
		return c.answer.end(wire.End{Outcome: wire.NotMeant})
	}
	quiet := c.answer.keepAlive()
	defer quiet()
	var end wire.End
	if c.Order != nil {
		end = c.runOrder()
	} else {
		end = c.runRead()
	}
	quiet()
	return c.answer.end(end)
}

// runRead runs a read-only command. It ends if the operator disconnects.
func (c *call) runRead() wire.End {
	ctx, cancel := context.WithTimeout(c.agent.ctx, maxReadTime)
	defer cancel()
	c.answer.limit(c.MaxBytes, cancel)
	c.agent.Say(fmt.Sprintf("%s runs a read-only command: %q", c.Operator, c.Args))
	exit, err := c.agent.Read(ctx, c.Call, c.answer, c.answer.say, c.stop)
	switch {
	case c.answer.full():
		return wire.End{Outcome: wire.TooMuch, Reason: fmt.Sprintf("the output is larger than %d bytes", c.MaxBytes)}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return wire.End{Outcome: wire.TooMuch, Reason: fmt.Sprintf("the command took longer than %s", maxReadTime)}
	case c.agent.ctx.Err() != nil:
		return wire.End{Outcome: wire.Lost, Reason: "the agent was stopped"}
	case err != nil:
		return wire.End{Outcome: wire.Refused, Reason: wire.Clip(err.Error())}
	}
	return wire.End{Outcome: wire.Ended, Exit: exit}
}

// helperLimit limits the time of the helper to accept an order.
const helperLimit = 10 * time.Second

// runOrder passes the order to the helper, and the answers to the operator. The run continues
// if the operator disconnects or a limit is reached.
func (c *call) runOrder() wire.End {
	ctx, cancel := context.WithTimeout(c.agent.ctx, helperLimit)
	helper, err := c.agent.Options.Order(ctx)
	cancel()
	if err != nil {
		return wire.End{Outcome: wire.Refused, Reason: wire.Clip(fmt.Sprintf("this host accepts no orders: %v", err))}
	}
	defer helper.Close()
	to := wire.NewWriter(helper)
	if err := to.Write(c.Call); err != nil {
		return wire.End{Outcome: wire.Refused, Reason: wire.Clip(fmt.Sprintf("cannot pass the order to the helper: %v", err))}
	}
	over := make(chan struct{})
	defer close(over)
	go c.passStops(to, helper, over)
	c.answer.limit(c.MaxBytes, func() {})
	for from := wire.NewReader(helper); ; {
		line, err := from.Next()
		if err != nil {
			return wire.End{Outcome: wire.Lost, Reason: wire.Clip(lostReason(err, c.agent.ctx))}
		}
		m, err := wire.Decode[wire.Answer](line)
		switch {
		case err != nil:
			return wire.End{Outcome: wire.Lost, Reason: wire.Clip(err.Error())}
		case m.End != nil && c.answer.full():
			return wire.End{Outcome: wire.TooMuch, Exit: m.End.Exit, Reason: fmt.Sprintf("the output is larger than %d bytes; the run continued to its end", c.MaxBytes)}
		case m.End != nil:
			return *m.End
		}
		_, _ = c.answer.Write(m.Out) // dropped if the operator has disconnected
		if m.Say != "" {
			c.answer.say(m.Say)
		}
	}
}

// passStops forwards stops until the command is over. If the agent ends, it closes the
// connection.
func (c *call) passStops(to *wire.Writer, helper io.Closer, over <-chan struct{}) {
	for {
		select {
		case n := <-c.stop:
			if to.Write(wire.More{Call: c.Call.Call, Operator: c.Operator, Stop: n}) != nil {
				return
			}
		case <-c.agent.ctx.Done():
			_ = helper.Close()
			return
		case <-over:
			return
		}
	}
}

// lostReason returns why the end of an order is unknown.
func lostReason(err error, agent context.Context) string {
	switch {
	case agent.Err() != nil:
		return "the agent was stopped"
	case errors.Is(err, io.EOF):
		return "the helper of the agent has ended"
	}
	return err.Error()
}
