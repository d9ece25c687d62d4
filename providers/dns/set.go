package dns

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/libdns/libdns"

	"ralsh/providers/dns/record"
)

// Set is all records of one name and type.
type Set struct {
	Key
	TTL      int64
	Values   []string // canonical, sorted
	Findings []string // anything unusual
}

// Key identifies a set. The name is absolute, in lower case and without its
// final dot.
type Key struct{ Name, Type string }

// sets groups records by name and type, sorted. It omits unsupported types.
func sets(list []libdns.Record, zone string) []Set {
	at := make(map[Key]int)
	var all []Set
	for _, rec := range list {
		rr := rec.RR()
		name, err := record.Name(libdns.AbsoluteName(rr.Name, zone))
		if !record.Known(rr.Type) || err != nil {
			continue
		}
		key := Key{name, rr.Type}
		i, there := at[key]
		if !there {
			i = len(all)
			at[key] = i
			all = append(all, Set{Key: key, TTL: int64(rr.TTL / time.Second)})
		}
		all[i].add(rr)
	}
	for i := range all {
		slices.Sort(all[i].Values)
	}
	slices.SortFunc(all, func(a, b Set) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type)) })
	return all
}

func (s *Set) add(rr libdns.RR) {
	text, err := record.FromRaw(rr.Type, rr.Data)
	if err != nil {
		text = rr.Data
		s.Findings = append(s.Findings, err.Error())
	}
	s.Values = append(s.Values, text)
	if ttl := int64(rr.TTL / time.Second); ttl != s.TTL {
		s.Findings = append(s.Findings, fmt.Sprintf("its records have different TTLs, %d and %d", s.TTL, ttl))
	}
}

// Records returns the set for libdns.
func (s Set) Records(zone string) ([]libdns.Record, error) {
	var list []libdns.Record
	for _, text := range s.Values {
		raw, err := record.Raw(s.Type, text)
		if err != nil {
			return nil, err
		}
		list = append(list, libdns.RR{Name: Relative(s.Name, zone), Type: s.Type, TTL: time.Duration(s.TTL) * time.Second, Data: raw})
	}
	return list, nil
}

// Relative returns a name relative to the zone, as in libdns: "@" is the apex
// of the zone.
func Relative(name, zone string) string {
	zone = strings.TrimSuffix(zone, ".")
	if name == zone {
		return "@"
	}
	return strings.TrimSuffix(name, "."+zone)
}

// Lines describes what is replaced and what is removed, one line per set.
func Lines(zone string, set, remove []libdns.Record) []string {
	var lines []string
	var last libdns.RR
	for i, rec := range set {
		rr := rec.RR()
		text, err := record.FromRaw(rr.Type, rr.Data)
		if err != nil {
			text = rr.Data
		}
		if i > 0 && rr.Name == last.Name && rr.Type == last.Type {
			lines[len(lines)-1] += ", " + text
			continue
		}
		last = rr
		lines = append(lines, fmt.Sprintf("set %s %s %d %s", absolute(rr.Name, zone), rr.Type, rr.TTL/time.Second, text))
	}
	for _, rec := range remove {
		rr := rec.RR()
		lines = append(lines, strings.TrimSuffix(fmt.Sprintf("remove %s %s %s", absolute(rr.Name, zone), rr.Type, rr.Data), " "))
	}
	return lines
}

// Added describes what is added.
func Added(zone string, recs []libdns.Record) []string {
	lines := Lines(zone, recs, nil)
	for i, line := range lines {
		lines[i] = "add" + strings.TrimPrefix(line, "set")
	}
	return lines
}

func absolute(name, zone string) string {
	return strings.TrimSuffix(libdns.AbsoluteName(name, zone), ".")
}

// Matching returns the records of a zone that DeleteRecords must remove: type,
// TTL and value are only compared if given.
func Matching(zone []libdns.Record, asked []libdns.Record) []libdns.Record {
	var list []libdns.Record
	for _, rec := range zone {
		has := rec.RR()
		if slices.ContainsFunc(asked, func(a libdns.Record) bool {
			want := a.RR()
			return strings.EqualFold(want.Name, has.Name) && (want.Type == "" || want.Type == has.Type) &&
				(want.TTL == 0 || want.TTL == has.TTL) && (want.Data == "" || want.Data == has.Data)
		}) {
			list = append(list, rec)
		}
	}
	return list
}
