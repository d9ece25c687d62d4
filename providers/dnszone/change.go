package dnszone

import (
	"context"
	"slices"
	"strings"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Create creates the zone with all its desired values.
func (b *behaviour) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	p, _, err := b.place(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	client, err := b.cache.Client(dns.WriteConn(wr), p)
	if err != nil {
		return err
	}
	z := dns.Zone{Name: r.Name(), Kind: "native"}
	for _, a := range r.Type.Properties() {
		if r.Has(a.Name) {
			put(&z, a.Name, r.Get(a.Name))
		}
	}
	var nameservers []string
	for _, v := range r.Get("nameservers").Elements() {
		nameservers = append(nameservers, strings.ToLower(strings.TrimSuffix(v.Text(), ".")))
	}
	return client.CreateZone(ctx, z, nameservers)
}

// Destroy removes the zone.
func (b *behaviour) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	p, _, err := b.place(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	client, err := b.cache.Client(dns.WriteConn(wr), p)
	if err != nil {
		return err
	}
	return client.DeleteZone(ctx, p.Zone)
}

// Flush changes the SOA record, the kind, or both, based on the current zone.
func (b *behaviour) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if len(r.Pending) == 0 || r.Found == nil {
		return nil
	}
	p, _, err := b.place(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	client, err := b.cache.Client(dns.WriteConn(wr), p)
	if err != nil {
		return err
	}
	z := dns.Zone{Name: r.Name()}
	for _, a := range r.Type.Properties() {
		put(&z, a.Name, r.Is(a.Name))
	}
	soa, kind := false, false
	for _, pending := range r.Pending {
		put(&z, pending.Attr, pending.Value)
		soa = soa || slices.Contains(soaNames(), pending.Attr)
		kind = kind || pending.Attr == "kind" || pending.Attr == "primaries"
	}
	return client.ChangeZone(ctx, z, soa, kind)
}

func put(z *dns.Zone, attr string, v value.Value) {
	if v.IsAbsent() || v.IsNil() || v.IsUnknown() {
		return
	}
	if text := texts(z)[attr]; text != nil {
		*text = v.Text()
		return
	}
	if attr == "primaries" {
		z.Primaries = nil
		for _, item := range v.Elements() {
			z.Primaries = append(z.Primaries, item.Text())
		}
	}
}
