// Package acme is a libdns package as a third party would write it: it does not know
// ralsh.
package acme

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/libdns/libdns"
)

// Provider is ACME's service. Its fields are the user's settings.
type Provider struct {
	Token    string `json:"api_token,omitempty"`
	Region   int    `json:"region,omitempty"`
	Insecure bool   `json:"insecure,omitempty"`
}

// World is the service of one region: its zones, and the number of calls that changed
// them.
type World struct {
	mu    sync.Mutex
	zones map[string][]libdns.Record
	Told  int
}

var worlds sync.Map

// Region is one of ACME's regions.
func Region(n int) *World {
	w, _ := worlds.LoadOrStore(n, &World{zones: map[string][]libdns.Record{
		"example.com.": {libdns.TXT{Name: "@", TTL: 3600e9, Text: "hello"}},
	}})
	return w.(*World)
}

func (p *Provider) zone(zone string) (*World, error) {
	if p.Token != "letmein" || p.Insecure {
		return nil, errors.New("acme: 403 forbidden")
	}
	w := Region(p.Region)
	if w.zones[zone] == nil {
		return nil, fmt.Errorf("acme: no zone %s", zone)
	}
	return w, nil
}

// GetRecords implements libdns.RecordGetter.
func (p *Provider) GetRecords(_ context.Context, zone string) ([]libdns.Record, error) {
	w, err := p.zone(zone)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.zones[zone]), nil
}

// AppendRecords implements libdns.RecordAppender.
func (p *Provider) AppendRecords(_ context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return p.edit(zone, recs, func(libdns.RR) bool { return false }, recs)
}

// SetRecords implements libdns.RecordSetter.
func (p *Provider) SetRecords(_ context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return p.edit(zone, recs, func(old libdns.RR) bool {
		return slices.ContainsFunc(recs, func(r libdns.Record) bool { return r.RR().Name == old.Name && r.RR().Type == old.Type })
	}, recs)
}

// DeleteRecords implements libdns.RecordDeleter.
func (p *Provider) DeleteRecords(_ context.Context, zone string, recs []libdns.Record) ([]libdns.Record, error) {
	return p.edit(zone, recs, func(old libdns.RR) bool {
		return slices.ContainsFunc(recs, func(r libdns.Record) bool {
			rr := r.RR()
			return rr.Name == old.Name && (rr.Type == "" || rr.Type == old.Type) && (rr.Data == "" || rr.Data == old.Data)
		})
	}, nil)
}

func (p *Provider) edit(zone string, recs []libdns.Record, goes func(libdns.RR) bool, add []libdns.Record) ([]libdns.Record, error) {
	w, err := p.zone(zone)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Told++
	kept := slices.DeleteFunc(slices.Clone(w.zones[zone]), func(r libdns.Record) bool { return goes(r.RR()) })
	for _, r := range add {
		parsed, err := r.RR().Parse()
		if err != nil {
			return nil, err
		}
		kept = append(kept, parsed)
	}
	w.zones[zone] = kept
	return recs, nil
}
