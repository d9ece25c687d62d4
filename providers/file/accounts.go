package file

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// accounts turns names into numbers and back by one file, /etc/passwd or
// /etc/group. It looks at the file each time, since a resource before may have
// changed it, reads it when it is another or is so young that a change need not
// show in its time, and parses it when its bytes differ.
type accounts struct {
	kind string // user or group
	file string

	mu    sync.Mutex
	info  host.Info
	data  []byte
	ids   map[string]int
	names map[int]string
}

// settled is the age from which a second change within one tick of the file
// system's clock cannot be missed.
const settled = 2 * time.Second

// load returns the error of a file that cannot be read; numbers need none.
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
	a.data, a.ids, a.names = data, make(map[string]int), make(map[int]string)
	for line := range strings.Lines(string(data)) {
		// A line without a number is no account: it must not pass for number 0.
		parts := strings.Split(strings.TrimRight(line, "\r\n"), ":")
		if len(parts) < 3 || parts[0] == "" {
			continue
		}
		id, err := strconv.ParseUint(parts[2], 10, 32)
		if err != nil {
			continue
		}
		if _, twice := a.ids[parts[0]]; !twice {
			a.ids[parts[0]] = int(id)
		}
		if _, twice := a.names[int(id)]; !twice {
			a.names[int(id)] = parts[0]
		}
	}
	return nil
}

// id is the number of a name, or of a number's text.
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
	if !ok {
		return 0, &ral.DependencyError{Type: a.kind, Name: name}
	}
	return id, nil
}

// name is the name of a number, "" when there is none.
func (a *accounts) name(ctx context.Context, rd host.Reader, id int) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.load(ctx, rd) != nil {
		return ""
	}
	return a.names[id]
}

// wanted is the number that a resource's owner or group asks for, nil when it
// asks for none.
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
