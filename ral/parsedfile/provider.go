package parsedfile

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Provider is a provider whose resources are the records of text files, of the first
// Definition with fields. Its method New fits ral.Provider.New:
//
//	New: parsedfile.Provider{Format: format(), Target: "/etc/hosts"}.New
//
// A property is stored in the field of the same name. If several records have the same
// name, the last counts and is changed, and removing the resource removes all: Predict
// reports that.
type Provider struct {
	Format *Format
	// Target is the file of a resource that has no property target or does not set it.
	Target string
	// MissingOK makes a listing of a missing Target empty instead of an error.
	MissingOK bool
	// Files replaces Target and MissingOK, for several files.
	Files Files
	// Name returns the name of the resource, "" for a record that is not a resource.
	// Nil uses the field "name".
	Name func(r Record) string
	// Fill sets properties of an instance that have no field, or a value that differs
	// from the field: a list.
	Fill func(inst *ral.Instance, r Record)
	// BeforeWrite may change a record before it is written.
	BeforeWrite func(r *Record, res *ral.Resource)
	// UniqueKey returns the key that must be unique in a file, or "" if the
	// record may be repeated. Records of different names have different keys. A
	// duplicate is reported as a finding. Nil disables the check.
	UniqueKey func(name string, r Record) string
	// FirstUsedBy names the programs that use the first of several lines with the same
	// key, while ralsh manages the last; "" if all programs use the last.
	FirstUsedBy string
	// Hooks may implement Matcher and LineFinder. It may be nil.
	Hooks any
}

// The interfaces that Provider.Hooks may implement. Behaviour finds them once.
type (
	// Matcher finds the record of a resource that does not know the record's name,
	// as in a crontab.
	Matcher interface {
		// Matches reports whether a record with a different name is the resource.
		Matches(res *ral.Resource, r Record) bool
		// MatchField returns a field that is equal to the attribute of its name
		// whenever Matches is true. Matches is called only for these records.
		MatchField() string
	}
	// LineFinder returns a finding about a line, or "".
	LineFinder interface {
		LineFinding(line Line) string
	}
)

// New returns the behaviour for a run.
func (p Provider) New() any { return p.Behaviour() }

// Behaviour is New for a provider that embeds the behaviour and replaces some of
// its methods.
func (p Provider) Behaviour() *Behaviour {
	if p.Files == nil {
		p.Files = direct{p.Target, new(host.FileCache)}
	} else {
		p.MissingOK = true
	}
	first := slices.IndexFunc(p.Format.Lines, func(d Definition) bool { return d.isRecord() })
	b := &Behaviour{p: p, record: p.Format.Lines[first].Name}
	b.matcher, _ = p.Hooks.(Matcher)
	b.lineFinder, _ = p.Hooks.(LineFinder)
	b.store.Format, b.store.files, b.store.nameOf = p.Format, p.Files, b.nameOf
	return b
}

// Behaviour is the behaviour of a Provider.
type Behaviour struct {
	ral.Collect

	p          Provider
	matcher    Matcher    // may be nil
	lineFinder LineFinder // may be nil
	record     string     // name of the definition of the resources
	store      Store
	index      host.Derived[*File, *names]
}

// Load returns a file as Store.Load does.
func (b *Behaviour) Load(ctx context.Context, rd host.Reader, path string) (*File, error) {
	return b.store.Load(ctx, rd, path)
}

// Forget has no effect: the Store reads a file again when it may have changed.
func (b *Behaviour) Forget() {}

func (b *Behaviour) nameOf(line Line) string {
	switch {
	case line.Unknown || line.Record.Type != b.record:
		return ""
	case b.p.Name != nil:
		return b.p.Name(line.Record)
	}
	return line.Record.Text("name")
}

func (b *Behaviour) fill(inst *ral.Instance, line Line, path string, named *names) *ral.Instance {
	inst.From = fmt.Sprintf("%s:%d", path, line.Number)
	for _, a := range inst.Type.Properties() {
		is := line.Record.Get(a.Name)
		switch {
		case a.Name == "ensure":
			is = value.Present()
		case a.Name == "target" && is.IsNil():
			is = value.Str(path)
		}
		if !is.IsNil() {
			inst.Set(a.Name, is)
		}
	}
	if b.p.Fill != nil {
		b.p.Fill(inst, line.Record)
	}
	if b.lineFinder != nil {
		if text := b.lineFinder.LineFinding(line); text != "" {
			inst.ProviderFindings = append(inst.ProviderFindings, text)
		}
	}
	b.twice(inst, line, path, named)
	return inst
}
