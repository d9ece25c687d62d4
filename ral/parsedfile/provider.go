package parsedfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Provider is a provider whose resources are the records of whole files. Its
// New is what ral.Provider.New wants:
//
//	New: parsedfile.Provider{Format: format(), Target: "/etc/hosts"}.New
//
// A property of the type that is called as a field is that field. Of several
// records with one name the last counts, and removing the resource removes all.
type Provider struct {
	Format *Format
	// Target is the file when the resource has no property target, or does not
	// set it.
	Target string
	// MayLack lets a listing of a Target that is not there be empty, where it is
	// an error otherwise.
	MayLack bool
	// Record is the kind of line that resources are; "" is the first with Fields.
	Record string
	// Lists are the fields that hold several values, and what joins them.
	Lists map[string]string
	// Name is the resource's name, "" for a record that is none; nil takes the
	// field "name".
	Name func(r Record) string
	// Fill adds to an instance what is no field of that name.
	Fill func(f *ral.Found, r Record)
	// Adjust has the last word about a record before it is written.
	Adjust func(r *Record, res *ral.Resource)
	// Write is how files are written, see Store.
	Write host.Write
}

// New makes the behaviour for one run.
func (p Provider) New() any {
	if p.Record == "" {
		for _, d := range p.Format.Lines {
			if d.isRecord() {
				p.Record = d.Name
				break
			}
		}
	}
	return &behaviour{Provider: p, store: Store{Format: p.Format, Write: p.Write, nameOf: p.nameOf}}
}

type behaviour struct {
	Provider
	store Store
	index index
}

// Forget has nothing to drop: what is known of a file is held against its bytes
// each time.
func (b *behaviour) Forget() {}

// List yields the records of Target, in order.
func (b *behaviour) List(ctx context.Context, in *ral.Listing) error {
	file, err := b.store.Load(ctx, in.Look, b.Target)
	if b.MayLack && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, line := range file.lines {
		if line.name != "" {
			in.Yield(b.fill(in.NewFound(line.name), line, b.Target))
		}
	}
	return nil
}

// Retrieve looks in the file that the resource should be in, then in Target.
func (b *behaviour) Retrieve(ctx context.Context, look host.Look, r *ral.Resource) (*ral.Found, error) {
	for _, path := range b.places(r) {
		file, err := b.store.Load(ctx, look, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if at := b.index.last(path, file, r.Name()); at >= 0 {
			return b.fill(ral.NewFound(r.Type, r.Name()), file.lines[at], path), nil
		}
	}
	return ral.AbsentFound(r.Type, r.Name()), nil
}

// Create, Destroy and Set collect what Flush writes.
func (b *behaviour) Create(_ context.Context, _ host.Change, r *ral.Resource) error {
	r.Pending.Set("ensure", value.Present())
	return nil
}

// Destroy notes that the record is to go.
func (b *behaviour) Destroy(_ context.Context, _ host.Change, r *ral.Resource) error {
	r.Pending.Set("ensure", value.Absent())
	return nil
}

// Set notes one property.
func (b *behaviour) Set(_ context.Context, _ host.Change, r *ral.Resource, attr string, should value.Value) error {
	r.Pending.Set(attr, should)
	return nil
}

func (p Provider) nameOf(line Line) string {
	switch {
	case line.Unknown || line.Record.Type != p.Record:
		return ""
	case p.Name != nil:
		return p.Name(line.Record)
	}
	return line.Record.Text("name")
}

// places are the files a resource may be in, the wanted one first.
func (b *behaviour) places(r *ral.Resource) []string {
	wanted := r.Get("target")
	if wanted.IsNil() || wanted.IsAbsent() || wanted.Text() == b.Target {
		return []string{b.Target}
	}
	return []string{wanted.Text(), b.Target}
}

func (b *behaviour) fill(f *ral.Found, line Line, path string) *ral.Found {
	f.From = fmt.Sprintf("%s:%d", path, line.Number)
	for _, a := range f.Type.Properties() {
		is := line.Record.Get(a.Name)
		switch {
		case a.Name == "ensure":
			is = value.Present()
		case a.Name == "target" && is.IsNil():
			is = value.Str(path)
		case !isNone(is) && is.Kind() != value.List && b.Lists[a.Name] != "":
			is = splitList(is.Text(), b.Lists[a.Name])
		}
		if !is.IsNil() {
			f.Set(a.Name, is)
		}
	}
	if b.Fill != nil {
		b.Fill(f, line.Record)
	}
	return f
}
