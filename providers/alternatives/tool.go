package alternatives

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const links = "/etc/alternatives"

func dpkg() ral.Provider {
	t := tool{name: "update-alternatives", admin: "/var/lib/dpkg/alternatives", root: []string{"--root", "{root}"}}
	return t.provider("dpkg", "debian", "Debian's update-alternatives, also below a different root directory.")
}

func chkconfig() ral.Provider {
	t := tool{name: "alternatives", admin: "/var/lib/alternatives"}
	return t.provider("chkconfig", "redhat", "The command alternatives of Red Hat's chkconfig. "+
		"It is tested with files and calls from the manual page, and not with the command.")
}

// tool is a program that manages alternatives.
type tool struct {
	ral.CollectSet

	name, admin string
	root        []string
}

func (t tool) provider(name, family, doc string) ral.Provider {
	return ral.Provider{
		Name: name, Doc: doc + " It reads `" + t.admin + "` and `" + links + "`, and makes changes with the command.",
		Commands: []ral.Command{{Binary: t.name, Root: t.root}},
		Confines: []condition.Confine{condition.FileExists(t.admin)},
		Default:  []condition.Clause{condition.DefaultFor("os.family", family)},
		Features: []string{"mode"}, NeedsRoot: t.name + " writes " + links,
		Writes: ral.Writes{
			Reach: func(*ral.Resource, host.Act) ral.Reach {
				return ral.Reach{Types: []string{"alternatives"}, Paths: []string{links, t.admin, "/usr", "/bin", "/sbin"}}
			},
		},
		New: func() any { return t },
	}
}

// List yields the groups by name. The error contains unreadable files.
func (t tool) List(ctx context.Context, in *ral.Listing) error {
	names, err := in.Reader.ReadDir(ctx, t.admin)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		inst := in.NewInstance(name)
		if err := t.fill(ctx, in.Reader, inst); err != nil {
			errs = append(errs, err)
			continue
		}
		in.Yield(inst)
	}
	return errors.Join(errs...)
}

// Retrieve reads a group. All properties of a missing group are absent.
func (t tool) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst := ral.NewInstance(r.Type, r.Name()).Set("path", value.Absent()).Set("mode", value.Absent())
	err := t.fill(ctx, rd, inst)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return inst, err
}

func (t tool) fill(ctx context.Context, rd host.Reader, inst *ral.Instance) error {
	g, err := t.group(ctx, rd, inst.Name)
	if err != nil {
		return err
	}
	inst.From = path.Join(t.admin, inst.Name)
	inst.Set("mode", value.Str(g.mode)).Set("path", value.Absent())
	is, err := rd.ReadLink(ctx, path.Join(links, inst.Name))
	switch {
	case errors.Is(err, fs.ErrPermission):
		inst.Set("path", value.Unread(err.Error()))
		return nil
	case err != nil:
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("the link %s does not exist", path.Join(links, inst.Name)))
		return nil
	case !slices.Contains(g.paths, is):
		inst.ProviderFindings = append(inst.ProviderFindings, is+" is not a registered alternative")
	}
	inst.SetFrom("path", value.Str(is), path.Join(links, inst.Name))
	return nil
}

func (t tool) group(ctx context.Context, rd host.Reader, name string) (group, error) {
	file := path.Join(t.admin, name)
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return group{}, err
	}
	g, err := parse(data)
	if err != nil {
		return group{}, fmt.Errorf("cannot read %s: %w", file, err)
	}
	return g, nil
}

// Precheck returns an error if the tool would reject the change.
func (t tool) Precheck(ctx context.Context, rd host.Reader, _ ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	g, err := t.group(ctx, rd, r.Name())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &lackError{"the group of alternatives " + r.Name() + " does not exist", r.Name()}
	case err == nil && len(g.paths) == 0:
		return &lackError{"no package provides an alternative for " + r.Name(), r.Name()}
	}
	if attr == "mode" {
		should = r.Get("auto_path")
	}
	if err == nil && !should.IsNil() && !slices.Contains(g.paths, should.Text()) {
		text := fmt.Sprintf("%s is not an alternative for %s: expected %s", should.Text(), r.Name(), strings.Join(g.paths, ", "))
		return &lackError{text, should.Text()}
	}
	return err
}

// lackError is a missing group or path that an earlier step of the run, for example a
// package, may create.
type lackError struct{ text, name string }

// Error describes the missing group or path.
func (e *lackError) Error() string { return e.text }

// Unwrap returns a DependencyError, because a different resource may create it.
func (e *lackError) Unwrap() error { return &ral.DependencyError{Type: "alternative", Name: e.name} }

// Flush selects a path, which sets the mode manual, or sets the mode auto. If several
// programs have the highest priority, the mode auto keeps the current program
// (update-alternatives(1)).
func (t tool) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if len(r.Pending) == 0 {
		return nil
	}
	run := func(args ...string) error {
		return wr.Run(ctx, host.Command{Name: t.name, Args: ral.RootArgs(t.root, wr.Reader().Root(), args...), Writes: []string{path.Join(links, r.Name())}})
	}
	if r.Has("path") {
		return run("--set", r.Name(), r.Get("path").Text())
	}
	if chosen := r.Get("auto_path"); !chosen.IsNil() && chosen.Text() != r.Is("path").Text() {
		if err := run("--set", r.Name(), chosen.Text()); err != nil {
			return err
		}
	}
	return run("--auto", r.Name())
}
