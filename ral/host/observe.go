package host

import (
	"context"
)

// Operation is one thing that reached a host through its door: a command, a call on
// the bus, a turn with a server, or a file that was written. Files that are only read are none.
type Operation struct {
	Text     string  // as a person reads it
	ReadOnly bool    // through a Reader: a query, a call on the bus, a question to a server
	Query    Command // of a query
	Act      Act     // of what does not only look
}

// Observe returns a Host like h that hands fn each Operation, whoever asks for it and
// whatever is in between: a query and a call on the bus before it is made,
// an act after it was tried. fn may be called by several goroutines.
func Observe(h Host, fn func(Operation)) Host {
	acts := tapAfter{h.be, func(act Act, _ Result, _ error) { fn(Operation{Text: act.String(), Act: act}) }}
	return Host{observer{acts, fn}}
}

type observer struct {
	tapAfter
	fn func(Operation)
}

func (o observer) Run(ctx context.Context, cmd Command) (Result, error) {
	o.fn(Operation{Text: cmd.String(), ReadOnly: true, Query: cmd})
	return o.tapAfter.Run(ctx, cmd)
}

func (o observer) Exchange(ctx context.Context, x exchange) (reply, error) {
	o.fn(Operation{Text: x.String(), ReadOnly: true})
	return o.tapAfter.Exchange(ctx, x)
}

func (o observer) Bus(ctx context.Context, call BusCall) ([]any, error) {
	o.fn(Operation{Text: call.String(), ReadOnly: true})
	return o.tapAfter.Bus(ctx, call)
}
