package dnswire

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/miekg/dns"
)

// Send sends the update to its name server, which makes all edits or none (RFC 2136).
func (u Update) Send(ctx context.Context) error {
	m := new(dns.Msg)
	m.SetUpdate(dns.Fqdn(u.Zone))
	if len(u.Edits) == 0 {
		return nil
	}
	c, err := u.At.dial(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	for _, e := range u.Edits {
		if err := e.into(m); err != nil {
			return err
		}
	}
	if err := c.nextSerial(u, m); err != nil {
		return err
	}
	if err := c.send(m); err != nil {
		return err
	}
	_, err = c.receive()
	return err
}

// into adds the edit to a message (RFC 2136, 2.5).
func (e Edit) into(m *dns.Msg) error {
	if e.Verb == RemoveSet {
		kind, ok := dns.StringToType[e.Type]
		if !ok {
			return fmt.Errorf("unknown record type %q", e.Type)
		}
		m.RemoveRRset([]dns.RR{&dns.ANY{Hdr: dns.RR_Header{Name: dns.Fqdn(e.Name), Rrtype: kind}}})
		return nil
	}
	rr, err := e.rr()
	if err != nil {
		return err
	}
	if e.Verb == RemoveRecord {
		m.Remove([]dns.RR{rr})
	} else {
		m.Insert([]dns.RR{rr})
	}
	return nil
}

// rr parses the record as a line of a zone file.
func (r Record) rr() (dns.RR, error) {
	line := fmt.Sprintf("%s %d IN %s %s", dns.Fqdn(r.Name), r.TTL, r.Type, r.Data)
	bad := fmt.Errorf("%s %s %q is not a valid record", r.Name, r.Type, r.Data)
	if strings.ContainsAny(line, "\r\n") {
		return nil, bad
	}
	rr, err := dns.NewRR(line)
	if err != nil || rr == nil || rr.Header().Name != dns.Fqdn(r.Name) {
		return nil, bad
	}
	return rr, nil
}

// nextSerial sets a zero serial of a SOA to the next serial of the zone.
func (c *connection) nextSerial(u Update, m *dns.Msg) error {
	for _, rr := range m.Ns {
		soa, ok := rr.(*dns.SOA)
		if !ok || soa.Serial != 0 || soa.Header().Class != dns.ClassINET {
			continue
		}
		q := new(dns.Msg)
		q.SetQuestion(dns.Fqdn(u.Zone), dns.TypeSOA)
		q.RecursionDesired = false
		if err := c.send(q); err != nil {
			return err
		}
		answer, err := c.receive()
		if err != nil {
			return err
		}
		for _, rr := range answer.Answer {
			if old, ok := rr.(*dns.SOA); ok {
				soa.Serial = max(old.Serial+1, 1)
			}
		}
		if soa.Serial == 0 {
			return errors.New("the zone has no SOA record")
		}
	}
	return nil
}
