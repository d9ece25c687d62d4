package parsedfile

import (
	"context"
	"fmt"

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
// records with one name the last counts and is changed, and removing the resource
// removes all: Predict says so.
type Provider struct {
	Format *Format
	// Target is the file when the resource has no property target, or does not
	// set it.
	Target string
	// MissingOK lets a listing of a Target that is not there be empty, where it is
	// an error otherwise.
	MissingOK bool
	// Record is the kind of line that resources are; "" is the first with Fields.
	Record string
	// Lists are the fields that hold several values, and what joins them.
	Lists map[string]string
	// Name is the resource's name, "" for a record that is none; nil takes the
	// field "name".
	Name func(r Record) string
	// Fill adds to an instance what is no field of that name.
	Fill func(inst *ral.Instance, r Record)
	// BeforeWrite has the last word about a record before it is written.
	BeforeWrite func(r *Record, res *ral.Resource)
	// Write is how files are written, Read and Put what is done instead of
	// reading and writing by path, After what sees the lines of one file; see
	// Store.
	Write host.WriteOptions
	Read  func(ctx context.Context, rd host.Reader, path string) ([]byte, error)
	Put   func(ctx context.Context, wr host.Writer, path string, data []byte) error
	After func(path string, lines []Line)
	// Files are the files that a listing reads; nil is Target alone. One that is
	// not there, or that cannot be read, hides no other.
	Files func(ctx context.Context, rd host.Reader) ([]string, error)
	// Places are the files a resource may be in, the wanted one first; nil is its
	// property target, then Target.
	Places func(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error)
	// Matches reports of a record that has another name than the resource whether
	// it is the resource anyway; nil is never.
	Matches func(res *ral.Resource, r Record) bool
	// UniqueKey is what the record of a name should be alone with in its file, "" for
	// a record that may be there several times; nil is never. Those of two names differ,
	// as the names do. That it is not alone is a finding.
	UniqueKey func(name string, r Record) string
	// Findings begins a look and returns what reports what is odd about an instance, given
	// whether its file has a name, in whatever case; nil finds nothing.
	Findings func(ctx context.Context, rd host.Reader) func(inst *ral.Instance, has func(name string) bool) []string
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
	return &behaviour{Provider: p, store: Store{
		Format: p.Format, Write: p.Write, Read: p.Read, Put: p.Put, After: p.After, nameOf: p.nameOf,
	}}
}

type behaviour struct {
	ral.Collect

	Provider
	store Store
	index index
}

// Forget has nothing to drop: what is known of a file is held against its bytes
// each time.
func (b *behaviour) Forget() {}

func (p Provider) nameOf(line Line) string {
	switch {
	case line.Unknown || line.Record.Type != p.Record:
		return ""
	case p.Name != nil:
		return p.Name(line.Record)
	}
	return line.Record.Text("name")
}

func (b *behaviour) fill(inst *ral.Instance, line Line, path string, same map[string][]int) *ral.Instance {
	inst.From = fmt.Sprintf("%s:%d", path, line.Number)
	for _, a := range inst.Type.Properties() {
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
			inst.Set(a.Name, is)
		}
	}
	if b.Fill != nil {
		b.Fill(inst, line.Record)
	}
	b.twice(inst, line, path, same)
	return inst
}
