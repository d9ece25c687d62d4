package mount

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Set collects a property. A change of ensure also collects every other
// property that is out of sync, because mounting uses the file.
func (t *table) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return t.file.Set(ctx, wr, r, attr, should)
	}
	if root := wr.Reader().Root(); root != "/" && should.IsSym("mounted") {
		return fmt.Errorf("cannot mount below %s: with --root, ralsh manages only %s (use ensure => defined)", root, fstab)
	}
	if inFile(r) {
		for _, a := range r.Type.Properties() {
			if a.Name == "ensure" || !r.Has(a.Name) || a.InSync(ral.Hook{Ctx: ctx, A: a, R: r}, r.Is(a.Name), r.Munged(a.Name)) {
				continue
			}
			r.Pending.Set(a.Name, r.Get(a.Name))
		}
	}
	r.Pending.Set("ensure", should)
	return nil
}

// Destroy collects the removal of the entry and the mount.
func (t *table) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return t.Set(ctx, wr, r, "ensure", value.Absent())
}

// Predict reports the changes of other entries of the same name, and the
// losses of an unmount or a remount.
func (t *table) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (f ral.Prediction, err error) {
	if inFile(r) {
		if f, err = t.file.Predict(ctx, rd, r, attr, should); err != nil {
			return f, err
		}
	}
	if attr != "ensure" && isMounted(r) && inFile(r) {
		f.Lasting = append(f.Lasting, t.remounting(ctx, rd, r, attr)...)
	}
	if attr == "ensure" && isMounted(r) && (should.IsAbsent() || should.IsSym("unmounted")) {
		f.Lasting = append(f.Lasting, t.inMemory(ctx, rd, r)...)
		if !inFile(r) {
			f.Lasting = append(f.Lasting, fmt.Sprintf("an undo does not mount %s again: %s has no entry for it", r.Name(), fstab))
		}
	}
	return f, nil
}

// Precheck returns an error if mount(8) would fail because the directory is
// missing.
func (t *table) Precheck(ctx context.Context, rd host.Reader, _ ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" || !should.IsSym("mounted") || isMounted(r) || !strings.HasPrefix(r.Name(), "/") || rd.Root() != "/" {
		return nil // below another root Set returns the error
	}
	if there, err := rd.Exists(ctx, r.Name()); there || err != nil {
		return nil // mount(8) may see what cannot be read
	}
	return &noPlaceError{r.Name()}
}

// noPlaceError is a missing mount point.
type noPlaceError struct{ dir string }

func (e *noPlaceError) Error() string { return "the mount point " + e.dir + " does not exist" }

// Unwrap returns a DependencyError, because an earlier step may create it.
func (e *noPlaceError) Unwrap() error { return &ral.DependencyError{Type: "file", Name: e.dir} }

// inMemory reports that unmounting a file system in memory loses its files.
func (t *table) inMemory(ctx context.Context, rd host.Reader, r *ral.Resource) []string {
	all, err := t.mounts.read(ctx, rd)
	if err != nil {
		return nil // the change itself reports the error
	}
	fstype := ""
	for _, m := range all {
		if m.at == r.Name() {
			fstype = m.fstype
		}
	}
	if fstype != "tmpfs" && fstype != "ramfs" {
		return nil
	}
	lost := fmt.Sprintf("unmounting deletes the contents of the %s at %s", fstype, r.Name())
	if inFile(r) {
		lost += ": an undo mounts it empty, with the options of " + fstab
	}
	return []string{lost}
}

// Flush unmounts before it writes the file, and mounts afterwards, because
// mount(8) reads the file.
func (t *table) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	should, _ := r.Pending.Get("ensure")
	is := isMounted(r)
	leaves := is && (should.IsAbsent() || should.IsSym("unmounted"))
	if leaves && inFile(r) {
		if err := unmount(ctx, wr, r); err != nil {
			return err
		}
	}
	if err := t.write(ctx, wr, r); err != nil {
		return err
	}
	switch {
	case leaves && !inFile(r):
		return unmount(ctx, wr, r)
	case should.IsSym("mounted") && !is:
		return mount(ctx, wr, r)
	}
	return nil
}

// write writes the entry if it has changes.
func (t *table) write(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !writes(r) {
		return nil
	}
	return t.file.Flush(ctx, wr, r)
}

func writes(r *ral.Resource) bool {
	should, changes := r.Pending.Get("ensure")
	kept := changes && inFile(r) && !should.IsAbsent()
	return (!kept || len(r.Pending) > 1) && (!should.IsAbsent() || inFile(r))
}

// CanBatch reports whether of two entries only the file changes.
func (t *table) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	return onlyWrites(first) && onlyWrites(r) && t.file.CanBatch(ctx, rd, first, r)
}

func onlyWrites(r *ral.Resource) bool {
	should, _ := r.Pending.Get("ensure")
	return writes(r) && !isMounted(r) && !should.IsSym("mounted")
}

// WriteBatch writes several entries, once.
func (t *table) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	if len(all) == 1 {
		return []error{t.Flush(ctx, wr, all[0])}
	}
	return t.file.WriteBatch(ctx, wr, all)
}

// Refresh remounts a mounted file system, except swap. A file system that this
// run has just mounted or unmounted already matches the file.
func (t *table) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if _, changed := r.Pending.Get("ensure"); changed || !isMounted(r) || r.Get("fstype").Text() == "swap" {
		return nil
	}
	if r.True("remounts") {
		return wr.Run(ctx, host.Command{Name: "mount", Args: []string{"-o", "remount", r.Name()}})
	}
	if err := unmount(ctx, wr, r); err != nil {
		return err
	}
	return mount(ctx, wr, r)
}

func mount(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "mount", Args: []string{r.Name()}})
}

func unmount(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "umount", Args: []string{r.Name()}})
}

func inFile(r *ral.Resource) bool {
	is := r.Is("ensure")
	return is.IsSym("mounted") || is.IsSym("unmounted")
}

func isMounted(r *ral.Resource) bool {
	is := r.Is("ensure")
	return is.IsSym("mounted") || is.IsSym("ghost")
}
