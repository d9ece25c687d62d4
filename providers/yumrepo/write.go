package yumrepo

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
	"ralsh/ral/value"
)

// Create collects all desired values for Flush.
func (*sections) Create(_ context.Context, _ host.Writer, r *ral.Resource) error {
	r.Pending.Set("ensure", value.Present())
	for _, a := range r.Type.Properties() {
		if a.Name != "ensure" && r.Has(a.Name) {
			r.Pending.Set(a.Name, r.Get(a.Name))
		}
	}
	return nil
}

// Flush writes the collected changes of a repository.
func (s *sections) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return s.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
}

// CanBatch reports whether both repositories are written to the same file, or removed
// from the same file.
func (s *sections) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	one, err := s.change(ctx, rd, first)
	other, failed := s.change(ctx, rd, r)
	return err == nil && failed == nil && one.joins(other)
}

// WriteBatch writes the collected changes of repositories that CanBatch accepts.
func (s *sections) WriteBatch(ctx context.Context, wr host.Writer, resources []*ral.Resource) []error {
	errs := make([]error, len(resources))
	var changes []change
	for i, r := range resources {
		if len(r.Pending) == 0 {
			continue
		}
		c, err := s.change(ctx, wr.Reader(), r)
		if errs[i] = err; err == nil {
			changes = append(changes, c)
		}
	}
	failed := writeAll(ctx, wr, changes)
	for i, r := range resources {
		errs[i] = errors.Join(errs[i], failed[r])
	}
	return errs
}

// writeAll makes changes of the same kind and returns the errors by resource.
func writeAll(ctx context.Context, wr host.Writer, changes []change) map[*ral.Resource]error {
	if len(changes) == 0 {
		return nil
	}
	c := changes[0]
	if c.removes {
		err, errs := removeAll(ctx, wr, changes), make(map[*ral.Resource]error)
		for _, c := range changes {
			errs[c.r] = err
		}
		return errs
	}
	errs := write(ctx, wr, changes)
	if errs[c.r] == nil && c.moves() {
		errs[c.r] = remove(ctx, wr, c.named[0].f, c.named[0].file, c.r.Name())
	}
	return errs
}

// change describes the write of a repository.
type change struct {
	r       *ral.Resource
	named   []repo // the current sections, the effective one first
	file    string // of the repository afterwards
	removes bool
}

// change returns the write of a repository. It searches the files only if the repository
// exists.
func (s *sections) change(ctx context.Context, rd host.Reader, r *ral.Resource) (change, error) {
	c := change{r: r}
	if r.Found.Present() {
		all, err := s.repos(ctx, rd)
		if err != nil {
			return c, err
		}
		c.named = all.named(r.Name())
	}
	if ensure, _ := r.Pending.Get("ensure"); ensure.IsAbsent() {
		c.removes = true
		return c, nil
	}
	target := r.Get("target")
	if len(c.named) > 0 && (target.IsNil() || target.Text() == c.named[0].file) {
		c.file = c.named[0].file
		return c, nil
	}
	var err error
	c.file, err = s.place(ctx, rd, r.Name(), target.Text())
	return c, err
}

func (c change) moves() bool { return !c.removes && len(c.named) > 0 && c.named[0].file != c.file }

// joins reports whether two changes are of the same kind and concern the same single
// file.
func (c change) joins(other change) bool {
	return c.removes == other.removes && !c.moves() && !other.moves() && c.only() != "" && c.only() == other.only()
}

// only returns the only file to write, or "" if a change concerns several files.
func (c change) only() string {
	if !c.removes {
		return c.file
	}
	for _, old := range c.named {
		if old.file != c.named[0].file {
			return ""
		}
	}
	return c.named[0].file
}

// moved returns the settings of a repository that moves from a different file.
func (c change) moved() (list []inifile.Setting) {
	if !c.moves() {
		return nil
	}
	for _, s := range c.named[0].f.Settings() {
		if s.Section == c.r.Name() {
			list = append(list, s)
		}
	}
	return list
}

// write writes repositories to a file: first the moved settings, then the collected
// changes. If a repository cannot be written, write omits it and returns its error.
func write(ctx context.Context, wr host.Writer, changes []change) map[*ral.Resource]error {
	file, errs := changes[0].file, make(map[*ral.Resource]error)
	opt := host.WriteOptions{Secret: secrets(ctx, wr.Reader(), file)}
	for _, c := range changes {
		opt.Secret = opt.Secret || c.r.Has("password") || c.r.Has("proxy_password") ||
			slices.ContainsFunc(c.moved(), func(s inifile.Setting) bool { return isSecret(s.Name) })
	}
	for rest := changes; len(rest) > 0; {
		failed := -1
		err := dialect().Edit(ctx, wr, file, opt, func(f *inifile.File) (err error) {
			failed, err = putAll(f, rest)
			return err
		})
		if failed < 0 {
			for _, c := range rest {
				errs[c.r] = err
			}
			return errs
		}
		errs[rest[failed].r] = err
		rest = slices.Delete(slices.Clone(rest), failed, failed+1)
	}
	return errs
}

// putAll edits a file for several repositories. It returns the index of the repository that
// cannot be written, or -1.
func putAll(f *inifile.File, changes []change) (failed int, err error) {
	for i, c := range changes {
		if err := c.put(f); err != nil {
			return i, err
		}
	}
	return -1, nil
}

func (c change) put(f *inifile.File) error {
	if err := f.AddSection(c.r.Name()); err != nil {
		return err
	}
	for _, s := range c.moved() {
		if err := f.Set(s.Section, s.Name, s.Value); err != nil {
			return err
		}
	}
	for _, p := range c.r.Pending {
		if err := put(f, c.r.Name(), p); err != nil {
			return err
		}
	}
	return nil
}

func put(f *inifile.File, section string, p ral.PendingValue) error {
	switch {
	case p.Attr == "ensure" || p.Attr == "target":
		return nil
	case p.Value.IsAbsent():
		f.Unset(section, key(p.Attr))
		return nil
	}
	if err := f.Set(section, key(p.Attr), p.Value.Reveal().Text()); err != nil {
		if isSecret(p.Attr) {
			return fmt.Errorf("%s must be a single line", p.Attr)
		}
		return err
	}
	return nil
}

func isSecret(name string) bool { return name == "password" || name == "proxy_password" }

// secrets reports whether a file contains a password, so that its content must
// not be shown.
func secrets(ctx context.Context, rd host.Reader, file string) bool {
	f, err := dialect().Load(ctx, rd, file)
	if err != nil {
		return false
	}
	for _, s := range f.Settings() {
		if isSecret(s.Name) {
			return true
		}
	}
	return false
}

// removeAll removes repositories from each file that contains them.
func removeAll(ctx context.Context, wr host.Writer, changes []change) error {
	var files []repo
	gone := make(map[string][]string) // by file
	for _, c := range changes {
		for _, old := range c.named {
			if gone[old.file] == nil {
				files = append(files, old)
			}
			gone[old.file] = append(gone[old.file], old.name)
		}
	}
	for _, one := range files {
		if err := remove(ctx, wr, one.f, one.file, gone[one.file]...); err != nil {
			return err
		}
	}
	return nil
}

// remove removes repositories from their file, and deletes a .repo file without
// repositories.
func remove(ctx context.Context, wr host.Writer, f *inifile.File, file string, names ...string) error {
	gone := make(map[string]bool, len(names))
	for _, name := range names {
		gone[name] = true
	}
	last := !slices.ContainsFunc(f.Sections(), func(s inifile.Section) bool { return !gone[s.Name] })
	if last && path.Ext(file) == ".repo" {
		return wr.Remove(ctx, file, false)
	}
	opt := host.WriteOptions{Secret: secrets(ctx, wr.Reader(), file)}
	return dialect().Edit(ctx, wr, file, opt, func(f *inifile.File) error {
		for _, name := range names {
			f.RemoveSection(name)
		}
		return nil
	})
}
