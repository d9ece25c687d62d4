package dnsrr

import (
	"context"
	"errors"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func provider(s dns.Service) ral.Provider {
	p := s.Provider("Unmanaged records stay unchanged.")
	p.New = func() any { return &behaviour{cache: dns.Cache{Service: s}} }
	return p
}

// behaviour caches the zones during a run.
type behaviour struct {
	ral.Collect
	cache dns.Cache
}

// List yields the sets of all zones. It omits records that belong to a known subzone,
// because Retrieve searches them there.
func (b *behaviour) List(ctx context.Context, in *ral.Listing) error {
	places, failed := b.cache.Places(ctx, in.Reader)
	for _, p := range places {
		sets, err := b.cache.Sets(ctx, in.Reader, p)
		failed = errors.Join(failed, err)
		owned := b.cache.Owned(p)
		for i := range sets {
			if !owned(sets[i].Name) {
				continue
			}
			in.Yield(fill(in.NewInstance(sets[i].Name+"/"+sets[i].Type), &sets[i], p))
		}
	}
	return failed
}

// Prefetch reads the zones of all resources. Retrieve returns the error of a zone for
// each of its resources.
func (b *behaviour) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	for _, r := range all {
		if p, ok, err := b.where(ctx, rd, r); ok && err == nil {
			_, _ = b.cache.Sets(ctx, rd, p)
		}
	}
	return nil
}

// Forget clears the cache.
func (b *behaviour) Forget() { b.cache.Forget() }

// Retrieve finds the set. It is absent if no account contains its zone.
func (b *behaviour) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	p, ok, err := b.where(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if !ok {
		return ral.AbsentInstance(r.Type, r.Title), nil
	}
	set, err := b.cache.Set(ctx, rd, p, key(r))
	if err != nil {
		return nil, err
	}
	if set == nil {
		return ral.AbsentInstance(r.Type, r.Title), nil
	}
	return fill(ral.NewInstance(r.Type, r.Title), set, p), nil
}

func (b *behaviour) where(ctx context.Context, rd host.Reader, r *ral.Resource) (dns.Place, bool, error) {
	name, zone := r.Get("name").Text(), r.Get("zone").Text()
	if zone != "" {
		name = zone
	}
	p, ok, err := b.cache.Where(ctx, rd, name, r.Get("account").Text())
	return p, ok && (zone == "" || p.Zone == zone), err
}

func key(r *ral.Resource) dns.Key {
	return dns.Key{Name: r.Get("name").Text(), Type: r.Get("type").Text()}
}

func fill(inst *ral.Instance, s *dns.Set, p dns.Place) *ral.Instance {
	inst.From = "zone " + p.Zone + ", account " + p.Account
	inst.Set("ensure", value.Present())
	inst.Set("values", value.Strs(s.Values...))
	inst.Set("ttl", value.Int(s.TTL))
	inst.ProviderFindings = append(inst.ProviderFindings, s.Findings...)
	if s.Type == "CNAME" && s.Name == p.Zone {
		inst.ProviderFindings = append(inst.ProviderFindings, "a CNAME at the apex of the zone hides the zone")
	}
	return inst
}

// Create collects all desired values for the next flush.
func (b *behaviour) Create(_ context.Context, _ host.Writer, r *ral.Resource) error {
	if !r.Has("values") {
		return errors.New("new records need values")
	}
	for _, a := range r.Type.Properties() {
		if r.Has(a.Name) {
			r.Pending.Set(a.Name, r.Get(a.Name))
		}
	}
	r.Pending.Set("ensure", value.Present())
	return nil
}

// CanBatch reports whether the sets are in the same zone of the same account.
func (b *behaviour) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	one, ok, err := b.where(ctx, rd, first)
	other, ok2, failed := b.where(ctx, rd, r)
	return ok && ok2 && err == nil && failed == nil && one == other
}

// Flush is WriteBatch for one resource.
func (b *behaviour) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return b.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

// fits checks the rules of the zone: its apex cannot have a CNAME, and must keep its name
// servers.
func fits(r *ral.Resource, p dns.Place, remove bool) error {
	if r.Get("name").Text() != p.Zone {
		return nil
	}
	switch kind := r.Get("type").Text(); {
	case kind == "CNAME" && !remove:
		return errors.New(p.Zone + " is the apex of a zone and cannot have a CNAME (RFC 1912, 2.4)")
	case kind == "NS" && remove:
		return errors.New("cannot remove the name servers of the zone " + p.Zone)
	}
	return nil
}

// desired returns the set to write: the current values with the collected changes.
func desired(r *ral.Resource) (dns.Set, error) {
	s := dns.Set{Key: key(r), TTL: dns.DefaultTTL, Values: sorted(r.Is("values"))}
	if n, ok := r.Is("ttl").Int(); ok {
		s.TTL = n
	}
	if v, ok := r.Pending.Get("values"); ok {
		s.Values = sorted(v)
	}
	if v, ok := r.Pending.Get("ttl"); ok {
		s.TTL, _ = v.Int()
	}
	for _, text := range s.Values {
		if again, err := record.Canonical(s.Type, text); err != nil || again != text {
			return s, errors.New("ralsh cannot write the current records again: declare values")
		}
	}
	return s, nil
}

// WriteBatch writes the changes of several sets in a zone, in a single action if the
// service supports that.
func (b *behaviour) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	p, ok, err := b.where(ctx, wr.Reader(), all[0])
	if err == nil && !ok {
		err = b.cache.NoZone(all[0].Get("name").Text())
	}
	var set []dns.Set
	var remove []dns.Key
	for i, r := range all {
		if errs[i] = err; err != nil || len(r.Pending) == 0 {
			continue
		}
		ensure, _ := r.Pending.Get("ensure")
		if errs[i] = fits(r, p, ensure.IsAbsent()); errs[i] != nil {
			continue
		}
		s, failed := desired(r)
		if ensure.IsAbsent() {
			remove = append(remove, s.Key)
		} else if errs[i] = failed; failed == nil {
			set = append(set, s)
		}
	}
	if err != nil || len(set)+len(remove) == 0 {
		return errs
	}
	err = b.cache.Write(ctx, wr, p, set, remove)
	for i := range errs {
		if errs[i] == nil {
			errs[i] = err
		}
	}
	return errs
}
