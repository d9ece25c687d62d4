package mount

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Set notes one property. A change of ensure notes every other property too
// that is not as it should be: what is mounted is what the file then says.
func (t *table) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr != "ensure" {
		return t.file.Set(ctx, wr, r, attr, should)
	}
	if root := wr.Reader().Root(); root != "/" && should.IsSym("mounted") {
		return fmt.Errorf("nothing can be mounted below %s: only %s is served there", root, fstab)
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

// Destroy notes that the entry and the mount are to go.
func (t *table) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return t.Set(ctx, wr, r, "ensure", value.Absent())
}

// Predict says what becomes of other entries of the same name.
func (t *table) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	if !inFile(r) {
		return ral.Prediction{}, nil
	}
	return t.file.Predict(ctx, rd, r, attr, should)
}

// Flush unmounts before it writes the file, and mounts after
// it is written: mount(8) reads the file.
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

// write writes the entry, where there is anything to write.
func (t *table) write(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	should, changes := r.Pending.Get("ensure")
	kept := changes && inFile(r) && !should.IsAbsent()
	if kept && len(r.Pending) == 1 || should.IsAbsent() && !inFile(r) {
		return nil
	}
	return t.file.Flush(ctx, wr, r)
}

// Refresh remounts what is mounted. What this run has just mounted or unmounted
// is as the file says already, and swap is never mounted.
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
