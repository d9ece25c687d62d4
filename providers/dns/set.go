package dns

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ralsh/providers/dns/record"
	"ralsh/ral/host/dnswire"
)

// Set contains all records of a name and a type.
type Set struct {
	Key
	TTL      int64    // in seconds
	Values   []string // canonical, sorted
	Findings []string // unusual properties
}

// Key identifies a set. The name is absolute, in lower case and without its final dot.
type Key struct{ Name, Type string }

// sets groups records by name and type, sorted. It omits unsupported types.
func sets(list []dnswire.Record) []Set {
	at := make(map[Key]int)
	var all []Set
	for _, r := range list {
		name, err := record.Name(r.Name)
		if !record.Known(r.Type) || err != nil {
			continue
		}
		key := Key{name, r.Type}
		i, there := at[key]
		if !there {
			i = len(all)
			at[key] = i
			all = append(all, Set{Key: key, TTL: int64(r.TTL)})
		}
		all[i].add(r)
	}
	for i := range all {
		slices.Sort(all[i].Values)
	}
	slices.SortFunc(all, func(a, b Set) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type)) })
	return all
}

func (s *Set) add(r dnswire.Record) {
	text, err := record.FromData(r.Type, r.Data)
	if err != nil {
		text = r.Data
		s.Findings = append(s.Findings, err.Error())
	}
	s.Values = append(s.Values, text)
	if ttl := int64(r.TTL); ttl != s.TTL {
		s.Findings = append(s.Findings, fmt.Sprintf("the records have different TTLs, %d and %d", s.TTL, ttl))
	}
}

// Records returns the records of the set.
func (s Set) Records() ([]dnswire.Record, error) {
	var list []dnswire.Record
	for _, text := range s.Values {
		data, err := record.Data(s.Type, text)
		if err != nil {
			return nil, err
		}
		r := s.Record()
		r.TTL, r.Data = uint32(s.TTL), data
		list = append(list, r)
	}
	return list, nil
}

// Record returns a record without TTL and data.
func (k Key) Record() dnswire.Record { return dnswire.Record{Name: k.Name + ".", Type: k.Type} }

// Line describes the action that writes the set.
func (s Set) Line() string {
	return fmt.Sprintf("set %s %s %d %s", s.Name, s.Type, s.TTL, strings.Join(s.Values, ", "))
}

// Line describes the action that removes the set.
func (k Key) Line() string { return "remove " + k.Name + " " + k.Type }
