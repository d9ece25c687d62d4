package inisetting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
	"ralsh/ral/value"
)

func editor() ral.Provider {
	return ral.Provider{
		Name: "ruby",
		Doc: "Edits the file without a tool, also below a different root directory. " +
			"The name `ruby` is the name of the provider in Puppet's module.",
		New: func() any { return &settings{} },
	}
}

type settings struct {
	ral.Collect
	cache inifile.Cache
}

// Forget keeps the cache: the next read reloads a changed file.
func (*settings) Forget() {}

// listed is the directory whose *.ini files are listed.
const listed = "/etc"

// List yields the settings of the ini files in /etc. For a repeated name it yields the
// effective setting.
func (e *settings) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Reader.ReadDir(ctx, listed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		file := path.Join(listed, name)
		if path.Ext(name) != ".ini" {
			continue
		}
		if info, err := in.Reader.Stat(ctx, file); host.IsMissing(err) || err == nil && !info.Mode.IsRegular() {
			continue
		}
		f, err := e.cache.Load(ctx, in.Reader, inifile.Common(), file)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, s := range f.Settings() {
			if last, _ := f.Get(s.Section, s.Name); last.Line == s.Line {
				in.Yield(fill(in.NewInstance(called(file, s.Section, s.Name)), file, f, s))
			}
		}
	}
	return errors.Join(errs...)
}

// Retrieve reads a setting.
func (e *settings) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	file, section, setting := r.Get("path").Text(), r.Get("section").Text(), r.Get("setting")
	f, err := e.cache.Load(ctx, rd, dialect(r), file)
	if errors.Is(err, fs.ErrNotExist) {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	if err != nil {
		return nil, err
	}
	if setting.IsNil() {
		if section == "" || !f.Has(section) {
			return ral.AbsentInstance(r.Type, r.Name()), nil
		}
		return ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present()), nil
	}
	s, ok := f.Get(section, setting.Text())
	if !ok {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return fill(ral.NewInstance(r.Type, r.Name()), file, f, s), nil
}

func fill(found *ral.Instance, file string, f *inifile.File, s inifile.Setting) *ral.Instance {
	found.From = fmt.Sprintf("%s:%d", file, s.Line)
	for _, other := range f.All(s.Section, s.Name) {
		if other.Line != s.Line {
			found.ProviderFindings = append(found.ProviderFindings, fmt.Sprintf("also set in line %d; line %d, the last, takes effect", other.Line, s.Line))
		}
	}
	return found.Set("ensure", value.Present()).Set("value", value.Str(s.Value))
}

func dialect(r *ral.Resource) inifile.Dialect {
	d := inifile.Dialect{
		Prefix: r.Get("section_prefix").Text(), Suffix: r.Get("section_suffix").Text(),
		Separator: r.Get("key_val_separator").Text(), Indent: r.Get("indent_char").Text(), Width: -1,
	}
	if width, err := strconv.Atoi(r.Get("indent_width").Text()); err == nil {
		d.Width = width
	}
	return d
}

// InSync treats a missing setting as in sync if its section is missing and must not be
// created.
func (e *settings) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || r.True("force_new_section_creation") || should.IsAbsent() || !is.IsAbsent() {
		return false, false, nil
	}
	f, err := e.cache.Load(ctx, rd, dialect(r), r.Get("path").Text())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, false, err
	}
	return err != nil || !f.Has(r.Get("section").Text()), true, nil
}
