package parsedfile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// CanBatch reports whether the resources are in the same file, before and after.
func (b *Behaviour) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	one, err := b.ways(ctx, rd, first)
	other, failed := b.ways(ctx, rd, r)
	return err == nil && failed == nil && one == other && one.is == one.desired
}

// WriteBatch writes the changes of several resources in a file, once. It omits a
// resource that cannot be written and returns its error.
func (b *Behaviour) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	at, err := b.ways(ctx, wr.Reader(), all[0])
	if err != nil {
		return slices.Repeat([]error{err}, len(all))
	}
	err = b.store.Edit(ctx, wr, at.desired, func(file *File) error {
		original := slices.Clone(file.lines)
		if b.editAll(file, all, errs, file.format.After != nil) {
			return nil
		}
		for clear(errs); ; {
			file.lines, file.late = slices.Clone(original), false
			if b.editAll(file, all, errs, false) {
				return nil
			}
		}
	})
	for i := range errs {
		if errs[i] == nil {
			errs[i] = err
		}
	}
	return errs
}

// editAll edits a file for all resources without an error, in order. It joins
// consecutive removals, and new records if Format.After needs to see them only once. It
// returns false if a line that cannot be read back has spoiled the file: then a further
// resource has an error, unless new records were added together.
func (b *Behaviour) editAll(file *File, all []*ral.Resource, errs []error, together bool) bool {
	in := &names{file: file}
	if together {
		in.together()
	}
	gone := make(map[string]bool)
	for i, r := range all {
		removes := b.removes(r)
		switch {
		case errs[i] != nil || len(r.Pending) == 0:
			continue
		case removes && !in.settle():
			return false
		case removes && b.matcher != nil && in.last(r.Name()) < 0:
			in.remove(map[string]bool{b.nameIn(in, r): true})
			continue
		case removes:
			gone[r.Name()] = true
			continue
		case len(gone) > 0:
			in.remove(gone)
			clear(gone)
		}
		errs[i] = b.put(in, r)
		if errors.Is(errs[i], errNotAppended) {
			if !in.settle() {
				return false
			}
			errs[i] = b.put(in, r)
		}
		if _, spoiled := errors.AsType[*unlikeError](errs[i]); spoiled {
			return false
		}
		if together && !file.late {
			in.together()
		}
	}
	in.remove(gone)
	return in.settle()
}

// unlikeError reports a line that would be read back differently, so that each run
// would add it again.
type unlikeError struct{ text, name string }

func (e *unlikeError) Error() string {
	return fmt.Sprintf("%q would not be read back as %s", e.text, e.name)
}
