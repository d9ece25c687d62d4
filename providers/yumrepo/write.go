package yumrepo

import (
	"context"
	"fmt"
	"path"

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

// Flush writes the collected changes to the current or desired file of the
// repository.
func (s *sections) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if len(r.Pending) == 0 {
		return nil
	}
	all, err := s.repos(ctx, wr.Reader())
	if err != nil {
		return err
	}
	named := all.named(r.Name())
	if ensure, _ := r.Pending.Get("ensure"); ensure.IsAbsent() {
		for _, old := range named {
			if err := remove(ctx, wr, old); err != nil {
				return err
			}
		}
		return nil
	}
	file, err := s.place(ctx, wr.Reader(), r.Name(), r.Get("target").Text())
	if err != nil {
		return err
	}
	if target := r.Get("target"); len(named) > 0 && (target.IsNil() || target.Text() == named[0].file) {
		file = named[0].file
	}
	var moved []inifile.Setting
	moves := len(named) > 0 && named[0].file != file
	if moves {
		moved = named[0].f.Settings()
	}
	if err := write(ctx, wr, r, file, moved); err != nil || !moves {
		return err
	}
	return remove(ctx, wr, named[0])
}

// write writes a repository to a file: first its settings from another file,
// then the collected changes.
func write(ctx context.Context, wr host.Writer, r *ral.Resource, file string, moved []inifile.Setting) error {
	opt := host.WriteOptions{Secret: secrets(ctx, wr.Reader(), file) || r.Has("password") || r.Has("proxy_password")}
	for _, s := range moved {
		opt.Secret = opt.Secret || isSecret(s.Name)
	}
	return dialect().Edit(ctx, wr, file, opt, func(f *inifile.File) error {
		if err := f.AddSection(r.Name()); err != nil {
			return err
		}
		for _, s := range moved {
			if s.Section == r.Name() {
				if err := f.Set(r.Name(), s.Name, s.Value); err != nil {
					return err
				}
			}
		}
		for _, p := range r.Pending {
			if err := put(f, r.Name(), p); err != nil {
				return err
			}
		}
		return nil
	})
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
			return fmt.Errorf("%s cannot be written in one line", p.Attr)
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

// remove removes a repository from its file, and deletes a .repo file without
// repositories.
func remove(ctx context.Context, wr host.Writer, old repo) error {
	left := 0
	for _, s := range old.f.Sections() {
		if s.Name != old.name {
			left++
		}
	}
	if left == 0 && path.Ext(old.file) == ".repo" {
		return wr.Remove(ctx, old.file, false)
	}
	opt := host.WriteOptions{Secret: secrets(ctx, wr.Reader(), old.file)}
	return dialect().Edit(ctx, wr, old.file, opt, func(f *inifile.File) error {
		f.RemoveSection(old.name)
		return nil
	})
}
