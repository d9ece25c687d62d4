package dns

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/libdns/libdns"

	"ralsh/ral/host"
)

// Library returns a service for an external libdns package: P is its type
// Provider. An account's settings are the fields of P by their JSON names.
// Calls that read are made directly; calls that change are acts, which a plan
// records without making them. What the package does in a call is not under
// ralsh's control.
func Library[P any, T interface {
	*P
	Client
}](name, doc string) Service {
	return Service{Name: name, Doc: doc, Open: func(d Conn, a Account) (Client, error) {
		p := T(new(P))
		for _, key := range slices.Sorted(maps.Keys(a.settings)) {
			if key == "zones" || key == "timeout" {
				continue
			}
			if err := setField(p, key, a.settings[key]); err != nil {
				return nil, a.Fault("%s is no setting of libdns's %s, or cannot have this value", key, name)
			}
		}
		timeout, err := a.Timeout()
		return guest{name, d, p, timeout}, err
	}}
}

// setField sets a field by its JSON name, from a string or, if the type does
// not match, from a number or boolean.
func setField(p any, key, text string) error {
	quoted, err := json.Marshal(map[string]string{key: text})
	if err != nil {
		return err
	}
	err = strictly(quoted, p)
	if err == nil || !json.Valid([]byte(text)) {
		return err
	}
	bare, err := json.Marshal(map[string]json.RawMessage{key: json.RawMessage(text)})
	if err != nil {
		return err
	}
	return strictly(bare, p)
}

func strictly(doc []byte, p any) error {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.DisallowUnknownFields()
	return dec.Decode(p)
}

// guest is a client of a Library whose calls go through package host.
type guest struct {
	name    string
	conn    Conn
	inner   Client
	timeout time.Duration
}

func (g guest) call(zone, method string, lines []string, do func(context.Context) error) host.Call {
	return host.Call{What: strings.TrimSpace(g.name + " " + method + " " + zone), Lines: lines, Timeout: g.timeout, Do: do}
}

// GetRecords calls the package.
func (g guest) GetRecords(ctx context.Context, zone string) ([]libdns.Record, error) {
	return asked(ctx, g, zone, "GetRecords", func(ctx context.Context) ([]libdns.Record, error) {
		return g.inner.GetRecords(ctx, zone)
	})
}

// asked makes a call that reads. It uses the result only if the call has ended,
// because a cancelled call may still be running.
func asked[V any](ctx context.Context, g guest, zone, method string, ask func(context.Context) ([]V, error)) ([]V, error) {
	var list []V
	err := g.conn.Reader().Call(ctx, g.call(zone, method, nil, func(ctx context.Context) (err error) {
		list, err = ask(ctx)
		return err
	}))
	if err != nil {
		return nil, err
	}
	return list, nil
}

// ListZones calls the package if it can list zones.
func (g guest) ListZones(ctx context.Context) ([]libdns.Zone, error) {
	lister, ok := g.inner.(libdns.ZoneLister)
	if !ok {
		return nil, errors.New("libdns's " + g.name + " cannot list zones: name them in the setting zones")
	}
	return asked(ctx, g, "", "ListZones", lister.ListZones)
}

// AppendRecords adds records.
func (g guest) AppendRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return g.act(ctx, zone, "AppendRecords", Added(zone, recs), recs, g.inner.AppendRecords)
}

// SetRecords replaces sets.
func (g guest) SetRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return g.act(ctx, zone, "SetRecords", Lines(zone, recs, nil), recs, g.inner.SetRecords)
}

// DeleteRecords removes records.
func (g guest) DeleteRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return g.act(ctx, zone, "DeleteRecords", Lines(zone, nil, recs), recs, g.inner.DeleteRecords)
}

func (g guest) act(ctx context.Context, zone, method string, lines []string, recs []libdns.Record,
	do func(context.Context, string, []libdns.Record) ([]libdns.Record, error),
) ([]libdns.Record, error) {
	wr, err := g.conn.Writer()
	if err != nil {
		return nil, err
	}
	done := recs
	err = wr.Call(ctx, g.call(zone, method, lines, func(ctx context.Context) (err error) {
		done, err = do(ctx, zone, recs)
		return err
	}))
	if err != nil {
		return nil, err
	}
	return done, nil
}
