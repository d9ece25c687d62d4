package dns

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/providers/dns/record"
	"ralsh/ral"
	"ralsh/ral/host"
)

// Where returns the longest zone that contains a name, of the given account if it is set.
// The second result is false if no zone contains the name.
func (c *Cache) Where(ctx context.Context, rd host.Reader, name, account string) (Place, bool, error) {
	places, err := c.Places(ctx, rd)
	var best Place
	for _, p := range places {
		if (account == "" || account == p.Account) && record.Within(name, p.Zone) && len(p.Zone) > len(best.Zone) {
			best = p
		}
	}
	if best.Zone != "" {
		return best, true, nil
	}
	return best, false, err
}

// Owned returns a function that reports whether Where returns this place for a name, and
// not a subzone or an earlier account with the same zone.
func (c *Cache) Owned(p Place) func(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	var nearer []string
	before := true
	for _, q := range c.places {
		before = before && q != p
		if q.Zone == p.Zone && before || q.Zone != p.Zone && record.Within(q.Zone, p.Zone) {
			nearer = append(nearer, q.Zone)
		}
	}
	return func(name string) bool {
		return !slices.ContainsFunc(nearer, func(zone string) bool { return record.Within(name, zone) })
	}
}

// noZoneError is a name outside of all zones. A different resource of the run may create
// the zone.
type noZoneError struct{ name, text string }

// Error lists the zones.
func (e *noZoneError) Error() string { return e.text }

// Unwrap returns the missing zone as a DependencyError.
func (e *noZoneError) Unwrap() error { return &ral.DependencyError{Type: "dnszone", Name: e.name} }

// NoZone returns the error for a name outside of all zones.
func (c *Cache) NoZone(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var zones []string
	for _, p := range c.places {
		zones = append(zones, p.Zone)
	}
	const most = 8
	if len(zones) > most {
		zones = append(zones[:most:most], "...")
	}
	return &noZoneError{name, fmt.Sprintf("no account in %[2]s has a zone for %[1]s (zones: %[3]s)", name, FileOf(c.Service.Name), strings.Join(zones, ", "))}
}

// First returns the name of the first account.
func (c *Cache) First(ctx context.Context, rd host.Reader) (string, error) {
	_, err := c.Places(ctx, rd)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.accounts) > 0 {
		return c.accounts[0].Name, nil
	}
	return "", err
}
