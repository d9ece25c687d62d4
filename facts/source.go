package facts

import (
	"context"
	"fmt"
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
