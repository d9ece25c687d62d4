package facts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"time"
)

// cacheFile is kept in the state folder, mode 0600.
const cacheFile = "facts.json"

// maxCache is how many bytes of it are read.
const maxCache = 16 << 20

// recalled is what was found earlier: by file, or by the name of a core fact. Facter
// keeps the value that won under the file that lost; here it is what was said.
type recalled map[string]remembered

type remembered struct {
	Stamp  string    `json:"stamp,omitempty"` // of a file
	At     time.Time `json:"at,omitzero"`
	Leaves []kept    `json:"leaves"`
}

type kept struct {
	Path  []string        `json:"path"`
	Value json.RawMessage `json:"value"`
	From  string          `json:"from"`
}

// cache is the file; it is read once and written when something is to be kept.
type cache struct {
	mu   sync.Mutex
	read bool
	all  map[string]recalled // by root
}

// recall reads the memory of this root.
func (f *Facts) recall(l *loading) recalled {
	if f.opt.State == nil {
		return nil
	}
	f.mu.Lock()
	if f.cache == nil {
		f.cache = &cache{all: map[string]recalled{}}
	}
	c := f.cache
	f.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.read {
		c.read = true
		data, size, err := f.opt.State.ReadPart(cacheFile, 0, maxCache)
		if err == nil && size <= maxCache {
			err = json.Unmarshal(data, &c.all)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			anew := "what was kept cannot be read, and is begun anew"
			if failed := f.opt.State.WriteAtomic(cacheFile, []byte("{}")); failed != nil {
				anew = "what was kept cannot be read, nor begun anew (" + failed.Error() + ")"
			}
			c.all = nil
			l.fault(f.opt.State.Path(cacheFile), fmt.Errorf("%s: %w", anew, err))
		}
		if c.all == nil {
			c.all = map[string]recalled{}
		}
	}
	return maps.Clone(c.all[f.look.Root()])
}

// cachePolicy knows what is to be kept and for how long.
type cachePolicy struct {
	f      *Facts
	config Config
	memory recalled
}

func (f *Facts) keeper(c Config, m recalled) cachePolicy { return cachePolicy{f, c, m} }

// key is what a resolution's findings are kept under, "" nothing, and how long.
func (k cachePolicy) key(by *resolution, fact string) (string, time.Duration) {
	switch {
	case k.f == nil || k.f.opt == nil || k.f.opt.State == nil:
		return "", 0
	case by.kind == External && by.facts == nil:
		return by.from, k.config.ttl(by.from[strings.LastIndexByte(by.from, '/')+1:])
	case fact != "" && by.kind != External:
		return by.kind.String() + " " + by.from + " " + by.name + " " + fact, k.config.ttl(fact)
	}
	return "", 0
}

// units are the parts of a resolution that are kept by themselves: a file as a
// whole, else each fact.
func (*cachePolicy) units(by *resolution) []string {
	if by.facts == nil {
		return []string{""}
	}
	return by.facts
}

// recall writes down what is kept, and reports whether that is all.
func (k cachePolicy) recall(by *resolution, s *factBuilder) bool {
	if len(k.memory) == 0 {
		return false
	}
	var leaves []leaf
	for _, unit := range k.units(by) {
		key, ttl := k.key(by, unit)
		m, ok := k.memory[key]
		age := s.now().Sub(m.At)
		if !ok || ttl <= 0 || m.Leaves == nil || age < 0 || age >= ttl || by.program != nil && m.Stamp != by.program.stamp {
			return false
		}
		for _, one := range m.Leaves {
			v, err := decode(one.Value)
			if err != nil || len(one.Path) == 0 {
				return false
			}
			note := "kept since " + m.At.Format(time.DateTime) + " (ttl " + ttl.String() + ")"
			leaves = append(leaves, leaf{path: one.Path, value: v, from: one.From, note: note})
		}
	}
	s.leaves = leaves
	return true
}

// keep remembers what was found, where it has a ttl. What could not be found out
// is not kept.
func (k cachePolicy) keep(by *resolution, s *factBuilder) {
	for _, unit := range k.units(by) {
		key, ttl := k.key(by, unit)
		if key == "" || ttl <= 0 || s.source.Err != nil {
			continue
		}
		if leaves, ok := s.keepable(unit); ok {
			m := remembered{At: s.now(), Leaves: leaves}
			if by.program != nil {
				m.Stamp = by.program.stamp
			}
			k.write(key, m, s)
		}
	}
}

// keepable is the leaves of one fact, "" of all; none when one has an error.
func (s *factBuilder) keepable(fact string) ([]kept, bool) {
	leaves := []kept{}
	for _, l := range s.leaves {
		switch {
		case fact != "" && l.path[0] != fact:
		case l.err != nil:
			return nil, false
		default:
			leaves = append(leaves, kept{l.path, encode(l.value), l.from})
		}
	}
	return leaves, true
}

func (k cachePolicy) write(key string, m remembered, s *factBuilder) {
	c := k.f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	root := k.f.look.Root()
	if c.all[root] == nil {
		c.all[root] = recalled{}
	}
	c.all[root][key] = m
	data, err := json.Marshal(c.all)
	if err == nil {
		err = k.f.opt.State.WriteAtomic(cacheFile, data)
	}
	if err != nil {
		s.source.Notes = append(s.source.Notes, "it cannot be kept: "+err.Error())
	}
}
