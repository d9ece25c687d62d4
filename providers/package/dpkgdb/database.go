package dpkgdb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"ralsh/ral"
	"ralsh/ral/host"
)

// The files of dpkg and apt.
const (
	StatusFile = "/var/lib/dpkg/status"
	UpdateDir  = "/var/lib/dpkg/updates"
	StatesFile = "/var/lib/apt/extended_states"
	ArchFile   = "/var/lib/dpkg/arch"
)

// DB reads the database of dpkg, for the providers dpkg and apt. It caches the
// parsed status file until the file changes.
type DB struct {
	status host.FileCache
	states host.Parsed[map[string]bool]
	mu     sync.Mutex
	text   string // the source of last; "" with updates
	last   *State
}

// State is the state of all packages at a time.
type State struct {
	entries []Entry
	byName  map[string][]int // in entries
	native  string           // the host's own architecture, "" if ArchFile is missing or empty
	// Unfinished means that the next change of any package also configures another one.
	Unfinished bool
}

// Read returns the state of all packages. With an error, the state is what could be read,
// nil if it is nothing.
func (d *DB) Read(ctx context.Context, rd host.Reader) (*State, error) {
	data, err := d.status.ReadFile(ctx, rd, StatusFile)
	data, err = optional(data, err)
	if err != nil {
		return nil, err
	}
	updates, updateErr := updatesOf(ctx, rd)
	native, archErr := nativeArch(ctx, rd)
	err = errors.Join(updateErr, archErr)
	d.mu.Lock()
	defer d.mu.Unlock()
	// The cache does not change these bytes. Copying them would take as long as
	// reading them.
	text := unsafe.String(unsafe.SliceData(data), len(data))
	if d.last != nil && len(updates) == 0 && text == d.text && native == d.last.native {
		return d.last, err
	}
	// A paragraph has about 600 bytes.
	db := &State{entries: make([]Entry, 0, len(data)/500+1), native: native}
	scanStatus(StatusFile, text, func(e Entry) { db.entries = append(db.entries, e) })
	for _, u := range updates {
		db.merge(u)
	}
	db.byName = make(map[string][]int, len(db.entries))
	for i, e := range db.entries {
		db.byName[e.name] = append(db.byName[e.name], i)
		db.Unfinished = db.Unfinished || e.unconfigured()
	}
	if d.text, d.last = text, db; len(updates) > 0 {
		d.text, d.last = "", nil
	}
	return db, err
}

// merge applies an update to the entries of the status file.
func (db *State) merge(u update) {
	scanStatus(u.file, u.text, func(e Entry) {
		same := func(o Entry) bool { return o.name == e.name && (o.arch == e.arch || e.arch == "" || o.arch == "") }
		if i := slices.IndexFunc(db.entries, same); i >= 0 {
			db.entries[i] = e
		} else {
			db.entries = append(db.entries, e)
		}
	})
}

// update is a change that dpkg has not written to the status file yet. While dpkg
// runs, and after it was killed, numbered files in a directory next to the status file
// contain these changes (dpkg, lib/dpkg/dbmodify.c).
type update struct{ file, text string }

func updatesOf(ctx context.Context, rd host.Reader) ([]update, error) {
	names, err := rd.ReadDir(ctx, UpdateDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []update
	var errs []error
	for _, name := range names {
		if _, err := strconv.ParseUint(name, 10, 32); err != nil {
			continue
		}
		file := UpdateDir + "/" + name
		data, err := rd.ReadFile(ctx, file)
		data, err = optional(data, err)
		list, errs = append(list, update{file, string(data)}), append(errs, err)
	}
	return list, errors.Join(errs...)
}

func optional(data []byte, err error) ([]byte, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// List yields every package in the database, including removed packages with
// configuration files. Without pending updates, it yields while it reads.
func (d *DB) List(ctx context.Context, in *ral.Listing) error {
	updates, err := updatesOf(ctx, in.Reader)
	if len(updates) == 0 {
		return errors.Join(err, d.stream(ctx, in))
	}
	db, err := d.Read(ctx, in.Reader)
	if db == nil {
		return err
	}
	var cut cutOff
	for i := range db.entries {
		cut.note(&db.entries[i])
		give(in, &db.entries[i], db.native)
	}
	return errors.Join(err, cut.err())
}

// cutOff lists the positions of truncated paragraphs.
type cutOff []string

func (c *cutOff) note(e *Entry) {
	if e.cut() {
		*c = append(*c, fmt.Sprintf("%s:%d: the entry of %s is truncated: it has no version", e.file, e.line, e.name))
	}
}

func (c cutOff) err() error {
	if c == nil {
		return nil
	}
	return &ral.DamageError{Lines: c}
}

func give(in *ral.Listing, e *Entry, native string) {
	if !e.gone() {
		in.Yield(e.fill(in.NewInstance(e.title(native))))
	}
}

// stream lists line by line, because the whole file in memory would cost as much as
// reading it.
func (d *DB) stream(ctx context.Context, in *ral.Listing) error {
	native, archErr := nativeArch(ctx, in.Reader)
	var texts arena
	var cut cutOff
	s := scan{e: Entry{file: StatusFile}, keep: texts.keep, yield: func(e Entry) {
		cut.note(&e)
		give(in, &e, native)
	}}
	err := in.Reader.Lines(ctx, StatusFile, func(line []byte) {
		s.row(unsafe.String(unsafe.SliceData(line), len(line)))
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(archErr, err)
	}
	s.end()
	return errors.Join(archErr, cut.err())
}

func nativeArch(ctx context.Context, rd host.Reader) (string, error) {
	arch, err := rd.ReadFile(ctx, ArchFile)
	arch, err = optional(arch, err)
	if err != nil {
		return "", err
	}
	native, _, _ := strings.Cut(string(arch), "\n")
	return strings.TrimSpace(native), nil
}

// arena stores many short strings in few allocations.
type arena struct{ free []byte }

func (a *arena) keep(text string) string {
	switch text {
	case "install ok installed":
		return "install ok installed"
	case "amd64":
		return "amd64"
	case "all":
		return "all"
	}
	if len(a.free) < len(text) {
		a.free = make([]byte, max(16<<10, len(text)))
	}
	n := copy(a.free, text)
	kept := unsafe.String(unsafe.SliceData(a.free), n)
	a.free = a.free[n:]
	return kept
}
