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

// Library makes a service of a libdns package that someone else wrote: P is its
// type Provider. An account's settings are the fields of P by their JSON names.
// Calls that look are made as they are; calls that change are acts at the door,
// which a plan records and does not make. What the package does in them is its
// own.
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

// setField sets a field by its JSON name, from a text or, where that does not
// fit, from a number or a truth.
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

// guest is a client of a Library, led through the door.
type guest struct {
	name    string
	conn    Conn
	inner   Client
	timeout time.Duration
}

func (g guest) call(zone, method string, lines []string, do func(context.Context) error) host.Call {
	return host.Call{What: strings.TrimSpace(g.name + " " + method + " " + zone), Lines: lines, Timeout: g.timeout, Do: do}
}

// GetRecords asks the package.
func (g guest) GetRecords(ctx context.Context, zone string) ([]libdns.Record, error) {
	return asked(ctx, g, zone, "GetRecords", func(ctx context.Context) ([]libdns.Record, error) {
		return g.inner.GetRecords(ctx, zone)
	})
}

// asked is a call that looks. What it brings is taken only when it has ended: one
// that was given up may go on.
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

// ListZones asks the package, where it can tell.
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
