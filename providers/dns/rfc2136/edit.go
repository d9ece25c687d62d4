package rfc2136

import (
	"context"
	"errors"
	"time"

	"github.com/libdns/libdns"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/ral/host"
)

// maxMessage is the maximum text of one update: a message has at most 64 KiB,
// and its wire format is shorter than the text. Longer changes are split into
// several updates, between sets.
const maxMessage = 40 << 10

// AppendRecords adds records without changing others.
func (c Client) AppendRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	var edits []host.Edit
	for _, rec := range recs {
		e, err := edit(host.AddRecord, rec, zone)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return recs, c.update(ctx, zone, edits, dns.Added(zone, recs))
}

// SetRecords replaces whole sets.
func (c Client) SetRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return recs, c.EditRecords(ctx, zone, recs, nil)
}

// DeleteRecords removes the matching records, and returns them.
func (c Client) DeleteRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	all, err := c.GetRecords(ctx, zone)
	if err != nil {
		return nil, err
	}
	gone := dns.Matching(all, recs)
	var edits []host.Edit
	for _, rec := range gone {
		e, err := edit(host.RemoveRecord, rec, zone)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return gone, c.update(ctx, zone, edits, dns.Lines(zone, nil, gone))
}

// EditRecords changes several sets in one update.
func (c Client) EditRecords(ctx context.Context, zone string, set, remove []libdns.Record) error {
	units, err := c.units(ctx, zone, set, remove)
	if err != nil {
		return err
	}
	for len(units) > 0 {
		n, size := 0, 0
		for n < len(units) && (n == 0 || size+units[n].size() <= maxMessage) {
			size += units[n].size()
			n++
		}
		var edits []host.Edit
		var lines []string
		for _, u := range units[:n] {
			edits, lines = append(edits, u.edits...), append(lines, u.line)
		}
		if err := c.update(ctx, zone, edits, lines); err != nil {
			return err
		}
		units = units[n:]
	}
	return nil
}

// unit is the change of one set.
type unit struct {
	edits []host.Edit
	line  string
}

func (u unit) size() (n int) {
	for _, e := range u.edits {
		n += len(e.Name) + len(e.Data) + 20
	}
	return n
}

func (c Client) units(ctx context.Context, zone string, set, remove []libdns.Record) ([]unit, error) {
	var units []unit
	for i := range remove {
		e, err := edit(host.RemoveSet, remove[i], zone)
		if err != nil {
			return nil, err
		}
		units = append(units, unit{[]host.Edit{e}, dns.Lines(zone, nil, remove[i:i+1])[0]})
	}
	for first := 0; first < len(set); {
		end := first + 1
		for end < len(set) && together(set[first], set[end]) {
			end++
		}
		edits, err := c.replace(ctx, zone, set[first:end])
		if err != nil {
			return nil, err
		}
		units = append(units, unit{edits, dns.Lines(zone, set[first:end], nil)[0]})
		first = end
	}
	return units, nil
}

func together(a, b libdns.Record) bool {
	return a.RR().Name == b.RR().Name && a.RR().Type == b.RR().Type
}

// replace returns the edits that replace a set. The name servers of the zone
// itself can never all be removed (RFC 2136, 3.4.2.3), so new ones are added
// first, and then old ones are removed one by one.
func (c Client) replace(ctx context.Context, zone string, set []libdns.Record) ([]host.Edit, error) {
	rr := set[0].RR()
	top := rr.Type == "NS" && rr.Name == "@"
	var edits []host.Edit
	if !top {
		e, err := edit(host.RemoveSet, set[0], zone)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	for _, rec := range set {
		e, err := edit(host.AddRecord, rec, zone)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	if !top {
		return edits, nil
	}
	old, err := c.GetRecords(ctx, zone)
	if err != nil {
		return nil, err
	}
	for _, rec := range dns.Matching(old, []libdns.Record{libdns.RR{Name: "@", Type: "NS"}}) {
		if len(dns.Matching(set, []libdns.Record{libdns.RR{Name: "@", Type: "NS", Data: rec.RR().Data}})) > 0 {
			continue
		}
		e, err := edit(host.RemoveRecord, rec, zone)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return edits, nil
}

func edit(verb host.EditVerb, rec libdns.Record, zone string) (host.Edit, error) {
	rr := rec.RR()
	if !record.Known(rr.Type) {
		return host.Edit{}, errors.New("records of type " + rr.Type + " cannot be managed")
	}
	e := host.Edit{Verb: verb, Record: host.Record{
		Name: libdns.AbsoluteName(rr.Name, zone), Type: rr.Type, TTL: uint32(rr.TTL / time.Second),
	}}
	if verb == host.RemoveSet {
		return e, nil
	}
	text, err := record.FromRaw(rr.Type, rr.Data)
	if err == nil {
		e.Data, err = record.Data(rr.Type, text)
	}
	return e, err
}

func (c Client) update(ctx context.Context, zone string, edits []host.Edit, lines []string) error {
	if len(edits) == 0 {
		return nil
	}
	wr, err := c.conn.Writer()
	if err != nil {
		return err
	}
	return wr.Update(ctx, host.Update{At: c.at, Zone: zone, Edits: edits, Lines: lines})
}
