package host

import "context"

// Deed is one thing that reached a host through its door: a command, a call on
// the bus, a turn with a server, or a file that was written. Files that are only read are none.
type Deed struct {
	Text  string  // as a person reads it
	Looks bool    // through a Look: a query, a call on the bus, a question to a server
	Query Command // of a query
	Act   Act     // of what does not only look
}

// Witness returns a Host like h that hands fn each deed, whoever asks for it and
// whatever stands in between: a query and a call on the bus before it is made,
// an act after it was tried. fn may be called by several goroutines.
func Witness(h Host, fn func(Deed)) Host {
	acts := tap{h.be, func(act Act, _ Result, _ error) { fn(Deed{Text: act.String(), Act: act}) }}
	return Host{witness{acts, fn}}
}

type witness struct {
	tap
	fn func(Deed)
}

func (w witness) Run(ctx context.Context, cmd Command) (Result, error) {
	w.fn(Deed{Text: cmd.String(), Looks: true, Query: cmd})
	return w.tap.Run(ctx, cmd)
}

func (w witness) Exchange(ctx context.Context, x exchange) (reply, error) {
	w.fn(Deed{Text: x.String(), Looks: true})
	return w.tap.Exchange(ctx, x)
}

func (w witness) Bus(ctx context.Context, call BusCall) ([]any, error) {
	w.fn(Deed{Text: call.String(), Looks: true})
	return w.tap.Bus(ctx, call)
}
