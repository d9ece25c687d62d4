package powerdns

import (
	"context"
	"strings"

	"ralsh/providers/dns"
	"ralsh/ral/host/dnswire"
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

// Records reads a zone. It omits disabled records.
func (c Client) Records(ctx context.Context, zone string) ([]dnswire.Record, error) {
	sets, err := c.sets(ctx, zone)
	var all []dnswire.Record
	for _, s := range sets {
		for _, e := range s.Records {
			if !e.Disabled {
				all = append(all, dnswire.Record{Name: s.Name, Type: s.Type, TTL: s.TTL, Data: e.Content})
			}
		}
	}
	return all, err
}

// Edit changes several sets in a single request. Disabled records stay in their sets.
func (c Client) Edit(ctx context.Context, zone string, want []dns.Set, remove []dns.Key) error {
	old, err := c.sets(ctx, zone)
	if err != nil {
		return err
	}
	var p patch
	for _, key := range remove {
		p.Sets = append(p.Sets, set{Name: key.Name + ".", Type: key.Type, ChangeType: "DELETE", Records: []entry{}})
	}
	var lines []string
	for _, s := range want {
		records, err := s.Records()
		if err != nil {
			return err
		}
		name := s.Name + "."
		entries := disabled(old, name, s.Type)
		for _, r := range records {
			entries = append(entries, entry{Content: r.Data})
		}
		p.Sets = append(p.Sets, set{Name: name, Type: s.Type, TTL: uint32(s.TTL), ChangeType: "REPLACE", Records: entries})
		lines = append(lines, s.Line())
	}
	for _, key := range remove {
		lines = append(lines, key.Line())
	}
	return c.send(ctx, "PATCH", zonePath(zone), p, lines)
}

func disabled(old []set, name, kind string) []entry {
	list := []entry{}
	for _, s := range old {
		if strings.EqualFold(s.Name, name) && s.Type == kind {
			for _, e := range s.Records {
				if e.Disabled {
					list = append(list, e)
				}
			}
		}
	}
	return list
}
