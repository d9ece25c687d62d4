package dnszone

import (
	"context"
	"errors"
	"strconv"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func provider(s dns.Service) ral.Provider {
	p := s.Provider("A change replaces the whole SOA record.")
	if s.Makes {
		p.Features = []string{"kinds"}
	}
	p.New = func() any { return &behaviour{cache: dns.Cache{Service: s}} }
	return p
}

// behaviour caches the accounts and zones during a run.
type behaviour struct {
	ral.CollectSet
	cache dns.Cache
}

// Forget clears the cache.
func (b *behaviour) Forget() { b.cache.Forget() }

// Prefetch reads the list of zones.
func (b *behaviour) Prefetch(ctx context.Context, rd host.Reader, _ []*ral.Resource) error {
	_, _ = b.cache.Places(ctx, rd)
	return nil
}

// List yields the zones of all accounts.
func (b *behaviour) List(ctx context.Context, in *ral.Listing) error {
	places, failed := b.cache.Places(ctx, in.Reader)
	for len(places) > 0 {
		n := 0
		var names []string
		for n < len(places) && places[n].Account == places[0].Account {
			names = append(names, places[n].Zone)
			n++
		}
		zones, err := b.zones(ctx, in.Reader, places[0], names)
		failed = errors.Join(failed, err)
		for _, z := range zones {
			in.Yield(fill(in.NewInstance(z.Name), z, places[0].Account))
		}
		places = places[n:]
	}
	return failed
}

func (b *behaviour) zones(ctx context.Context, rd host.Reader, p dns.Place, names []string) ([]dns.Zone, error) {
	client, err := b.cache.Client(dns.ReadConn(rd), p)
	if err != nil {
		return nil, err
	}
	return client.ListedZones(ctx, names)
}

// place returns the account that contains the zone or would get it: the declared account,
// otherwise the first account.
func (b *behaviour) place(ctx context.Context, rd host.Reader, r *ral.Resource) (p dns.Place, has bool, err error) {
	name, account := r.Name(), r.Get("account").Text()
	p, ok, err := b.cache.Where(ctx, rd, name, account)
	if ok && p.Zone == name {
		return p, true, nil
	}
	if err != nil {
		return p, false, err
	}
	if account == "" {
		account, err = b.cache.First(ctx, rd)
	}
	return dns.Place{Account: account, Zone: name}, false, err
}

// Retrieve reads a zone.
func (b *behaviour) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	p, has, err := b.place(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if !has {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	client, err := b.cache.Client(dns.ReadConn(rd), p)
	if err != nil {
		return nil, err
	}
	z, err := client.ReadZone(ctx, p.Zone)
	if err != nil {
		return nil, err
	}
	if z == nil {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return fill(ral.NewInstance(r.Type, r.Name()), *z, p.Account), nil
}

func fill(inst *ral.Instance, z dns.Zone, account string) *ral.Instance {
	inst.From = "account " + account
	inst.Set("ensure", value.Present())
	known := texts(&z)
	for _, a := range inst.Type.Properties() {
		text := known[a.Name]
		if text == nil || *text == "" {
			continue
		}
		n, err := strconv.ParseInt(*text, 10, 64)
		switch {
		case a.Name == "kind":
			inst.Set(a.Name, value.Sym(*text))
		case err != nil:
			inst.Set(a.Name, value.Str(*text))
		default:
			inst.Set(a.Name, value.Int(n))
		}
	}
	if z.Kind != "" {
		inst.Set("primaries", value.Strs(z.Primaries...))
	}
	if z.Serial != "" {
		inst.Set("serial", value.Str(z.Serial))
	}
	return inst
}

// texts returns the fields of a zone by property.
func texts(z *dns.Zone) map[string]*string {
	return map[string]*string{
		"kind": &z.Kind, "primary_ns": &z.SOA.PrimaryNS, "contact": &z.SOA.Contact, "refresh": &z.SOA.Refresh,
		"retry": &z.SOA.Retry, "expire": &z.SOA.Expire, "minimum": &z.SOA.Minimum, "ttl": &z.TTL,
	}
}
