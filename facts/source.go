package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

var errNoAnswer = fmt.Errorf("neither the folders of facts nor facter.conf answered in %s; there are only core facts", patience)

// Source is a file that facts may come from: what it gave, and what Facter would
// not say of it.
type Source struct {
	Path    string   // of the file, folder or setting
	What    string   // "txt", "json", "yaml", "executable"; "" of what is passed over
	Names   []string // the facts it gave
	Notes   []string // "passed over: ...", "lines 2 and 5 are not name=value"
	Err     error    // why it gives nothing, or not all
	Warning string   // how it ended, and what it printed to standard error, though it gave facts
	NotRun  bool     // nothing that was asked for needed it
	Elapsed time.Duration
}

// Error says which source is at fault, and why.
func (s Source) Error() string {
	why := s.Fault()
	for _, does := range []string{"cannot read ", "start "} {
		if strings.HasPrefix(why, does+s.Path+":") {
			return why
		}
	}
	return s.Path + ": " + why
}

// Fault is what has to be told of a source: why it gives nothing, or else what it
// warned of; "" is nothing.
func (s Source) Fault() string {
	if s.Err != nil {
		return s.Err.Error()
	}
	return s.Warning
}

// Sources are the files that facts come from and those that were passed over,
// in the order of their precedence. Nothing is run for it.
func (f *Facts) Sources(ctx context.Context) []Source {
	s := f.loaded(ctx)
	list := append([]Source{}, s.sources...)
	list = append(list, f.unknownNames(s)...)
	for _, i := range s.files {
		r := &s.resolutions[i]
		one := Source{Path: r.from, What: r.name, NotRun: true}
		f.mu.Lock()
		ran := s.runs[i]
		f.mu.Unlock()
		if ran != nil {
			found, err := f.wait(ctx, s, i)
			one.NotRun = false
			if one.Err = err; err == nil {
				said := found.found.source
				one.Notes, one.Err, one.Warning = said.Notes, said.Err, said.Warning
				one.Names, one.Elapsed = found.names(), found.elapsed
			}
		}
		list = append(list, one)
	}
	return list
}

// Trouble is the sources that are at fault or warned, of those that were read until
// now.
func (f *Facts) Trouble(ctx context.Context) []Source {
	var list []Source
	for _, s := range f.Sources(ctx) {
		if s.Fault() != "" {
			list = append(list, s)
		}
	}
	return list
}

// SourceOf says where the value of a fact came from: "/etc/os-release", or, when
// it is no core fact, "/etc/facter/facts.d/os.yaml: external, weight 10000, over
// core". "" is of what has no value.
func (f *Facts) SourceOf(ctx context.Context, name string) string {
	got, fact, err := f.Ask(ctx, name)
	if err != nil || got.IsNil() {
		return ""
	}
	if how := fact.ResolvedBy(); how != "" {
		return listed(fact.fromOf(name), how)
	}
	return fact.fromOf(name)
}

// fromOf is where the leaves were read that a dotted name leads to.
func (f Fact) fromOf(name string) string {
	var from []string
	for _, l := range f.Leaves {
		if leads(l.Name, name) {
			if l.From != "" && !slices.Contains(from, l.From) {
				from = append(from, l.From)
			}
		}
	}
	if len(from) == 0 {
		return f.From
	}
	return strings.Join(from, ", ")
}

// LeavesUnder is the leaves that names lead to or lie in, dotted ones or old flat ones;
// all of the fact without a name.
func (f Fact) LeavesUnder(names ...string) []Leaf {
	if len(names) == 0 {
		return f.Leaves
	}
	var list []Leaf
	for _, l := range f.Leaves {
		if slices.ContainsFunc(names, func(name string) bool { return leads(l.Name, f.pathOf(name)) }) {
			list = append(list, l)
		}
	}
	return list
}

// pathOf is the dotted name in this fact for a name.
func (f Fact) pathOf(name string) string {
	name = strings.ToLower(name)
	if old, is := flat(name); is && !leads(name, f.Name) {
		return old.path
	}
	return name
}

// ResolvedBy says how the fact was won, where there was something to win or it is no
// core fact: "external, weight 10000, over core".
func (f Fact) ResolvedBy() string {
	won, ok := f.Winner()
	over := f.Overruled()
	if !ok || won.Kind == Core && len(f.Tried) == 1 {
		return ""
	}
	how := fmt.Sprintf("%s, weight %d", won.Kind, won.Weight)
	var names []string
	for _, a := range over {
		names = append(names, a.Label())
	}
	if len(names) > 0 {
		how += ", over " + strings.Join(names, " and ")
	}
	return how
}
