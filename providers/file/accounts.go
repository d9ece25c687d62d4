package file

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strconv"
	"sync"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// owners converts names to numbers and back with /etc/passwd or /etc/group, and then with
// the other sources of nsswitch.conf.
type owners struct {
	kind string // user or group
	file string
	nss  accounts.NSS

	mu     sync.Mutex
	tables host.Parsed[*accountTable]
}

// accountTable holds the accounts of a file. The first few lookups search line
// by line, so that a single file on a host with 100,000 users does not build
// tables of all accounts.
type accountTable struct {
	data  []byte
	ids   map[string]int // accounts that were needed, or all
	names map[int]string
	whole bool // the tables contain all accounts
	reads int
}

// fewAccounts is the number of searches by line before tables are built.
const fewAccounts = 32

func newAccountTable(data []byte) *accountTable {
	return &accountTable{data: data, ids: make(map[string]int), names: make(map[int]string)}
}

// table returns the error of reading the file; numbers do not need it.
func (a *owners) table(ctx context.Context, rd host.Reader) (*accountTable, error) {
	t, err := a.tables.Load(ctx, rd, a.file, newAccountTable)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", a.file, host.Cause(err))
	}
	return t, nil
}

// first returns the first account that fits. After a few calls it adds all
// accounts to the tables.
func (t *accountTable) first(fits func(name []byte, id int) bool) (first string, number int, ok bool) {
	t.whole = t.reads >= fewAccounts
	t.reads++
	for line := range bytes.Lines(t.data) {
		name, id, valid := accountOf(line)
		if !valid {
			continue
		}
		if !ok && fits(name, id) {
			first, number, ok = string(name), id, true
		}
		if t.whole {
			t.add(string(name), id)
		} else if ok {
			break
		}
	}
	return first, number, ok
}

// add adds an account to the tables, unless they have its name or number.
func (t *accountTable) add(name string, id int) {
	if _, twice := t.ids[name]; !twice {
		t.ids[name] = id
	}
	if _, twice := t.names[id]; !twice {
		t.names[id] = name
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
func (a *owners) id(ctx context.Context, rd host.Reader, name string) (int, error) {
	if number.MatchString(name) {
		n, err := strconv.ParseUint(name, 10, 32)
		if err != nil || n >= 1<<32-1 {
			return 0, fmt.Errorf("%s is not a valid %s ID", name, a.kind)
		}
		return int(n), nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	t, err := a.table(ctx, rd)
	if err != nil {
		return 0, err
	}
	id, ok := t.ids[name]
	if !ok && !t.whole {
		if _, id, ok = t.first(func(other []byte, _ int) bool { return string(other) == name }); ok {
			t.ids[name] = id
		}
	}
	if !ok {
		found, err := a.elsewhere(ctx, rd, name)
		if err != nil {
			return 0, err
		}
		_, id, ok = found.first(func(other []byte, _ int) bool { return string(other) == name })
	}
	if !ok {
		return 0, &ral.DependencyError{Type: a.kind, Name: name}
	}
	return id, nil
}

// name returns the name of a number, or "".
func (a *owners) name(ctx context.Context, rd host.Reader, id int) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, err := a.table(ctx, rd)
	if err != nil {
		return ""
	}
	name, ok := t.names[id]
	if !ok && !t.whole {
		if name, _, ok = t.first(func(_ []byte, other int) bool { return other == id }); ok {
			t.names[id] = name
		}
	}
	if !ok {
		if found, err := a.elsewhere(ctx, rd, strconv.Itoa(id)); err == nil {
			name, _, _ = found.first(func(_ []byte, other int) bool { return other == id })
		}
		t.names[id] = name // also without a name, because a directory service may be slow
	}
	return name
}

// elsewhere returns the accounts of the other sources with a name, or with a number as
// text.
func (a *owners) elsewhere(ctx context.Context, rd host.Reader, key string) (*accountTable, error) {
	out, err := a.nss.Ask(ctx, rd, path.Base(a.file), key)
	return newAccountTable(out), err
}

// desired returns the number of the desired owner or group, or nil.
func (a *owners) desired(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) (*int, error) {
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
