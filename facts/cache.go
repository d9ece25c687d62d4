package facts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
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
	Names  []string  `json:"names,omitempty"`
	Leaves []kept    `json:"leaves,omitempty"` // with a ttl only
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
			c.all = map[string]recalled{}
			l.fault(f.opt.State.Path(cacheFile), fmt.Errorf("what was kept cannot be read, and is begun anew: %w", err))
		}
	}
	return maps.Clone(c.all[f.look.Root()])
}

// keeper knows what is to be kept and for how long.
type keeper struct {
	f      *Facts
	config Config
	memory recalled
}

func (f *Facts) keeper(c Config, m recalled) keeper { return keeper{f, c, m} }

// key is what a resolution's findings are kept under, "" nothing, and how long.
func (k keeper) key(by *resolution, fact string) (string, time.Duration) {
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
func (*keeper) units(by *resolution) []string {
	if by.facts == nil {
		return []string{""}
	}
	return by.facts
}

// recall writes down what is kept, and reports whether that is all.
func (k keeper) recall(by *resolution, s *sheet) bool {
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

// keep remembers what was found: of an executable its facts' names, and with a
// ttl the values. What could not be found out is not kept.
func (k keeper) keep(by *resolution, s *sheet) {
	for _, unit := range k.units(by) {
		key, ttl := k.key(by, unit)
		if key == "" || (s.source.Err != nil || ttl <= 0) && by.program == nil {
			continue
		}
		m := remembered{At: s.now(), Names: []string{}}
		for _, l := range s.leaves {
			if unit != "" && l.path[0] != unit {
				continue
			}
			if !slices.Contains(m.Names, l.path[0]) {
				m.Names = append(m.Names, l.path[0])
			}
			if l.err != nil || s.source.Err != nil {
				m.Leaves, ttl = nil, 0
			}
			if ttl > 0 {
				m.Leaves = append(m.Leaves, kept{l.path, encode(l.value), l.from})
			}
		}
		slices.Sort(m.Names)
		if by.program != nil {
			m.Stamp = by.program.stamp
		}
		old, ok := k.memory[key]
		if ttl <= 0 && by.program == nil || ok && m.Leaves == nil && old.Leaves == nil && old.Stamp == m.Stamp && slices.Equal(old.Names, m.Names) {
			continue
		}
		k.write(key, m, s)
	}
}

func (k keeper) write(key string, m remembered, s *sheet) {
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
