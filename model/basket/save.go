package basket

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
)

// storage is the known state of the file of a basket.
type storage struct {
	loaded bool
	saving bool
	saved  []stamp        // last written, or being written
	onDisk []byte         // content of the file as last read or written
	write  func() Written // the write that StartSave returned; it runs once
	err    error          // of the last write or read
}

// unequal makes the next StartSave write: no basket has these stamps.
func unequal() []stamp { return []stamp{{}} }

// CanSave reports whether this session saves baskets.
func (b *Basket) CanSave() bool { return b.session.History.Dir() != "" }

// Load reads the saved basket of this host and root. Merge adds it.
func (b *Basket) Load() (Saved, error) { return read(b.session) }

// Loaded reports whether a saved basket was merged. StartSave and Flush do not
// write before.
func (b *Basket) Loaded() bool { return b.loaded }

// SaveError returns why the last write, or the last Load, failed.
func (b *Basket) SaveError() error { return b.err }

// FailLoad records that Load failed.
func (b *Basket) FailLoad(err error) { b.err = err }

// Written is the result of a write.
type Written struct {
	data []byte
	err  error
}

// StartSave returns a function that writes the basket. It may run once, in any
// goroutine; EndSave takes its result. StartSave returns nil if the basket has
// not changed since the last write, while a write runs, and before Merge.
func (b *Basket) StartSave(ctx context.Context) func() Written {
	if !b.loaded || b.saving {
		return nil
	}
	now := b.stamps()
	if slices.Equal(now, b.saved) {
		return nil
	}
	b.saved, b.saving = now, true
	session, was, list := b.session, b.onDisk, b.staged()
	for i := range list {
		list[i].Draft = list[i].Draft.Clone()
	}
	b.write = sync.OnceValue(func() Written {
		data, _ := encode(session, list)
		if bytes.Equal(data, was) {
			return Written{data, nil}
		}
		return Written{data, write(ctx, session, data, was)}
	})
	return b.write
}

// staged returns the basket as it should be on the disk.
func (b *Basket) staged() []Staged {
	var list []Staged
	for _, d := range b.Drafts() {
		list = append(list, Staged{d, b.status[d].Omitted})
	}
	return list
}

// EndSave records the result of a write. changed is true if the write failed
// because a concurrent session changed the file: load and merge it, then save
// again.
func (b *Basket) EndSave(w Written) (changed bool) {
	b.saving = false
	if errors.Is(w.err, errChanged) {
		return true
	}
	b.note(w)
	return false
}

func (b *Basket) note(w Written) {
	if b.err = w.err; w.err == nil {
		b.onDisk = w.data
	}
}

// Retry makes the next StartSave write again if the last write failed, and
// reports whether it had.
func (b *Basket) Retry() bool {
	if !b.loaded || b.err == nil {
		return false
	}
	b.saved = unequal()
	return true
}

// Flush writes unsaved changes and waits for a running or pending write. It
// merges changes of a concurrent session first.
func (b *Basket) Flush(ctx context.Context) error {
	if !b.loaded {
		return nil
	}
	if b.saving {
		b.note(b.write())
	}
	data, _ := encode(b.session, b.staged())
	if bytes.Equal(data, b.onDisk) && b.err == nil {
		return nil
	}
	err := write(ctx, b.session, data, b.onDisk)
	const mostTries = 100 // a try fails only because a concurrent session has written
	for tries := 0; errors.Is(err, errChanged) && tries < mostTries; tries++ {
		theirs, failed := b.Load()
		if failed != nil {
			return failed
		}
		b.Merge(theirs)
		data, _ = encode(b.session, b.staged())
		err = write(ctx, b.session, data, b.onDisk)
	}
	return err
}

// Lost returns the secrets, which are never written, and the drafts with a
// title that is not UTF-8: they would be lost if the session ended now. It is
// valid if Saves is true.
func (b *Basket) Lost() []string {
	_, lost := encode(b.session, b.staged())
	return lost
}

// Saves reports whether changes are being written: a saved basket was merged,
// and the last write succeeded.
func (b *Basket) Saves() bool { return b.loaded && b.err == nil }
