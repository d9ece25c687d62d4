package connect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/model/wire"
	"ralsh/ui/agent/settings"
)

const operatorPing = 10 * time.Second

// Operator connects an operator for a single command. It waits a few seconds for each server,
// and at most until ctx ends. It does not restore a lost connection, because messages would be
// lost. say gets a line for each error of the connection.
func Operator(ctx context.Context, c settings.Connection, say func(string)) (*nats.Conn, error) {
	options, err := common(ctx, c)
	if err != nil {
		return nil, err
	}
	text := &changes{say: say}
	options = append(
		options,
		nats.Name("ralsh "+c.Name),
		nats.CustomInboxPrefix(wire.Inbox(c.Name)),
		nats.NoReconnect(), nats.PingInterval(operatorPing), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				text.line("the connection to the NATS server is lost: " + Reason(err))
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { text.line(Reason(err)) }),
	)
	nc, err := within(ctx, func() (*nats.Conn, error) { return nats.Connect(servers(c), options...) })
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%s: %s", servers(c), Reason(err))
	}
	return nc, nil
}

// within connects, and waits at most until ctx ends. It closes a connection that arrives
// later.
func within(ctx context.Context, connect func() (*nats.Conn, error)) (*nats.Conn, error) {
	type result struct {
		nc  *nats.Conn
		err error
	}
	came := make(chan result, 1)
	go func() {
		nc, err := connect()
		came <- result{nc, err}
	}()
	select {
	case r := <-came:
		return r.nc, r.err
	case <-ctx.Done():
		go func() {
			if late := <-came; late.nc != nil {
				late.nc.Close()
			}
		}()
		return nil, ctx.Err()
	}
}
