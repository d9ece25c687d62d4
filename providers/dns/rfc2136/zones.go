package rfc2136

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/providers/dns"
	"ralsh/ral/host/dnswire"
)

// ListedZones queries the SOA record of each zone.
func (c Client) ListedZones(ctx context.Context, names []string) ([]dns.Zone, error) {
	var list []dns.Zone
	var failed error
	for _, name := range names {
		z, err := c.ReadZone(ctx, name)
		failed = errors.Join(failed, err)
		if z != nil {
			list = append(list, *z)
		}
	}
	return list, failed
}

// ReadZone queries the SOA record of a zone of the account.
func (c Client) ReadZone(ctx context.Context, name string) (*dns.Zone, error) {
	named := func(zone string) bool { return strings.EqualFold(strings.TrimSuffix(zone, "."), name) }
	if !slices.ContainsFunc(c.zones, named) {
		return nil, nil
	}
	q := dnswire.Question{At: c.at, Name: name + ".", Type: "SOA"}
	answer, err := c.conn.Reader().Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range answer {
		if r.Type == "SOA" && named(strings.TrimSuffix(r.Name, ".")) {
			z := dns.Zone{Name: name, TTL: strconv.FormatUint(uint64(r.TTL), 10)}
			z.SOA, z.Serial, err = dns.ReadSOA(r.Data)
			return &z, err
		}
	}
	return nil, fmt.Errorf("%s: the server does not have this zone", q)
}

var errMakes = errors.New("an update (RFC 2136) cannot create or remove a zone: change the configuration of the name server")

// CreateZone always fails, because an update cannot create a zone.
func (Client) CreateZone(context.Context, dns.Zone, []string) error { return errMakes }

// DeleteZone always fails, because an update cannot delete a zone.
func (Client) DeleteZone(context.Context, string) error { return errMakes }

// ChangeZone replaces the SOA record and increments the serial.
func (c Client) ChangeZone(ctx context.Context, z dns.Zone, soa, _ bool) error {
	if !soa {
		return nil
	}
	wr, err := c.conn.Writer()
	if err != nil {
		return err
	}
	ttl, err := strconv.ParseUint(z.TTL, 10, 32)
	if err != nil {
		return err
	}
	edit := dnswire.Edit{Verb: dnswire.AddRecord, Record: dnswire.Record{Name: z.Name + ".", TTL: uint32(ttl), Type: "SOA", Data: z.SOA.Data("0")}}
	return wr.Update(ctx, dnswire.Update{At: c.at, Zone: z.Name + ".", Edits: []dnswire.Edit{edit}, Lines: []string{z.Line()}})
}
