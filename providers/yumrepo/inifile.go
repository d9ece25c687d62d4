package yumrepo

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func inifileProvider() ral.Provider {
	return ral.Provider{
		Name: "inifile",
		Doc:  "Reads and writes the files itself, on the one editor of ini files. It works below another root too.",
		Confines: []ral.Confine{{
			Kind: ral.ConfineTest, Title: "yum or dnf is configured here", Want: "one of " + mainFile + ", /etc/dnf/dnf.conf, /etc/yum.repos.d, /etc/yum/repos.d",
			Hint: "install yum or dnf, or make /etc/yum.repos.d", Check: configured,
		}},
		NeedsRoot: "ralsh writes /etc/yum.repos.d",
		New:       func() any { return sections{} },
	}
}

func configured(ctx context.Context, p ral.Probe) (got string, pass bool, err error) {
	for _, file := range []string{mainFile, "/etc/yum.repos.d", "/etc/yum/repos.d", "/etc/dnf/dnf.conf"} {
		if there, err := p.Reader.Exists(ctx, file); err != nil || there {
			return file, there, err
		}
	}
	return "neither yum nor dnf is configured", false, nil
}

// sections has no state: each call reads the files.
type sections struct{ ral.Collect }

// List yields each repository once.
func (sections) List(ctx context.Context, in *ral.Listing) error {
	all, err := repos(ctx, in.Reader)
	for i, r := range all {
		if first(all, r.name) == i {
			in.Yield(fill(in.NewInstance(r.name), r, all))
		}
	}
	return err
}

func first(all []repo, name string) int {
	for i, r := range all {
		if r.name == name {
			return i
		}
	}
	return -1
}

// Retrieve reads one repository.
func (sections) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	all, err := repos(ctx, rd)
	if err != nil {
		return nil, err
	}
	at := first(all, r.Name())
	if at < 0 {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return fill(ral.NewInstance(r.Type, r.Name()), all[at], all), nil
}

// InSync reports whether a repository is in the file that target specifies.
func (sections) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "target" {
		return false, false, nil
	}
	wanted, err := place(ctx, rd, r.Name(), should.Text())
	return is.Text() == wanted || is.Equal(should), true, err
}

// key returns the setting of a property.
func key(attr string) string {
	if attr == "descr" {
		return "name"
	}
	return attr
}

func fill(inst *ral.Instance, r repo, all []repo) *ral.Instance {
	inst.From = fmt.Sprintf("%s:%d", r.file, r.line)
	for _, a := range inst.Type.Properties() {
		inst.Set(a.Name, value.Absent())
		if s, ok := r.f.Get(r.name, key(a.Name)); ok {
			inst.SetFrom(a.Name, value.Str(s.Value), fmt.Sprintf("%s:%d", r.file, s.Line))
		}
	}
	inst.Set("ensure", value.Present()).Set("target", value.Str(r.file))
	inst.ProviderFindings = odd(r, all)
	return inst
}

// odd returns the findings of a repository.
func odd(r repo, all []repo) []string {
	var list []string
	for _, other := range all {
		if other.name == r.name && other.file != r.file {
			list = append(list, fmt.Sprintf("%s:%d has a repository of this name too", other.file, other.line))
		}
	}
	seen := make(map[string]int)
	for _, s := range r.f.Settings() {
		if s.Section != r.name {
			continue
		}
		if before := seen[s.Name]; before > 0 {
			list = append(list, fmt.Sprintf("%s is set in line %d and in line %d; the last counts", s.Name, before, s.Line))
		}
		seen[s.Name] = s.Line
	}
	if lines := r.f.Unknown(); len(lines) > 0 {
		list = append(list, fmt.Sprintf("line %d of %s is neither section nor setting", lines[0], r.file))
	}
	return list
}
