package dnsrr

import (
	"context"

	"ralsh/providers/dns"
	"ralsh/ral"
	"ralsh/ral/host"
)

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
