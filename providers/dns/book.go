package dns

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ralsh/providers/dns/record"
	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
)

// Cache contains the data that a run reads from a service: accounts, zones and records.
// It reads each once until Forget.
type Cache struct {
	Service Service

	mu       sync.Mutex
	accounts []Account
	places   []Place
	failed   error // of reading places
	read     bool
	zones    map[Place]*zone
}

// Place is a zone of an account. The zone has no final dot.
type Place struct{ Account, Zone string }

type zone struct {
	sets []Set
	at   map[Key]int
	err  error
}

// Forget clears the cache.
func (c *Cache) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.accounts, c.places, c.failed, c.read, c.zones = nil, nil, nil, false, nil
}

// Places returns the zones of all accounts, in the order of the file. The error contains
// unreadable accounts.
func (c *Cache) Places(ctx context.Context, rd host.Reader) ([]Place, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read {
		return c.places, c.failed
	}
	c.accounts, c.failed = accounts(ctx, rd, c.Service)
	for _, a := range c.accounts {
		names, err := c.named(ctx, rd, a)
		c.failed = errors.Join(c.failed, err)
		for _, name := range names {
			c.places = append(c.places, Place{a.Name, name})
		}
	}
	c.read = true
	return c.places, c.failed
}

// named returns the zones in the settings of an account, otherwise the zones that the
// service lists.
func (c *Cache) named(ctx context.Context, rd host.Reader, a Account) ([]string, error) {
	zones := a.Zones()
	if len(zones) == 0 {
		client, err := c.Service.Open(ReadConn(rd), a)
		if err != nil {
			return nil, err
		}
		if zones, err = client.ZoneNames(ctx); err != nil {
			return nil, err
		}
	}
	names := make([]string, len(zones))
	for i, text := range zones {
		name, err := record.Name(text)
		if err != nil {
			return nil, a.Fault("zones: %v", err)
		}
		names[i] = name
	}
	return names, nil
}

// Client returns a client for the account of a place.
func (c *Cache) Client(d Conn, p Place) (Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, a := range c.accounts {
		if a.Name == p.Account {
			return c.Service.Open(d, a)
		}
	}
	return nil, fmt.Errorf("%s does not contain the account [%s]", FileOf(c.Service.Name), p.Account)
}

// Sets returns the sets of a zone. A failed read is not repeated.
func (c *Cache) Sets(ctx context.Context, rd host.Reader, p Place) ([]Set, error) {
	z := c.zone(ctx, rd, p)
	return z.sets, z.err
}

// Set returns a set of a zone, or nil.
func (c *Cache) Set(ctx context.Context, rd host.Reader, p Place, key Key) (*Set, error) {
	z := c.zone(ctx, rd, p)
	if i, there := z.at[key]; there {
		return &z.sets[i], z.err
	}
	return nil, z.err
}

func (c *Cache) zone(ctx context.Context, rd host.Reader, p Place) *zone {
	client, err := c.Client(ReadConn(rd), p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if z := c.zones[p]; z != nil {
		return z
	}
	z := &zone{err: err, at: make(map[Key]int)}
	if err == nil {
		var list []dnswire.Record
		list, z.err = client.Records(ctx, p.Zone)
		z.sets = sets(list)
	}
	for i, s := range z.sets {
		z.at[s.Key] = i
	}
	if ctx.Err() == nil {
		if c.zones == nil {
			c.zones = make(map[Place]*zone)
		}
		c.zones[p] = z
	}
	return z
}

// Write changes sets of a zone in a single action.
func (c *Cache) Write(ctx context.Context, wr host.Writer, p Place, set []Set, remove []Key) error {
	client, err := c.Client(WriteConn(wr), p)
	if err != nil {
		return err
	}
	return client.Edit(ctx, p.Zone, set, remove)
}
