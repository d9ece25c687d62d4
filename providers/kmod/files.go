package kmod

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func files() ral.Provider {
	return ral.Provider{
		Name: "files",
		Doc: "Reads and writes the files of modules-load.d and modprobe.d without a tool. It reads the loaded modules from `/proc/modules` and `/sys/module`, " +
			"and loads a module with `modprobe`. Below a different root directory, it reads and writes only files, because no kernel runs there.",
		NeedsRoot: "ralsh writes /etc/modprobe.d and modprobe loads modules",
		Commands:  []ral.Command{{Binary: "modprobe", Optional: true}},
		Writes:    ral.Writes{UserMayWriteRoot: true},
		New:       func() any { return &modules{store: parsedfile.Store{Format: format()}} },
	}
}

// modules caches parsed files and compares them with the actual bytes each time.
type modules struct {
	ral.CollectSet
	store  parsedfile.Store
	parsed host.Derived[*parsedfile.File, statementsOf]
}

// Forget keeps the cache, because each call checks it.
func (*modules) Forget() {}

// List yields the modules in the files and the loaded modules.
func (m *modules) List(ctx context.Context, in *ral.Listing) error {
	files, err := m.every(ctx, in.Reader)
	names := make(map[string]bool)
	byModule := make(map[string][]found)
	for _, s := range files {
		for _, f := range s.all {
			byModule[f.module] = append(byModule[f.module], f)
			if f.verb == "load" || f.verb == "blacklist" || f.verb == "options" {
				names[f.module] = true
			}
		}
	}
	kernel := make(map[string]bool)
	if in.Reader.Root() == "/" {
		data, failed := in.Reader.ReadFile(ctx, kernelModules)
		if failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
		for line := range strings.Lines(string(data)) {
			name, _, _ := strings.Cut(line, " ")
			kernel[name], names[name] = true, true
		}
	}
	sorted := make([]string, 0, len(names))
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	for _, name := range sorted {
		is := value.Str("true")
		if !kernel[name] {
			is = loaded(ctx, in.Reader, name)
		}
		in.Yield(fill(in.NewInstance(name), byModule[name], is))
	}
	return err
}

// Retrieve reads a module.
func (m *modules) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	list, err := m.of(ctx, rd, r.Name())
	if err != nil {
		return nil, err
	}
	return fill(ral.NewInstance(r.Type, r.Name()), list, loaded(ctx, rd, r.Name())), nil
}

// loaded reports whether a module is loaded or built in.
func loaded(ctx context.Context, rd host.Reader, name string) value.Value {
	if root := rd.Root(); root != "/" {
		return value.Unread("no kernel runs below " + root)
	}
	there, err := rd.Exists(ctx, path.Join("/sys/module", name))
	switch {
	case err != nil:
		return value.Unread(err.Error())
	case there:
		return value.Str("true")
	}
	return value.Str("false")
}

func fill(inst *ral.Instance, list []found, is value.Value) *ral.Instance {
	inst.From = kernelModules
	inst.Set("load", value.Str("false")).Set("blacklist", value.Str("false")).Set("loaded", is)
	var options []string
	for _, s := range list {
		switch {
		case s.is("load", inst.Name):
			inst.SetFrom("load", value.Str("true"), s.place())
		case s.is("blacklist", inst.Name):
			inst.SetFrom("blacklist", value.Str("true"), s.place())
		case s.is("options", inst.Name):
			options = append(options, s.rest...)
		default:
			continue
		}
		if inst.From = s.place(); s.verb == "options" {
			inst.SetFrom("options", value.Strs(options...), s.place())
		}
	}
	if len(options) == 0 {
		inst.Set("options", value.Strs())
	}
	if inst.Get("load").Text() == "true" && is.Text() == "false" {
		inst.Keys = []ral.Attr{{Name: "apply", Value: value.Sym("false")}} // without it the declaration loads the module
	}
	if inst.Get("load").Text() == "true" && inst.Get("blacklist").Text() == "true" {
		inst.ProviderFindings = append(inst.ProviderFindings, "it is blacklisted and loaded at boot: a blacklist has no effect on modules-load.d")
	}
	return inst
}
