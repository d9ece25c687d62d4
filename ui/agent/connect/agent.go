package connect

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"

	"ralsh/ui/agent/settings"
)

const (
	agentPing      = time.Minute // two without an answer are a lost connection
	agentBuffer    = 256 << 10   // bytes that wait for a connection
	agentQueue     = 256         // messages of a synchronous subscription
	firstReconnect = 2 * time.Second
	lastReconnect  = time.Minute
)

// Agent connects the agent of a host, and reconnects until the connection is closed. A
// replaced private key closes the connection too ([errOtherKey]). After ctx there are no new
// connections. say gets a line for each change and each error. The returned error is an error
// of the settings.
func Agent(ctx context.Context, c settings.Connection, say func(string)) (*nats.Conn, error) {
	options, err := common(ctx, c)
	if err != nil {
		return nil, err
	}
	text := &changes{say: say}
	options = append(
		options,
		nats.Name("ralsh-agent "+c.Name),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(),
		nats.CustomReconnectDelay(reconnectDelay),
		nats.PingInterval(agentPing), nats.MaxPingsOutstanding(2),
		nats.ReconnectBufSize(agentBuffer), nats.SyncQueueLen(agentQueue),
		nats.ConnectHandler(func(nc *nats.Conn) { text.line("connected to " + nc.ConnectedUrlRedacted()) }),
		nats.ReconnectHandler(func(nc *nats.Conn) { text.line("connected again to " + nc.ConnectedUrlRedacted()) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				text.line("the connection is lost: " + Reason(err))
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { text.line("not connected: " + Reason(err)) }),
		nats.ErrorHandler(func(nc *nats.Conn, _ *nats.Subscription, err error) {
			text.line(Reason(err))
			if errors.Is(err, errOtherKey) {
				text.line("stopping; systemd starts the agent again with the new key")
				nc.Close()
			}
		}),
	)
	return nats.Connect(servers(c), options...)
}

// reconnectDelay spreads the agents after a restart of the server, and increases the delay
// while the server is away.
func reconnectDelay(attempts int) time.Duration {
	most := min(firstReconnect<<min(attempts, 10), lastReconnect)
	return most/2 + rand.N(most/2)
}
