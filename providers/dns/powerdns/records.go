package powerdns

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/libdns/libdns"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
)

// set is an rrset of the API.
type set struct {
	Name       string  `json:"name"`
	Type       string  `json:"type"`
	TTL        uint32  `json:"ttl"`
	ChangeType string  `json:"changetype,omitempty"`
	Records    []entry `json:"records"`
}

type entry struct {
	Content  string `json:"content"`
	Disabled bool   `json:"disabled"`
}

type patch struct {
	Sets []set `json:"rrsets"`
}

func (c Client) sets(ctx context.Context, zone string) ([]set, error) {
	var z struct {
		Sets []set `json:"rrsets"`
	}
	return z.Sets, c.get(ctx, zonePath(zone), &z)
}

// GetRecords reads a zone. It omits disabled records.
func (c Client) GetRecords(ctx context.Context, zone string) ([]libdns.Record, error) {
	sets, err := c.sets(ctx, zone)
	var all []libdns.Record
	for _, s := range sets {
		for _, e := range s.Records {
			if !e.Disabled {
				all = append(all, s.record(e, zone))
			}
		}
	}
	return all, err
}

func (s set) record(e entry, zone string) libdns.Record {
	name := strings.ToLower(strings.TrimSuffix(s.Name, "."))
	rr := libdns.RR{Name: dns.Relative(name, strings.ToLower(zone)), Type: s.Type, TTL: time.Duration(s.TTL) * time.Second, Data: e.Content}
	if text, err := record.FromData(s.Type, e.Content); record.Known(s.Type) && err == nil {
		if raw, err := record.Raw(s.Type, text); err == nil {
			rr.Data = raw
		}
	}
	return rr
}

// AppendRecords adds records to their sets.
func (c Client) AppendRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	old, err := c.GetRecords(ctx, zone)
	if err != nil {
		return nil, err
	}
	var want []libdns.Record
	seen := make(map[dns.Key]bool)
	for _, rec := range recs {
		key := dns.Key{Name: rec.RR().Name, Type: rec.RR().Type}
		if seen[key] {
			continue
		}
		seen[key] = true
		same := []libdns.Record{libdns.RR{Name: key.Name, Type: key.Type}}
		want = append(append(want, dns.Matching(old, same)...), dns.Matching(recs, same)...)
	}
	return recs, c.EditRecords(ctx, zone, want, nil)
}

// SetRecords replaces whole sets.
func (c Client) SetRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return recs, c.EditRecords(ctx, zone, recs, nil)
}

// DeleteRecords removes the matching records, and returns them.
func (c Client) DeleteRecords(ctx context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	old, err := c.GetRecords(ctx, zone)
	if err != nil {
		return nil, err
	}
	gone := dns.Matching(old, recs)
	var left, empty []libdns.Record
	seen := make(map[dns.Key]bool)
	for _, rec := range gone {
		key := dns.Key{Name: rec.RR().Name, Type: rec.RR().Type}
		if seen[key] {
			continue
		}
		seen[key] = true
		of := dns.Matching(old, []libdns.Record{libdns.RR{Name: key.Name, Type: key.Type}})
		of = slices.DeleteFunc(of, func(rec libdns.Record) bool { return slices.Contains(gone, rec) })
		if len(of) == 0 {
			empty = append(empty, libdns.RR{Name: key.Name, Type: key.Type})
		}
		left = append(left, of...)
	}
	return gone, c.EditRecords(ctx, zone, left, empty)
}

// EditRecords changes several sets with one request. Disabled records stay in
// their sets.
func (c Client) EditRecords(ctx context.Context, zone string, want, remove []libdns.Record) error {
	old, err := c.sets(ctx, zone)
	if err != nil {
		return err
	}
	var p patch
	for _, rec := range remove {
		p.Sets = append(p.Sets, set{Name: libdns.AbsoluteName(rec.RR().Name, zone), Type: rec.RR().Type, ChangeType: "DELETE", Records: []entry{}})
	}
	at := make(map[dns.Key]int)
	for _, rec := range want {
		rr := rec.RR()
		text, err := record.FromRaw(rr.Type, rr.Data)
		if err != nil {
			return err
		}
		data, err := record.Data(rr.Type, text)
		if err != nil {
			return err
		}
		key := dns.Key{Name: libdns.AbsoluteName(rr.Name, zone), Type: rr.Type}
		i, there := at[key]
		if !there {
			i = len(p.Sets)
			at[key] = i
			p.Sets = append(p.Sets, set{Name: key.Name, Type: key.Type, TTL: uint32(rr.TTL / time.Second), ChangeType: "REPLACE", Records: disabled(old, key)})
		}
		p.Sets[i].Records = append(p.Sets[i].Records, entry{Content: data})
	}
	if len(p.Sets) == 0 {
		return nil
	}
	return c.send(ctx, "PATCH", zonePath(zone), p, dns.Lines(zone, want, remove))
}

func disabled(old []set, key dns.Key) []entry {
	list := []entry{}
	for _, s := range old {
		if strings.EqualFold(s.Name, key.Name) && s.Type == key.Type {
			for _, e := range s.Records {
				if e.Disabled {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
