package facts

import (
	"context"
	"fmt"
	"time"
)

var errNoAnswer = fmt.Errorf("neither the folders of facts nor facter.conf answered in %s; there are only core facts", patience)

// Source is a file that facts may come from: what it gave, and what Facter would
// not say of it.
type Source struct {
	Path    string   // of the file, folder or setting
	What    string   // "txt", "json", "yaml", "executable"; "" of what is passed over
	Names   []string // the facts it gave
	Notes   []string // "exit 3 is not an error here", "passed over: ..."
	Err     error    // why it gives nothing
	NotRun  bool     // nothing that was asked for needed it
	Elapsed time.Duration
}

// Error says which source is at fault, and why.
func (s Source) Error() string { return s.Path + ": " + s.Err.Error() }

// Sources are the files that facts come from and those that were passed over,
// in the order of their precedence. Nothing is run for it.
func (f *Facts) Sources(ctx context.Context) []Source {
	s := f.loaded(ctx)
	list := append([]Source{}, s.sources...)
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
				one.Notes, one.Err = found.found.source.Notes, found.found.source.Err
				one.Names, one.Elapsed = found.names(), found.elapsed
			}
		}
		list = append(list, one)
	}
	return list
}

// Trouble is the sources that are at fault, of those that were read until now.
func (f *Facts) Trouble(ctx context.Context) []Source {
	var list []Source
	for _, s := range f.Sources(ctx) {
		if s.Err != nil {
			list = append(list, s)
		}
	}
	return list
}
