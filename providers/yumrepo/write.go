package yumrepo

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

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

// CanBatch reports whether both repositories change the same file, or move between the same
// files.
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

// writeAll makes changes that join and returns the errors by resource.
func writeAll(ctx context.Context, wr host.Writer, changes []change) map[*ral.Resource]error {
	errs := make(map[*ral.Resource]error)
	if len(changes) == 0 {
		return errs
	}
	first := changes[0]
	if first.removes && first.only() == "" {
		for _, old := range first.named {
			if errs[first.r] = remove(ctx, wr, old.f, old.file, first.r.Name()); errs[first.r] != nil {
				break
			}
		}
		return errs
	}
	rest := changes
	for len(rest) > 0 && rest[0].removes {
		rest = rest[1:]
	}
	// A file that loses its last repository is deleted, also if it gets new repositories.
	if removed := changes[:len(changes)-len(rest)]; len(removed) > 0 && empties(first.named[0].f, first.only(), names(removed)) {
		err := wr.Remove(ctx, first.only(), false)
		for _, c := range removed {
			errs[c.r] = err
		}
		changes = rest
	}
	write(ctx, wr, changes, errs)
	if !first.moves() {
		return errs
	}
	moved := slices.DeleteFunc(changes, func(c change) bool { return errs[c.r] != nil })
	if len(moved) > 0 {
		err := remove(ctx, wr, first.named[0].f, first.named[0].file, names(moved)...)
		for _, c := range moved {
			errs[c.r] = err
		}
	}
	return errs
}

func names(changes []change) []string {
	list := make([]string, len(changes))
	for i, c := range changes {
		list[i] = c.r.Name()
	}
	return list
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
		named, err := s.Named(ctx, rd, r.Name())
		if err != nil {
			return c, err
		}
		c.named = named
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
	if len(c.named) == 0 || err != nil {
		return c, err
	}
	if same, err := sameFile(ctx, rd, c.file, c.named[0].file); same || err != nil {
		c.file = c.named[0].file
		return c, err
	}
	for _, other := range c.named[1:] {
		if other.file != c.named[0].file {
			return c, fmt.Errorf("cannot move %s from %s: %s:%d also defines it, and would take effect", r.Name(), c.named[0].file, other.file, other.line)
		}
	}
	return c, nil
}

// sameFile reports whether two paths are the same file, by links.
func sameFile(ctx context.Context, rd host.Reader, a, b string) (bool, error) {
	if a == b {
		return true, nil
	}
	first, err := rd.RealPath(ctx, a)
	second, failed := rd.RealPath(ctx, b)
	return first == second && err == nil, errors.Join(err, failed)
}

func (c change) moves() bool { return !c.removes && len(c.named) > 0 && c.named[0].file != c.file }

// joins reports whether two changes concern the same single file, or the same two files.
func (c change) joins(other change) bool {
	return c.from() == other.from() && c.only() != "" && c.only() == other.only()
}

// from returns the file that a repository leaves, or "".
func (c change) from() string {
	if !c.moves() {
		return ""
	}
	return c.named[0].file
}

// only returns the only file that has the repository afterwards, or had it before its
// removal. It returns "" if several files had it.
func (c change) only() string {
	if !c.removes {
		return c.file
	}
	file := ""
	for _, old := range c.named {
		if file != "" && old.file != file {
			return ""
		}
		file = old.file
	}
	return file
}

// moved returns the settings of a repository that moves from a different file.
func (c change) moved() []inifile.Setting {
	if !c.moves() {
		return nil
	}
	return c.named[0].f.In(c.r.Name())
}

// write edits a file for several changes. If a repository cannot be written, write omits it
// and sets its error.
func write(ctx context.Context, wr host.Writer, changes []change, errs map[*ral.Resource]error) {
	if len(changes) == 0 {
		return
	}
	file := changes[0].only()
	opt := host.WriteOptions{Secret: secrets(ctx, wr.Reader(), file)}
	for _, c := range changes {
		opt.Secret = opt.Secret || !c.removes && (c.r.Has("password") || c.r.Has("proxy_password"))
		if slices.ContainsFunc(c.moved(), func(s inifile.Setting) bool { return isSecret(s.Name) }) {
			opt.Secret = true
			if info, err := wr.Reader().Stat(ctx, c.named[0].file); err == nil { // a new file must not show the password to more users
				opt.Mode, opt.UID, opt.GID = &info.Mode, &info.UID, &info.GID
			}
		}
	}
	for rest := changes; len(rest) > 0; {
		failed := -1
		err := dialect().Edit(ctx, wr, file, opt, func(f *inifile.File) error {
			for i, c := range rest {
				if err := c.put(f); err != nil {
					failed = i
					return err
				}
			}
			return nil
		})
		if failed < 0 {
			for _, c := range rest {
				errs[c.r] = err
			}
			return
		}
		errs[rest[failed].r] = err
		rest = slices.Delete(slices.Clone(rest), failed, failed+1)
	}
}

// put makes a change: first it sets the moved settings, then the collected values.
func (c change) put(f *inifile.File) error {
	if c.removes {
		f.RemoveSection(c.r.Name())
		return nil
	}
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

// isSecret reports whether a setting is a password. dnf ignores the case of names.
func isSecret(name string) bool {
	return strings.EqualFold(name, "password") || strings.EqualFold(name, "proxy_password")
}

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

// remove removes repositories from their file, and deletes a .repo file without
// repositories.
func remove(ctx context.Context, wr host.Writer, f *inifile.File, file string, names ...string) error {
	if empties(f, file, names) {
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

// empties reports whether a .repo file has no repositories without these.
func empties(f *inifile.File, file string, names []string) bool {
	gone := make(map[string]bool, len(names))
	for _, name := range names {
		gone[name] = true
	}
	return path.Ext(file) == ".repo" && !slices.ContainsFunc(f.Sections(), func(s inifile.Section) bool { return !gone[s.Name] })
}
