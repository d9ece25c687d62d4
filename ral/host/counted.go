package host

import "context"

// Counted returns a Look like l that hands fn each command and each call on the
// bus before it is made, as text. fn may be called by several goroutines.
func Counted(l Look, fn func(text string)) Look {
	c := newLook(counted{l.be, fn})
	c.queries = l.queries
	return c
}

type counted struct {
	reader
	fn func(string)
}

func (c counted) Run(ctx context.Context, cmd Command) (Result, error) {
	c.fn(cmd.String())
	return c.reader.Run(ctx, cmd)
}

func (c counted) Bus(ctx context.Context, call BusCall) ([]any, error) {
	c.fn(call.String())
	return c.reader.Bus(ctx, call)
}
