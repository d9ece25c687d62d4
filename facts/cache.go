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

	"ralsh/facts/leaf"
)

// cacheFile is a file in the state directory, mode 0600.
const cacheFile = "facts.json"

// maxCache is the maximum size of the file, in bytes.
const maxCache = 16 << 20

// recalled holds cached leaves by file, or by name of a core fact. Facter caches the
// winning value under the file that lost; ralsh caches the file's value.
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

// cache is the cache file; it is read once and written when something must be
// cached.
type cache struct {
	mu   sync.Mutex
	read bool
	all  map[string]recalled // by root
}

// recall reads the cache of this root.
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
			message := "the cache is unreadable; ralsh starts a new cache"
			if failed := f.opt.State.WriteAtomic(cacheFile, []byte("{}")); failed != nil {
				message = "the cache is unreadable, and ralsh cannot start a new cache (" + failed.Error() + ")"
			}
			c.all = nil
			l.fault(f.opt.State.Path(cacheFile), fmt.Errorf("%s: %w", message, err))
		}
		if c.all == nil {
			c.all = map[string]recalled{}
		}
	}
	return maps.Clone(c.all[f.rd.Root()])
}

// cachePolicy determines the cached facts and how long they are cached.
type cachePolicy struct {
	f      *Facts
	config Config
	memory recalled
}

func (f *Facts) keeper(c Config, m recalled) cachePolicy { return cachePolicy{f, c, m} }

// key returns the cache key of a resolution, "" if it is not cached, and the
// ttl.
func (p cachePolicy) key(by *resolution, fact string) (string, time.Duration) {
	switch {
	case p.f == nil || p.f.opt == nil || p.f.opt.State == nil:
		return "", 0
	case by.kind == External && by.facts == nil:
		return by.from, p.config.ttl(by.from[strings.LastIndexByte(by.from, '/')+1:])
	case fact != "" && by.kind != External:
		return by.kind.String() + " " + by.from + " " + by.name + " " + fact, p.config.ttl(fact)
	}
	return "", 0
}

// units returns the parts of a resolution that are cached separately: a whole
// file, otherwise each fact.
func (*cachePolicy) units(by *resolution) []string {
	if by.facts == nil {
		return []string{""}
	}
	return by.facts
}

// recall adds the cached leaves, and reports whether they are complete.
func (p cachePolicy) recall(by *resolution, b *result) bool {
	if len(p.memory) == 0 {
		return false
	}
	var leaves []leaf.Leaf
	for _, unit := range p.units(by) {
		key, ttl := p.key(by, unit)
		m, ok := p.memory[key]
		age := p.f.rd.Now().Sub(m.At)
		if !ok || ttl <= 0 || m.Leaves == nil || age < 0 || age >= ttl || by.program != nil && m.Stamp != by.program.stamp {
			return false
		}
		for _, one := range m.Leaves {
			v, err := decode(one.Value)
			if err != nil || len(one.Path) == 0 {
				return false
			}
			l := leaf.New(one.Path, v, one.From)
			l.Note = "cached since " + m.At.Format(time.DateTime) + " (ttl " + ttl.String() + ")"
			leaves = append(leaves, l)
		}
	}
	b.Leaves = leaves
	return true
}

// keep caches the leaves that have a ttl, unless there is an error.
func (p cachePolicy) keep(by *resolution, b *result) {
	for _, unit := range p.units(by) {
		key, ttl := p.key(by, unit)
		if key == "" || ttl <= 0 || b.source.Err != nil {
			continue
		}
		if leaves, ok := b.keepable(unit); ok {
			m := remembered{At: p.f.rd.Now(), Leaves: leaves}
			if by.program != nil {
				m.Stamp = by.program.stamp
			}
			p.write(key, m, b)
		}
	}
}

// keepable returns the leaves of a fact, "" for all; it returns nil if a leaf has an
// error.
func (b *result) keepable(fact string) ([]kept, bool) {
	leaves := []kept{}
	for _, l := range b.Leaves {
		switch {
		case fact != "" && l.Path[0] != fact:
		case l.Err != nil:
			return nil, false
		default:
			leaves = append(leaves, kept{l.Path, encode(l.Value), l.From})
		}
	}
	return leaves, true
}

func (p cachePolicy) write(key string, m remembered, b *result) {
	c := p.f.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	root := p.f.rd.Root()
	if c.all[root] == nil {
		c.all[root] = recalled{}
	}
	c.all[root][key] = m
	data, err := json.Marshal(c.all)
	if err == nil {
		err = p.f.opt.State.WriteAtomic(cacheFile, data)
	}
	if err != nil {
		b.source.Notes = append(b.source.Notes, "cannot cache the value: "+err.Error())
	}
}
