package dnstest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
)

// Nameserver is an in-memory name server for a zone.
type Nameserver struct {
	Zone string // with the final dot
	Key  dnswire.TSIG

	mu      sync.Mutex
	serial  uint32
	soa     dnswire.Record
	records []dnswire.Record
	updates int
}

// Net returns the server as the network of a fakehost.Host.
func (n *Nameserver) Net() fakehost.Net { return fakehost.Net{Ask: n.ask, Update: n.update} }

// NewNameserver returns a server for a zone with these records, written as "www 300 A
// 192.0.2.1".
func NewNameserver(zone string, key dnswire.TSIG, lines ...string) *Nameserver {
	n := &Nameserver{Zone: zone, Key: key, serial: 7}
	n.soa = dnswire.Record{Name: zone, TTL: 3600, Type: "SOA", Data: "ns1." + zone + " hostmaster." + zone + " %d 10800 3600 604800 300"}
	for _, line := range append([]string{"@ 3600 NS ns1." + zone}, lines...) {
		f := strings.SplitN(line, " ", 4)
		r := dnswire.Record{Name: f[0] + "." + zone, Type: f[2], Data: f[3]}
		if f[0] == "@" {
			r.Name = zone
		}
		_, _ = fmt.Sscan(f[1], &r.TTL)
		n.records = append(n.records, r)
	}
	return n
}

// Updates returns the number of updates so far.
func (n *Nameserver) Updates() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.updates
}

func (n *Nameserver) trusts(key dnswire.TSIG) error {
	switch {
	case key == n.Key:
		return nil
	case key.Name == "":
		return &dnswire.RcodeError{Code: "REFUSED"}
	}
	return fmt.Errorf("the secret of key %s differs from the secret on the server (BADSIG)", key)
}

func (n *Nameserver) start() dnswire.Record {
	soa := n.soa
	soa.Data = strings.Replace(soa.Data, "%d", fmt.Sprint(n.serial), 1)
	return soa
}

func (n *Nameserver) ask(q dnswire.Question) ([]dnswire.Record, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.trusts(q.At.Key); err != nil {
		return nil, err
	}
	if q.Name != n.Zone {
		return nil, &dnswire.RcodeError{Code: "NOTAUTH"}
	}
	if q.Type == "SOA" {
		return []dnswire.Record{n.start()}, nil
	}
	return append([]dnswire.Record{n.start()}, n.records...), nil
}

func (n *Nameserver) update(u dnswire.Update) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.trusts(u.At.Key); err != nil {
		return err
	}
	if u.Zone != n.Zone {
		return &dnswire.RcodeError{Code: "NOTAUTH"}
	}
	for _, e := range u.Edits {
		if !strings.HasSuffix("."+e.Name, "."+n.Zone) {
			return &dnswire.RcodeError{Code: "NOTZONE"}
		}
	}
	n.updates++
	n.serial++
	for _, e := range u.Edits {
		n.edit(e)
	}
	return nil
}

// edit makes a change according to RFC 2136, 3.4.2.
func (n *Nameserver) edit(e dnswire.Edit) {
	same := func(r dnswire.Record) bool { return r.Name == e.Name && r.Type == e.Type }
	top := e.Name == n.Zone && e.Type == "NS"
	switch {
	case e.Verb == dnswire.AddRecord && e.Type == "SOA":
		f := strings.Fields(e.Data)
		f[2] = "%d"
		n.soa = dnswire.Record{Name: e.Name, TTL: e.TTL, Type: "SOA", Data: strings.Join(f, " ")}
	case e.Verb == dnswire.AddRecord:
		n.records = slices.DeleteFunc(n.records, func(r dnswire.Record) bool { return same(r) && r.Data == e.Data })
		for i, r := range n.records {
			if same(r) {
				n.records[i].TTL = e.TTL
			}
		}
		n.records = append(n.records, e.Record)
	case e.Verb == dnswire.RemoveSet && !top:
		n.records = slices.DeleteFunc(n.records, same)
	case e.Verb == dnswire.RemoveRecord:
		if left := slices.IndexFunc(n.records, func(r dnswire.Record) bool { return same(r) && r.Data != e.Data }); top && left < 0 {
			return
		}
		n.records = slices.DeleteFunc(n.records, func(r dnswire.Record) bool { return same(r) && r.Data == e.Data })
	}
	slices.SortStableFunc(n.records, func(a, b dnswire.Record) int { return cmp.Compare(a.Name, b.Name) })
}
