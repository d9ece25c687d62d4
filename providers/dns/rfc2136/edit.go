package rfc2136

import (
	"context"
	"slices"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/ral/host/dnswire"
)

// maxMessage is the maximum text of an update: a message has at most 64 KiB, and its wire
// format is shorter than the text. Longer changes are split between sets into several
// updates.
const maxMessage = 40 << 10

// Edit changes several sets in a single update.
func (c Client) Edit(ctx context.Context, zone string, set []dns.Set, remove []dns.Key) error {
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
		var edits []dnswire.Edit
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

// unit is the change of a set.
type unit struct {
	edits []dnswire.Edit
	line  string
}

func (u unit) size() (n int) {
	for _, e := range u.edits {
		n += len(e.Name) + len(e.Data) + 20
	}
	return n
}

func (c Client) units(ctx context.Context, zone string, set []dns.Set, remove []dns.Key) ([]unit, error) {
	var units []unit
	for _, key := range remove {
		units = append(units, unit{[]dnswire.Edit{{Verb: dnswire.RemoveSet, Record: key.Record()}}, key.Line()})
	}
	for _, s := range set {
		edits, err := c.replace(ctx, zone, s)
		if err != nil {
			return nil, err
		}
		units = append(units, unit{edits, s.Line()})
	}
	return units, nil
}

// replace returns the edits that replace a set. An update cannot remove all name servers
// of the zone (RFC 2136, 3.4.2.3), so replace adds new servers first, and then removes
// the old servers individually.
func (c Client) replace(ctx context.Context, zone string, s dns.Set) ([]dnswire.Edit, error) {
	records, err := s.Records()
	if err != nil {
		return nil, err
	}
	top := s.Type == "NS" && s.Name == zone
	var edits []dnswire.Edit
	if !top {
		edits = append(edits, dnswire.Edit{Verb: dnswire.RemoveSet, Record: s.Record()})
	}
	for _, r := range records {
		edits = append(edits, dnswire.Edit{Verb: dnswire.AddRecord, Record: r})
	}
	if !top {
		return edits, nil
	}
	old, err := c.Records(ctx, zone)
	if err != nil {
		return nil, err
	}
	for _, r := range old {
		name, err := record.Name(r.Name)
		if err != nil || name != zone || r.Type != "NS" {
			continue
		}
		server, err := record.FromData(r.Type, r.Data)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(s.Values, server) {
			edits = append(edits, dnswire.Edit{Verb: dnswire.RemoveRecord, Record: dnswire.Record{Name: s.Name + ".", Type: "NS", Data: server}})
		}
	}
	return edits, nil
}

func (c Client) update(ctx context.Context, zone string, edits []dnswire.Edit, lines []string) error {
	wr, err := c.conn.Writer()
	if err != nil {
		return err
	}
	return wr.Update(ctx, dnswire.Update{At: c.at, Zone: zone + ".", Edits: edits, Lines: lines})
}
