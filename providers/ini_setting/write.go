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
		for i, r := range all {
			if len(r.Pending) > 0 {
				ensure, _ := r.Pending.Get("ensure")
				errs[i] = put(f, r, ensure.IsAbsent())
			}
		}
		return nil
	})
	for i := range errs {
		errs[i] = errors.Join(errs[i], err)
	}
	return errs
}

// put sets or removes a setting, or a section.
func put(f *inifile.File, r *ral.Resource, remove bool) error {
	section, setting := r.Get("section").Text(), r.Get("setting").Text()
	switch isSection := r.Get("setting").IsNil(); {
	case remove && isSection:
		f.RemoveSection(section)
	case remove:
		f.Remove(section, setting)
	case isSection:
		return f.AddSection(section)
	default:
		return f.Set(section, setting, r.Get("value").Text())
	}
	return nil
}

// Refresh writes a setting with refreshonly.
func (*settings) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !r.True("refreshonly") {
		return nil
	}
	opt := host.WriteOptions{Secret: r.IsSecret("value")}
	return dialect(r).Edit(ctx, wr, r.Get("path").Text(), opt, func(f *inifile.File) error { return put(f, r, r.Removing()) })
}
