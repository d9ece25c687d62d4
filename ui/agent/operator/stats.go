package operator

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"ralsh/model/wire"
	"ralsh/ui/agent/daemon"
)

// Stats are the statistics of an agent since its start. All texts are foreign: a host can send
// a false name.
type Stats struct {
	Host    string    `json:"host"`
	Version string    `json:"version"`
	Began   time.Time `json:"began"`
	Finds   int       `json:"finds"` // number of filters
	Calls   int       `json:"calls"` // number of read-only commands and orders
	Errors  int       `json:"errors"`
	Last    string    `json:"last_error,omitempty"`
}

// ReadStats returns the statistics of all agents that answer, by the services API of NATS, in
// the order of their names.
func ReadStats(ctx context.Context, conn *nats.Conn) ([]Stats, error) {
	inbox := conn.NewInbox()
	answers, came := make(chan Stats), make(chan struct{}, 1)
	over, cancel := context.WithCancel(ctx)
	defer cancel()
	from, err := conn.Subscribe(inbox, func(msg *nats.Msg) {
		if s, ok := decodeStats(msg.Data); ok {
			select {
			case answers <- s:
			case <-over.Done():
			}
		}
	})
	if err != nil {
		return nil, err
	}
	defer func() { _ = from.Unsubscribe() }() // the connection ends next
	if err := conn.PublishRequest(micro.APIPrefix+".STATS."+daemon.ServiceName, inbox, nil); err != nil {
		return nil, err
	}
	var all []Stats
	quiet := make(chan error, 1)
	go func() {
		_, err := untilQuiet(over, came, nil, unread(conn, from))
		quiet <- err
	}()
	for {
		select {
		case s := <-answers:
			if len(all) < maxFound {
				all = append(all, s)
			}
			select {
			case came <- struct{}{}:
			default:
			}
		case err := <-quiet:
			slices.SortFunc(all, func(a, b Stats) int { return cmp.Or(strings.Compare(a.Host, b.Host), a.Began.Compare(b.Began)) })
			return all, err
		}
	}
}

func decodeStats(data []byte) (s Stats, ok bool) {
	var m micro.Stats
	if len(data) > wire.MaxPart || json.Unmarshal(data, &m) != nil {
		return s, false
	}
	s = Stats{Host: m.Metadata["host"], Version: m.Version, Began: m.Started}
	for _, e := range m.Endpoints {
		switch {
		case e == nil:
			continue
		case e.Name == daemon.FindEndpoint:
			s.Finds += e.NumRequests
		default:
			s.Calls += e.NumRequests
		}
		s.Errors += e.NumErrors
		s.Last = cmp.Or(e.LastError, s.Last)
	}
	return s, wire.CheckName(s.Host) == nil
}
