package pkg

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

const (
	statusFile   = "/var/lib/dpkg/status"
	updateFolder = "/var/lib/dpkg/updates"
	archFile     = "/var/lib/dpkg/arch"
)

// dpkgDB reads the database of dpkg, for the providers dpkg and apt. It caches the
// parsed status file until the file changes.
type dpkgDB struct {
	mu      sync.Mutex
	text    string
	entries []entry
	native  string
}

// read returns all entries and the host's native architecture, "" if archFile is
// missing or empty.
func (d *dpkgDB) read(ctx context.Context, rd host.Reader) ([]entry, string, error) {
	data, err := optional(ctx, rd, statusFile)
	if err != nil {
		return nil, "", err
	}
	updates, err := updatesOf(ctx, rd)
	if err != nil {
		return nil, "", err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// Only dpkgDB holds these bytes from here on. Copying them would take as long as
	// reading them.
	text := unsafe.String(unsafe.SliceData(data), len(data))
	if d.entries != nil && len(updates) == 0 && text == d.text {
		return d.entries, d.native, nil
	}
	d.text = text
	// A paragraph has about 600 bytes.
	d.entries = make([]entry, 0, len(data)/500+1)
	scanStatus(statusFile, d.text, func(e entry) { d.entries = append(d.entries, e) })
	for _, u := range updates {
		d.merge(u)
	}
	if d.native, err = nativeArch(ctx, rd); err != nil {
		return nil, "", err
	}
	if len(updates) > 0 {
		d.text = ""
	}
	return d.entries, d.native, nil
}

// merge applies an update to the entries of the status file.
func (d *dpkgDB) merge(u update) {
	scanStatus(u.file, u.text, func(e entry) {
		same := func(o entry) bool { return o.name == e.name && (o.arch == e.arch || e.arch == "" || o.arch == "") }
		if i := slices.IndexFunc(d.entries, same); i >= 0 {
			d.entries[i] = e
		} else {
			d.entries = append(d.entries, e)
		}
	})
}

// update is a change that dpkg has not written to the status file yet. While dpkg
// runs, and after it was killed, such changes are in numbered files in a directory
// next to the status file (dpkg, lib/dpkg/dbmodify.c).
type update struct{ file, text string }

func updatesOf(ctx context.Context, rd host.Reader) ([]update, error) {
	names, err := rd.ReadDir(ctx, updateFolder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", updateFolder, err)
	}
	var list []update
	for _, name := range names {
		if _, err := strconv.ParseUint(name, 10, 32); err != nil {
			continue
		}
		file := updateFolder + "/" + name
		data, err := optional(ctx, rd, file)
		if err != nil {
			return nil, err
		}
		list = append(list, update{file, string(data)})
	}
	return list, nil
}

func optional(ctx context.Context, rd host.Reader, file string) ([]byte, error) {
	data, err := rd.ReadFile(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", file, err)
	}
	return data, nil
}

// List yields every package in the database, also packages that left only their
// configuration files. Without pending updates it yields while it reads.
func (d *dpkgDB) List(ctx context.Context, in *ral.Listing) error {
	updates, err := updatesOf(ctx, in.Reader)
	if err != nil {
		return err
	}
	if len(updates) == 0 {
		return d.stream(ctx, in)
	}
	entries, native, err := d.read(ctx, in.Reader)
	if err != nil {
		return err
	}
	var cut cutOff
	for i := range entries {
		cut.note(&entries[i])
		give(in, &entries[i], native)
	}
	return cut.err()
}

// cutOff lists the positions of truncated paragraphs.
type cutOff []string

func (c *cutOff) note(e *entry) {
	if e.cut() {
		*c = append(*c, fmt.Sprintf("%s:%d is cut off: %s has no version", e.file, e.line, e.name))
	}
}

func (c cutOff) err() error {
	if c == nil {
		return nil
	}
	return &ral.DamageError{Lines: c}
}

func give(in *ral.Listing, e *entry, native string) {
	if !e.gone() {
		in.Yield(e.fill(in.NewInstance(e.title(native))))
	}
}

// stream lists line by line, because holding the whole file in memory would cost as
// much as reading it.
func (d *dpkgDB) stream(ctx context.Context, in *ral.Listing) error {
	native, err := nativeArch(ctx, in.Reader)
	if err != nil {
		return err
	}
	var texts arena
	var cut cutOff
	s := scan{e: entry{file: statusFile}, keep: texts.keep, yield: func(e entry) {
		cut.note(&e)
		give(in, &e, native)
	}}
	err = in.Reader.Lines(ctx, statusFile, func(line []byte) {
		s.row(unsafe.String(unsafe.SliceData(line), len(line)))
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot read %s: %w", statusFile, err)
	}
	s.end()
	return cut.err()
}

func nativeArch(ctx context.Context, rd host.Reader) (string, error) {
	arch, err := optional(ctx, rd, archFile)
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
