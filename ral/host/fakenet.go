package host

import (
	"context"
	"errors"

	"ralsh/ral/host/dnswire"
)

// FakeNet is the network of a Fake. A nil function rejects the connection.
type FakeNet struct {
	Ask    func(dnswire.Question) ([]dnswire.Record, error)
	Update func(dnswire.Update) error
	HTTP   func(Request) ([]byte, error) // GET reads; any other method changes
}

// Serve sets the network. The functions own the state of the servers.
func (f *Fake) Serve(net FakeNet) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.net = net
}

var errRefused = errors.New("connection refused")

func (h fakeHost) Exchange(ctx context.Context, x Exchange) (Reply, error) {
	return Perform(ctx, x, func(ctx context.Context) (Reply, error) { return h.f.exchange(ctx, x) })
}

func (f *Fake) exchange(ctx context.Context, x Exchange) (Reply, error) {
	if err := f.wait(ctx, x.String()); err != nil {
		return Reply{}, err
	}
	f.mu.Lock()
	net := f.net
	f.mu.Unlock()
	switch x := x.(type) {
	case dnswire.Question:
		if net.Ask != nil {
			list, err := net.Ask(x)
			return Reply{Records: list}, err
		}
	case dnswire.Update:
		if net.Update != nil {
			return Reply{}, net.Update(x)
		}
	case Request:
		if net.HTTP != nil {
			body, err := net.HTTP(x)
			return Reply{Body: body}, err
		}
	}
	return Reply{}, errRefused
}
