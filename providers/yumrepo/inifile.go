package yumrepo

import (
	"context"
	"fmt"

	"ralsh/providers/internal/fileindex"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func inifileProvider() ral.Provider {
	return ral.Provider{
		Name: "inifile",
		Doc:  "Reads and writes the files without a tool, also below a different root directory.",
		Confines: []condition.Confine{{
			Kind: condition.ConfineTest, Title: "yum or dnf is configured here", Want: "one of " + mainFile + ", /etc/dnf/dnf.conf, /etc/yum.repos.d, /etc/yum/repos.d",
			Hint: "install yum or dnf, or create /etc/yum.repos.d", Check: configured,
		}},
		NeedsRoot: "ralsh writes /etc/yum.repos.d",
		New:       func() any { return newSections() },
	}
}

func configured(ctx context.Context, p condition.Probe) (got string, pass bool, err error) {
	for _, file := range []string{mainFile, "/etc/yum.repos.d", "/etc/yum/repos.d", "/etc/dnf/dnf.conf"} {
		if there, err := p.Reader.Exists(ctx, file); err != nil || there {
			return file, there, err
		}
	}
	return "neither yum nor dnf is configured", false, nil
}

// sections reads and writes the files of repositories.
type sections struct {
	ral.Collect
	fileindex.Index[repo]
	dirs []string // as Files last returned them
}

func newSections() *sections {
	s := &sections{}
	s.Source = fileindex.Source[repo]{
		Dialect: dialect(), Files: s.files, New: s.file, Main: mainFile,
		Read: reposIn, Name: func(r repo) string { return r.name },
	}
	return s
}

// List yields each repository once.
func (s *sections) List(ctx context.Context, in *ral.Listing) error {
	all, err := s.All(ctx, in.Reader)
	named := make(map[string][]repo)
	for _, r := range all {
		named[r.name] = append(named[r.name], r)
	}
	for _, r := range all {
		if list := named[r.name]; list != nil {
			in.Yield(fill(in.NewInstance(r.name), list))
			named[r.name] = nil
		}
	}
	return err
}

// Retrieve reads a repository.
func (s *sections) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	named, err := s.Named(ctx, rd, r.Name())
	if err != nil {
		return nil, err
	}
	if len(named) == 0 {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return fill(ral.NewInstance(r.Type, r.Name()), named), nil
}

// InSync reports whether a repository is in the file that target specifies.
func (s *sections) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "target" {
		return false, false, nil
	}
	desired, err := s.place(ctx, rd, r.Name(), should.Text())
	if err != nil || is.IsAbsent() || is.Equal(should) {
		return is.Equal(should), true, err
	}
	insync, err = sameFile(ctx, rd, is.Text(), desired)
	return insync, true, err
}

// key returns the setting of a property.
func key(attr string) string {
	if attr == "descr" {
		return "name"
	}
	return attr
}

// fill sets the properties from the first repository with the name.
func fill(inst *ral.Instance, named []repo) *ral.Instance {
	r := named[0]
	inst.From = fmt.Sprintf("%s:%d", r.file, r.line)
	for _, a := range inst.Type.Properties() {
		inst.Set(a.Name, value.Absent())
		if s, ok := r.f.Get(r.name, key(a.Name)); ok {
			inst.SetFrom(a.Name, value.Str(s.Value), fmt.Sprintf("%s:%d", r.file, s.Line))
		}
	}
	inst.Set("ensure", value.Present()).Set("target", value.Str(r.file))
	for _, other := range named[1:] {
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("%s:%d also defines a repository with this name", other.file, other.line))
	}
	inst.ProviderFindings = append(inst.ProviderFindings, r.findings...)
	return inst
}
