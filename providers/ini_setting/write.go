package inisetting

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

// Flush writes the collected changes.
func (e *settings) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return e.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

// CanBatch reports whether the settings are in the same file with the same dialect.
func (*settings) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return first.Get("path").Text() == r.Get("path").Text() && dialect(first) == dialect(r)
}

// WriteBatch writes the changes of several settings of a file in a single write.
func (*settings) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	var opt host.WriteOptions
	for _, r := range all {
		opt.Secret = opt.Secret || r.IsSecret("value")
	}
	err := dialect(all[0]).Edit(ctx, wr, all[0].Get("path").Text(), opt, func(f *inifile.File) error {
		for at := 0; at < len(all); {
			end := at + 1
			for end < len(all) && kindOf(all[end]) == kindOf(all[at]) {
				end++
			}
			copy(errs[at:end], put(f, kindOf(all[at]), all[at:end]))
			at = end
		}
		return nil
	})
	for i := range errs {
		errs[i] = errors.Join(errs[i], err)
	}
	return errs
}

// kind is the operation for a resource.
type kind int

const (
	nothing kind = iota
	sets
	removes
	setsSection
	removesSection
)

// kindOf returns the operation for the collected change of a resource.
func kindOf(r *ral.Resource) kind {
	if len(r.Pending) == 0 {
		return nothing
	}
	ensure, _ := r.Pending.Get("ensure")
	return edit(r, ensure.IsAbsent())
}

func edit(r *ral.Resource, remove bool) kind {
	switch isSection := r.Get("setting").IsNil(); {
	case remove && isSection:
		return removesSection
	case remove:
		return removes
	case isSection:
		return setsSection
	}
	return sets
}

// put edits a file for resources of the same kind.
func put(f *inifile.File, as kind, all []*ral.Resource) []error {
	settings := make([]inifile.Setting, len(all))
	for i, r := range all {
		settings[i] = inifile.Setting{Section: r.Get("section").Text(), Name: r.Get("setting").Text(), Value: r.Get("value").Text()}
	}
	errs := make([]error, len(all))
	switch as {
	case sets:
		return f.SetAll(settings)
	case removes:
		f.RemoveAll(settings)
	case setsSection:
		for i, s := range settings {
			errs[i] = f.AddSection(s.Section)
		}
	case removesSection:
		sections := make([]string, len(settings))
		for i, s := range settings {
			sections[i] = s.Section
		}
		f.RemoveSections(sections...)
	}
	return errs
}

// Refresh writes a setting with refreshonly.
func (*settings) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !r.True("refreshonly") {
		return nil
	}
	opt := host.WriteOptions{Secret: r.IsSecret("value")}
	return dialect(r).Edit(ctx, wr, r.Get("path").Text(), opt, func(f *inifile.File) error { return put(f, edit(r, r.Removing()), []*ral.Resource{r})[0] })
}
