package facts

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ralsh/facts/linux"
)

// snapshot holds the results since the last Refresh. All fields except runs are
// fixed once done is closed.
type snapshot struct {
	began       bool // guarded by Facts.mu
	done        chan struct{}
	resolutions []resolution
	byName      map[string][]int // resolutions whose facts are known before they run
	files       []int            // resolutions whose facts are known after they ran
	config      Config
	sources     []Source // skipped files, and errors before a file was read
	kept        cachePolicy

	runs []*run // by index of the resolution; guarded by Facts.mu

	index index // facts of the files, once all are read; guarded by Facts.mu
}

// loaded returns the snapshot with all resolutions. It reads directories and
// configuration once; if they do not respond, only the core facts exist.
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

// Config returns the settings of facter.conf.
func (f *Facts) Config(ctx context.Context) Config { return f.loaded(ctx).config }

// patience is the timeout of the files that are read before the first fact.
const patience = 5 * time.Second

// load fills a snapshot within patience.
func (f *Facts) load(ctx context.Context, s *snapshot) {
	defer close(s.done)
	found := &loading{}
	if f.opt != nil {
		found = f.added(ctx)
	}
	s.config, s.sources = found.config, found.sources
	s.kept = f.keeper(s.config, found.memory)
	own := f.core
	if f.opt != nil && (f.opt.Cloud || found.config.cloud) {
		own = core(cmp.Or(f.opt.CloudServer, linux.MetadataServer))
	}
	s.resolutions = slices.Concat(own, found.resolutions)
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

// loading collects everything that is read before the first fact.
type loading struct {
	config      Config
	resolutions []resolution
	sources     []Source
	memory      recalled
	root        string // of the host
}

// added finds everything except the core facts; sources that do not respond within
// patience are omitted and reported.
func (f *Facts) added(ctx context.Context) *loading {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done := make(chan *loading, 1)
	go func() {
		l := &loading{root: f.rd.Root()}
		l.config = f.readConfig(ctx, l)
		l.memory = f.recall(l)
		l.environment(f.rd)
		l.readDirs(ctx, f.rd, f.opt, l.config)
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
