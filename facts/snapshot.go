package facts

import (
	"context"
	"slices"
	"time"
)

// snapshot is what was found out since the last Refresh. All but runs is fixed once
// done is closed.
type snapshot struct {
	began       bool // under Facts.mu
	done        chan struct{}
	resolutions []resolution
	byName      map[string][]int // the resolutions whose facts are known before they run
	files       []int            // those whose facts are known once they ran
	config      Config
	sources     []Source // what was passed over, and what went wrong before a file was read
	kept        cachePolicy

	runs []*run // by the index of the resolution, under Facts.mu

	index index // of what the files gave, once all were read; under Facts.mu
}

// loaded is the set with all its resolutions. Folders and configuration are read
// for it, once; when they do not answer, the core facts are there alone.
func (f *Facts) loaded(ctx context.Context) *snapshot {
	f.mu.Lock()
	s := f.now
	if !s.began {
		s.began = true
		go f.load(context.WithoutCancel(ctx), s)
	}
	f.mu.Unlock()
	<-s.done
	return s
}

// Config is what facter.conf sets.
func (f *Facts) Config(ctx context.Context) Config { return f.loaded(ctx).config }

// load fills a set within patience.
func (f *Facts) load(ctx context.Context, s *snapshot) {
	defer close(s.done)
	found := &loading{}
	if f.opt != nil {
		found = f.added(ctx)
	}
	s.config, s.sources = found.config, found.sources
	s.kept = f.keeper(s.config, found.memory)
	s.resolutions = slices.Concat(f.core, found.resolutions)
	s.runs = make([]*run, len(s.resolutions))
	s.byName = map[string][]int{}
	for i, r := range s.resolutions {
		for _, name := range r.facts {
			s.byName[name] = append(s.byName[name], i)
		}
		if r.facts == nil {
			s.files = append(s.files, i)
		}
	}
}

// loading is what is read before the first fact.
type loading struct {
	config      Config
	resolutions []resolution
	sources     []Source
	memory      recalled
	root        string // of the host that the facts are of
}

// added looks for everything but the core facts; what has not answered after
// patience is left out, and said.
func (f *Facts) added(ctx context.Context) *loading {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done := make(chan *loading, 1)
	go func() {
		l := &loading{root: f.rd.Root()}
		l.config = f.readConfig(ctx, l)
		l.memory = f.recall(l)
		l.environment(f.rd)
		l.folders(ctx, f.rd, f.opt, l.config)
		l.customs(f)
		done <- l
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case l := <-done:
		return l
	case <-timer.C:
		return &loading{sources: []Source{{Path: "facts.d", Err: errNoAnswer}}}
	}
}
