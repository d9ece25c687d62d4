package parsedfile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// CanBatch holds of resources that are, and are to be, in one file.
func (b *behaviour) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	one, err := b.ways(ctx, rd, first)
	other, failed := b.ways(ctx, rd, r)
	return err == nil && failed == nil && one == other && one.is == one.wanted
}

// FlushBatch writes what was collected for several resources of one file, once.
// What cannot be written of it is left out and has its own error.
func (b *behaviour) FlushBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	at, err := b.ways(ctx, wr.Reader(), all[0])
	if err != nil {
		return slices.Repeat([]error{err}, len(all))
	}
	err = b.store.Edit(ctx, wr, at.wanted, func(file *File) error {
		original := slices.Clone(file.lines)
		for !b.editAll(file, all, errs) {
			file.lines = slices.Clone(original)
		}
		return nil
	})
	for i := range errs {
		if errs[i] == nil {
			errs[i] = err
		}
	}
	return errs
}

// editAll edits a file for all resources that have no error yet, in their order;
// several that go one after the other go at once. It reports false when a line
// that is not read back has spoiled the file: then one more has an error.
func (b *behaviour) editAll(file *File, all []*ral.Resource, errs []error) bool {
	in := &names{file: file}
	gone := make(map[string]bool)
	for i, r := range all {
		switch {
		case errs[i] != nil || len(r.Pending) == 0:
			continue
		case b.removes(r) && b.Matches != nil:
			in.remove(map[string]bool{b.nameIn(in, r): true})
			continue
		case b.removes(r):
			gone[r.Name()] = true
			continue
		case len(gone) > 0:
			in.remove(gone)
			clear(gone)
		}
		errs[i] = b.put(in, r)
		if _, spoiled := errors.AsType[*unlikeError](errs[i]); spoiled {
			return false
		}
	}
	in.remove(gone)
	return true
}

// unlikeError is a line that reads as something else than what was written: it
// would be added again by each run.
type unlikeError struct{ text, name string }

func (e *unlikeError) Error() string {
	return fmt.Sprintf("%q would not be read back as %s", e.text, e.name)
}
