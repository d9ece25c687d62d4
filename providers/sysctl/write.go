package sysctl

import (
	"context"
	"fmt"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/inifile"
)

// Flush saves the collected changes and sets the live value.
func (p *parser) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	ensure, _ := r.Pending.Get("ensure")
	if len(r.Pending) == 0 {
		return nil
	}
	tell := liveDiffers(r)
	if tell && r.Is("live").IsAbsent() {
		return fmt.Errorf("the kernel has no setting %s: with silent => true it is saved nonetheless", r.Name())
	}
	change := p.save
	if ensure.IsAbsent() {
		change = p.remove
	}
	if r.True("persist") {
		if err := change(ctx, wr, r); err != nil {
			return err
		}
	}
	if tell {
		cmd := host.Command{Name: "sysctl", Args: []string{"-q", "-w", r.Name() + "=" + text(wantedLive(r))}}
		cmd.Writes = []string{path.Join(kernel, pathOf(r.Name()))}
		return wr.Run(ctx, cmd)
	}
	return nil
}

// save writes the line in its file.
func (p *parser) save(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	lines, err := p.files.of(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	file, err := target(ctx, wr.Reader(), r, lines)
	if err != nil {
		return err
	}
	if r.Get("value").IsNil() && len(lines) == 0 {
		return fmt.Errorf("%s is not saved anywhere, and needs a value", r.Ref())
	}
	return dialect().Edit(ctx, wr, file, host.WriteOptions{}, func(f *inifile.File) error { return put(f, r, lines) })
}

// target returns the file to write: the declared one, otherwise the effective
// one, unless it belongs to a package.
func target(ctx context.Context, rd host.Reader, r *ral.Resource, lines []saved) (string, error) {
	if v := r.Get("target"); !v.IsNil() {
		return v.Text(), nil
	}
	if len(lines) > 0 && strings.HasPrefix(lines[len(lines)-1].file, "/etc/") {
		return lines[len(lines)-1].file, nil
	}
	if there, err := rd.Exists(ctx, mainFile); err != nil || there {
		return mainFile, err
	}
	return ownFile, nil
}

func put(f *inifile.File, r *ral.Resource, lines []saved) error {
	name, should := r.Name(), text(r.Get("value"))
	if r.Get("value").IsNil() {
		should = lines[len(lines)-1].value
	}
	raw := []string{}
	for _, s := range f.Settings() {
		if nameOf(s.Name) == name {
			raw = append(raw, s.Name)
		}
	}
	if len(raw) == 0 {
		raw = []string{name}
	}
	for _, as := range raw {
		if err := f.Set("", as, should); err != nil {
			return err
		}
	}
	if v := r.Get("comment"); !v.IsNil() {
		return f.SetNote("", raw[len(raw)-1], lead(name), text(v))
	}
	return nil
}

// remove removes the setting from each of the administrator's files.
func (p *parser) remove(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	lines, err := p.files.of(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	for _, s := range lines {
		if r.Get("target").IsNil() && !strings.HasPrefix(s.file, "/etc/") {
			return fmt.Errorf("%s sets %s, and is a package's own: save another value in /etc instead", s.place(), s.name)
		}
	}
	for _, s := range lines {
		err := dialect().Edit(ctx, wr, s.file, host.WriteOptions{}, func(f *inifile.File) error {
			if err := f.SetNote("", s.raw, lead(s.name), ""); err != nil {
				return err
			}
			f.Remove("", s.raw)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
