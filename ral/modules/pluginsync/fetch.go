package pluginsync

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"

	"golang.org/x/sync/errgroup"

	"ralsh/ral/host/ownfiles"
)

// make builds the tree next to the old tree and replaces it.
func (s *syncing) make(ctx context.Context, p plan) error {
	next, err := s.tree.Begin()
	if err != nil {
		return err
	}
	if err := s.fill(ctx, next, p); err != nil {
		return errors.Join(err, next.Discard())
	}
	return next.Commit()
}

func (s *syncing) fill(ctx context.Context, next *ownfiles.Generation, p plan) error {
	for _, dir := range p.dirs {
		if err := next.Mkdir(dir); err != nil {
			return err
		}
	}
	for _, e := range p.keep {
		if err := next.Keep(e.path); err != nil {
			return err
		}
	}
	return s.fetchAll(ctx, next, p.fetch)
}

// fetchAll fetches several files concurrently; the first error ends it.
func (s *syncing) fetchAll(ctx context.Context, next *ownfiles.Generation, files []entry) error {
	var mu sync.Mutex
	done := 0
	tick := func(more int) {
		mu.Lock()
		defer mu.Unlock()
		if done += more; s.progress != nil {
			s.progress(done, len(files))
		}
	}
	tick(0)
	group, until := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, e := range files {
		if until.Err() != nil {
			break
		}
		group.Go(func() error {
			err := s.fetch(until, next, e)
			if err == nil {
				tick(1)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// fetch writes a file, and rejects it if it differs from the listing.
func (s *syncing) fetch(ctx context.Context, next *ownfiles.Generation, e entry) error {
	what := e.mount + "/" + e.rel
	body, err := s.get(ctx, what, "file_content/"+e.mount+"/"+escaped(e.rel), url.Values{}, "application/octet-stream")
	if err != nil {
		return err
	}
	defer body.Close()
	h := sha256.New()
	limited := &io.LimitedReader{R: body, N: maxFile + 1}
	if err := next.Write(e.path, io.TeeReader(limited, h), e.mode); err != nil {
		return fmt.Errorf("%s: cannot download %s: %w", s.at, what, plain(ctx, err))
	}
	if limited.N == 0 {
		return fmt.Errorf("%s: %s is larger than %d MiB", s.at, what, maxFile>>20)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != e.sum {
		return fmt.Errorf("%s: %s differs from the list: SHA-256 %s, expected %s", s.at, what, got, e.sum)
	}
	return nil
}
