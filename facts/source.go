package facts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

var errNoAnswer = fmt.Errorf("the directories of facts and facter.conf did not answer in %s; only core facts are available", patience)

// Source is a file that may provide facts: the facts, and problems that Facter
// would not report.
type Source struct {
	Path    string   // of the file, directory or setting
	What    string   // "txt", "json", "yaml", "executable"; "" if skipped
	Names   []string // facts that it provides
	Notes   []string // "skipped: ...", "lines 2 and 5 are not name=value"
	Err     error    // why the source provides nothing, or not all
	Warning string   // exit status and standard error of an executable that provides facts
	NotRun  bool     // not needed so far
	Elapsed time.Duration
}

// Error names the source and the reason.
func (s Source) Error() string {
	if at, ok := s.Err.(*host.PathError); ok && at.Path == s.Path {
		return at.Error()
	}
	return s.Path + ": " + s.Fault()
}

// Fault returns why a source provides nothing, otherwise its warning, or "".
func (s Source) Fault() string {
	if s.Err != nil {
		return s.Err.Error()
	}
	return s.Warning
}

// Sources returns the files that provide facts and the skipped files, in order of
// precedence. It runs nothing.
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
				text := found.found.source
				one.Notes, one.Err, one.Warning = text.Notes, text.Err, text.Warning
				one.Names, one.Elapsed = found.names(), found.elapsed
			}
		}
		list = append(list, one)
	}
	return list
}

// Trouble returns the sources read so far that have an error or warning.
func (f *Facts) Trouble(ctx context.Context) []Source {
	var list []Source
	for _, s := range f.Sources(ctx) {
		if s.Fault() != "" {
			list = append(list, s)
		}
	}
	return list
}

// SourceOf returns the source of a fact's value: "/etc/os-release", or, if it is not a
// core fact, "/etc/facter/facts.d/os.yaml: external, weight 10000, over core". It
// returns "" without a value.
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

// fromOf returns the sources of the leaves below a dotted name.
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

// LeavesUnder returns the leaves that contain or are contained in names, dotted
// or legacy; without names it returns all leaves.
func (f Fact) LeavesUnder(names ...string) []leaf.Leaf {
	if len(names) == 0 {
		return f.Leaves
	}
	var list []leaf.Leaf
	for _, l := range f.Leaves {
		if slices.ContainsFunc(names, func(name string) bool { return leads(l.Name, f.pathOf(name)) }) {
			list = append(list, l)
		}
	}
	return list
}

// pathOf returns the dotted name in this fact for a name.
func (f Fact) pathOf(name string) string {
	name = strings.ToLower(name)
	if old, is := flat(name); is && !leads(name, f.Name) {
		return old.path
	}
	return name
}

// ResolvedBy returns how the fact was resolved: "external, weight 10000, over
// core". It returns "" for a core fact without alternatives.
func (f Fact) ResolvedBy() string {
	won, ok := f.Winner()
	over := f.overruled()
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
