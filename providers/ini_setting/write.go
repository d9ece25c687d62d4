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
	return e.FlushBatch(ctx, wr, []*ral.Resource{r})[0]
}

// CanBatch reports whether the settings are in one file with the same dialect.
func (*settings) CanBatch(_ context.Context, _ host.Reader, first, r *ral.Resource) bool {
	return first.Get("path").Text() == r.Get("path").Text() && dialect(first) == dialect(r)
}

// FlushBatch writes the changes of several settings of one file, once.
func (*settings) FlushBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	var opt host.WriteOptions
	for _, r := range all {
		opt.Secret = opt.Secret || r.IsSecret("value")
	}
	err := dialect(all[0]).Edit(ctx, wr, all[0].Get("path").Text(), opt, func(f *inifile.File) error {
		if values, ok := values(all); ok {
			errs = f.SetAll(values)
			return nil
		}
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

// values returns the settings of several resources, if none is to be removed or is a
// section.
func values(all []*ral.Resource) (list []inifile.Setting, ok bool) {
	for _, r := range all {
		ensure, _ := r.Pending.Get("ensure")
		setting := r.Get("setting")
		if len(all) == 1 || len(r.Pending) == 0 || ensure.IsAbsent() || setting.IsNil() {
			return nil, false
		}
		list = append(list, inifile.Setting{Section: r.Get("section").Text(), Name: setting.Text(), Value: r.Get("value").Text()})
	}
	return list, true
}

// Refresh writes a setting with refreshonly.
func (*settings) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !r.True("refreshonly") {
		return nil
	}
	opt := host.WriteOptions{Secret: r.IsSecret("value")}
	return dialect(r).Edit(ctx, wr, r.Get("path").Text(), opt, func(f *inifile.File) error { return put(f, r, r.Removing()) })
}

// put edits a file for one resource.
func put(f *inifile.File, r *ral.Resource, remove bool) error {
	section, setting := r.Get("section").Text(), r.Get("setting")
	switch {
	case remove && setting.IsNil():
		f.RemoveSection(section)
	case remove:
		f.Remove(section, setting.Text())
	case setting.IsNil():
		return f.AddSection(section)
	default:
		return f.Set(section, setting.Text(), r.Get("value").Text())
	}
	return nil
}
