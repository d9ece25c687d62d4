package parsedfile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Joins holds of resources that are, and are to be, in one file.
func (b *behaviour) Joins(_ context.Context, _ host.Look, first, r *ral.Resource) bool {
	wanted := b.places(first)[0]
	return b.places(r)[0] == wanted && b.placeNow(first) == wanted && b.placeNow(r) == wanted
}

// FlushMany writes what was collected for several resources of one file, once.
// What cannot be written of it is left out and has its own error.
func (b *behaviour) FlushMany(ctx context.Context, c host.Change, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	err := b.store.Edit(ctx, c, b.places(all[0])[0], func(file *File) error {
		b.putAll(file, all, errs)
		gone := make(map[string]bool)
		for _, r := range all {
			if b.removes(r) {
				gone[r.Name()] = true
			}
		}
		file.removeAll(func(line Line) bool { return gone[line.name] })
		return nil
	})
	for i := range errs {
		if errs[i] == nil {
			errs[i] = err
		}
	}
	return errs
}

// putAll puts all records that are to be there. A line that is not read back has
// spoiled the file: it begins anew without it.
func (b *behaviour) putAll(file *File, all []*ral.Resource, errs []error) {
	original := slices.Clone(file.lines)
	in := &names{file: file}
	for i := 0; i < len(all); i++ {
		r := all[i]
		if errs[i] != nil || len(r.Pending) == 0 || b.removes(r) {
			continue
		}
		errs[i] = b.put(in, r)
		if _, spoiled := errors.AsType[*unlikeError](errs[i]); spoiled {
			file.lines = slices.Clone(original)
			in, i = &names{file: file}, -1
		}
	}
}

// unlikeError is a line that reads as something else than what was written: it
// would be added again by each run.
type unlikeError struct{ text, name string }

func (e *unlikeError) Error() string {
	return fmt.Sprintf("%q would not be read back as %s", e.text, e.name)
}
