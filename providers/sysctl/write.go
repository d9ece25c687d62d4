package sysctl

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
)

// Flush saves the collected changes and sets the live value.
func (p *parser) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if len(r.Pending) == 0 {
		return nil
	}
	tell, persist := liveDiffers(r), r.True("persist")
	switch lacks := r.Is("live").IsAbsent(); {
	case lacks && !persist:
		return fmt.Errorf("the kernel does not support the setting %s, and persist => false does not save it", r.Name())
	case lacks && tell:
		return fmt.Errorf("the kernel does not support the setting %s (silent => true saves it anyway)", r.Name())
	}
	if persist && saves(r) {
		var err error
		if removes(r) {
			err = p.remove(ctx, wr, r)
		} else {
			err = p.WriteBatch(ctx, wr, []*ral.Resource{r})[0]
		}
		if err != nil {
			return err
		}
	}
	if tell {
		cmd := host.Command{Name: "sysctl", Args: []string{"-q", "-w", r.Name() + "=" + text(desiredLive(r))}}
		cmd.Writes = []string{liveFile(r.Name())}
		return wr.Run(ctx, cmd)
	}
	return nil
}

// CanBatch reports whether two settings are only saved, in the same file. A new file that
// hides a different file changes the settings that are read next.
func (p *parser) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	if !onlySaved(first) || !onlySaved(r) {
		return false
	}
	one, _, err := p.place(ctx, rd, first)
	other, _, failed := p.place(ctx, rd, r)
	return err == nil && failed == nil && one == other && (first != r || !hides(ctx, rd, one))
}

// hides reports whether a file is new and has the name of a file in a later directory.
func hides(ctx context.Context, rd host.Reader, file string) bool {
	at := slices.Index(confDirs(), path.Dir(file))
	if at < 0 {
		return false
	}
	if there, err := rd.Exists(ctx, file); there || err != nil {
		return false
	}
	return slices.ContainsFunc(confDirs()[at+1:], func(dir string) bool {
		there, err := rd.Exists(ctx, path.Join(dir, path.Base(file)))
		return there || err != nil
	})
}

// onlySaved reports whether a change does not set the kernel's value.
func onlySaved(r *ral.Resource) bool { return r.True("persist") && !liveDiffers(r) }

// saves reports whether the collected changes write a file. The value may differ only in
// the kernel.
func saves(r *ral.Resource) bool {
	return savedDiffers(r, r.Is("value"), r.Get("value")) || slices.ContainsFunc(r.Pending, func(p ral.PendingValue) bool { return p.Attr != "value" })
}

func removes(r *ral.Resource) bool {
	ensure, _ := r.Pending.Get("ensure")
	return ensure.IsAbsent()
}

// place returns the file that saves a setting, and the value to save. A removed setting
// must be in a single file.
func (p *parser) place(ctx context.Context, rd host.Reader, r *ral.Resource) (file, should string, err error) {
	lines, err := p.of(ctx, rd, r)
	if err != nil {
		return "", "", err
	}
	switch v := r.Get("value"); {
	case removes(r):
		files, err := written(r, lines)
		if err == nil && len(files) != 1 {
			err = fmt.Errorf("%s is saved in %d files", r.Ref(), len(files))
		}
		return strings.Join(files, ""), "", err
	case !v.IsNil():
		should = text(v)
	case len(lines) > 0:
		should = lines[len(lines)-1].value
	default:
		return "", "", fmt.Errorf("no file contains %s: it needs a value", r.Ref())
	}
	file, err = target(ctx, rd, r, lines)
	return file, should, err
}

// WriteBatch saves several settings of a file in a single write.
func (p *parser) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	var file string
	should := make([]string, len(all))
	for i, r := range all {
		var err error
		if file, should[i], err = p.place(ctx, wr.Reader(), r); err != nil {
			return slices.Repeat([]error{err}, len(all))
		}
	}
	errs := make([]error, len(all))
	err := dialect().Edit(ctx, wr, file, host.WriteOptions{}, func(f *inifile.File) error {
		in := edit(f)
		for i, r := range all {
			if removes(r) {
				in.remove(r.Name())
			} else {
				errs[i] = in.put(r, should[i])
			}
		}
		return nil
	})
	for i := range errs {
		if errs[i] != nil {
			errs[i] = fmt.Errorf("cannot write %s: %w", file, errs[i])
		}
		errs[i] = errors.Join(errs[i], err)
	}
	return errs
}

// target returns the file to write: the declared file, otherwise the effective file,
// unless it belongs to a package.
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

// editor edits the settings of a file.
type editor struct {
	file      *inifile.File
	spellings map[string][]string // of each setting's name in the file
	last      map[string]string   // the value of the last line of each setting
}

func edit(f *inifile.File) editor {
	e := editor{f, make(map[string][]string), make(map[string]string)}
	for _, s := range f.Settings() {
		name := nameOf(s.Name)
		if !slices.Contains(e.spellings[name], s.Name) {
			e.spellings[name] = append(e.spellings[name], s.Name)
		}
		e.last[name] = squeeze(s.Value)
	}
	return e
}

// put sets a setting on all its lines, and keeps the spelling of its name. It leaves the
// lines if the last line has the value.
func (e editor) put(r *ral.Resource, should string) error {
	names := e.spellings[r.Name()]
	if is, saved := e.last[r.Name()]; !saved || is != squeeze(should) {
		if !saved {
			names = []string{r.Name()}
		}
		var errs []error
		for _, as := range names {
			errs = append(errs, e.file.Set("", as, should))
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	if v := r.Get("comment"); !v.IsNil() {
		return e.file.SetNote("", names[len(names)-1], lead(r.Name()), text(v))
	}
	return nil
}

// remove removes all lines of a setting, with their comments.
func (e editor) remove(name string) {
	for _, as := range e.spellings[name] {
		e.file.RemoveNoted("", as, lead(name))
	}
}

// written returns the files that a removal changes.
func written(r *ral.Resource, lines []saved) (files []string, err error) {
	for _, s := range lines {
		if r.Get("target").IsNil() && !strings.HasPrefix(s.file, "/etc/") {
			return nil, fmt.Errorf("cannot remove %s, which sets %s: the file belongs to a package (save a different value in /etc instead)", s.place(), s.name)
		}
		if !slices.Contains(files, s.file) {
			files = append(files, s.file)
		}
	}
	return files, nil
}

// remove removes the setting from each of the administrator's files.
func (p *parser) remove(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	lines, err := p.of(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	files, err := written(r, lines)
	if err != nil {
		return err
	}
	for _, file := range files {
		err := dialect().Edit(ctx, wr, file, host.WriteOptions{}, func(f *inifile.File) error {
			edit(f).remove(r.Name())
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
