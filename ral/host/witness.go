package host

import "context"

// Operation is one thing that reached a host through its door: a command, a call on
// the bus, a turn with a server, or a file that was written. Files that are only read are none.
type Operation struct {
	Text     string  // as a person reads it
	ReadOnly bool    // through a Look: a query, a call on the bus, a question to a server
	Query    Command // of a query
	Act      Act     // of what does not only look
}

// Observe returns a Host like h that hands fn each deed, whoever asks for it and
// whatever stands in between: a query and a call on the bus before it is made,
// an act after it was tried. fn may be called by several goroutines.
func Observe(h Host, fn func(Operation)) Host {
	acts := tapAfter{h.be, func(act Act, _ Result, _ error) { fn(Operation{Text: act.String(), Act: act}) }}
	return Host{observer{acts, fn}}
}

type observer struct {
	tapAfter
	fn func(Operation)
}

func (w observer) Run(ctx context.Context, cmd Command) (Result, error) {
	w.fn(Operation{Text: cmd.String(), ReadOnly: true, Query: cmd})
	return w.tapAfter.Run(ctx, cmd)
}

func (w observer) Exchange(ctx context.Context, x exchange) (reply, error) {
	w.fn(Operation{Text: x.String(), ReadOnly: true})
	return w.tapAfter.Exchange(ctx, x)
}

func (w observer) Bus(ctx context.Context, call BusCall) ([]any, error) {
	w.fn(Operation{Text: call.String(), ReadOnly: true})
	return w.tapAfter.Bus(ctx, call)
}
