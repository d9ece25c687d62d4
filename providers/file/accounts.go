package file

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// accounts converts names to numbers and back with one file, /etc/passwd or
// /etc/group. It calls Stat each time, because an earlier resource may have
// changed the file. It reads the file if it has changed, or is so recent that a
// change need not alter its time, and drops its tables if the content differs.
//
// The first few accounts are searched line by line, so that reading one file on
// a host with 100,000 users does not build tables of all.
type accounts struct {
	kind string // user or group
	file string

	mu    sync.Mutex
	info  host.Info
	data  []byte
	ids   map[string]int // accounts that were needed, or all
	names map[int]string
	whole bool // the tables contain all accounts
	asked int
}

// settled is the age above which a second change within one tick of the file
// system's clock cannot be missed.
const settled = 2 * time.Second

// fewAccounts is the number of searches by line before tables are built.
const fewAccounts = 32

// load returns the error of reading the file; numbers do not need it.
func (a *accounts) load(ctx context.Context, rd host.Reader) error {
	info, err := rd.Stat(ctx, a.file)
	if err == nil && a.ids != nil && info == a.info && rd.Now().Sub(info.ModTime) > settled {
		return nil
	}
	data, err := rd.ReadFile(ctx, a.file)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", a.file, bare(err))
	}
	a.info = info
	if a.ids != nil && bytes.Equal(data, a.data) {
		return nil
	}
	a.data, a.ids, a.names, a.whole, a.asked = data, make(map[string]int), make(map[int]string), false, 0
	return nil
}

// first returns the first account that fits. After a few calls it adds all
// accounts to the tables.
func (a *accounts) first(fits func(name []byte, id int) bool) (first string, number int, ok bool) {
	a.whole = a.asked >= fewAccounts
	a.asked++
	for line := range bytes.Lines(a.data) {
		name, id, valid := accountOf(line)
		if !valid {
			continue
		}
		if !ok && fits(name, id) {
			first, number, ok = string(name), id, true
		}
		if a.whole {
			a.add(string(name), id)
		} else if ok {
			break
		}
	}
	return first, number, ok
}

// add adds an account to the tables, unless they have its name or number.
func (a *accounts) add(name string, id int) {
	if _, twice := a.ids[name]; !twice {
		a.ids[name] = id
	}
	if _, twice := a.names[id]; !twice {
		a.names[id] = name
	}
}

// accountOf returns the name and the number of a line. A line without a number
// is not an account, and must not count as number 0.
func accountOf(line []byte) (name []byte, id int, ok bool) {
	name, rest, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(":"))
	_, rest, _ = bytes.Cut(rest, []byte(":"))
	text, _, _ := bytes.Cut(rest, []byte(":"))
	n, err := strconv.ParseUint(string(text), 10, 32)
	return name, int(n), err == nil && len(name) > 0
}

// id returns the number of a name, or of a number as text.
func (a *accounts) id(ctx context.Context, rd host.Reader, name string) (int, error) {
	if number.MatchString(name) {
		n, err := strconv.ParseUint(name, 10, 32)
		if err != nil || n >= 1<<32-1 {
			return 0, fmt.Errorf("%s is no number of a %s", name, a.kind)
		}
		return int(n), nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.load(ctx, rd); err != nil {
		return 0, err
	}
	id, ok := a.ids[name]
	if !ok && !a.whole {
		if _, id, ok = a.first(func(other []byte, _ int) bool { return string(other) == name }); ok {
			a.ids[name] = id
		}
	}
	if !ok {
		return 0, &ral.DependencyError{Type: a.kind, Name: name}
	}
	return id, nil
}

// name returns the name of a number, "" if there is none.
func (a *accounts) name(ctx context.Context, rd host.Reader, id int) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.load(ctx, rd) != nil {
		return ""
	}
	name, ok := a.names[id]
	if !ok && !a.whole {
		if name, _, ok = a.first(func(_ []byte, other int) bool { return other == id }); ok {
			a.names[id] = name
		}
	}
	return name
}

// wanted returns the number of a resource's desired owner or group, nil if
// there is none.
func (a *accounts) wanted(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (*int, error) {
	v := r.Get(attr)
	if v.IsNil() {
		return nil, nil
	}
	id, err := a.id(ctx, rd, v.Reveal().Text())
	if err != nil {
		return nil, err
	}
	return &id, nil
}
