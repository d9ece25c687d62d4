package fakehost

import (
	"context"
	"errors"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
)

// Net is the network of a fake Host. A nil function rejects the connection.
type Net struct {
	Ask    func(dnswire.Question) ([]dnswire.Record, error)
	Update func(dnswire.Update) error
	HTTP   func(host.Request) ([]byte, error) // GET reads; any other method changes
}

// Serve sets the network. The functions own the state of the servers.
func (f *Host) Serve(net Net) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.net = net
}

var errRefused = errors.New("connection refused")

func (h fakeHost) Exchange(ctx context.Context, x host.Exchange) (host.Reply, error) {
	return host.Perform(ctx, x, func(ctx context.Context) (host.Reply, error) { return h.f.exchange(ctx, x) })
}

func (f *Host) exchange(ctx context.Context, x host.Exchange) (host.Reply, error) {
	if err := f.wait(ctx, x.String()); err != nil {
		return host.Reply{}, err
	}
	f.mu.Lock()
	net := f.net
	f.mu.Unlock()
	switch x := x.(type) {
	case dnswire.Question:
		if net.Ask != nil {
			list, err := net.Ask(x)
			return host.Reply{Records: list}, err
		}
	case dnswire.Update:
		if net.Update != nil {
			return host.Reply{}, net.Update(x)
		}
	case host.Request:
		if net.HTTP != nil {
			body, err := net.HTTP(x)
			return host.Reply{Body: body}, err
		}
	}
	return host.Reply{}, errRefused
}
