package kit

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Job is work of a screen in the background, with results of type T. A new
// start cancels the previous work and drops its results.
type Job[T any] struct {
	Layer        bool        // the screen is a layer
	Began, Ended time.Time   // Ended is zero until the work has ended
	feed         *Batcher[T] // nil if nothing works
	sh           *Shared
}

// Start starts work with a single result, which Done returns.
func (j *Job[T]) Start(sh *Shared, work func(ctx context.Context) T) tea.Cmd {
	return j.StartIn(sh.Ctx, sh, work)
}

// StartIn is Start with a context other than the context of the program.
func (j *Job[T]) StartIn(ctx context.Context, sh *Shared, work func(ctx context.Context) T) tea.Cmd {
	feed := j.begin(ctx, sh, nil)
	return func() tea.Msg { return BatchMsg[T]{Feed: feed, Items: []T{work(feed.ctx)}, Ended: true} }
}

// Stream starts work with several results, which Take returns in batches.
func (j *Job[T]) Stream(sh *Shared, work func(ctx context.Context, put func(T))) tea.Cmd {
	return j.begin(sh.Ctx, sh, work).Next()
}

func (j *Job[T]) begin(ctx context.Context, sh *Shared, work func(context.Context, func(T))) *Batcher[T] {
	j.Stop()
	*j = Job[T]{Layer: j.Layer, Began: sh.Now(), feed: newBatcher(ctx, work), sh: sh}
	j.feed.layer = j.Layer
	return j.feed
}

// Take returns the results in a message, and the command that waits for more.
// It returns false for a message of other work.
func (j *Job[T]) Take(msg tea.Msg) (results []T, next tea.Cmd, ok bool) {
	batch, ok := msg.(BatchMsg[T])
	if !ok || !j.Busy() || batch.Feed != j.feed {
		return nil, nil, false
	}
	if !batch.Ended {
		return batch.Items, j.feed.Next(), true
	}
	j.Stop()
	return batch.Items, nil, true
}

// Done returns the result of Start if the message has it.
func (j *Job[T]) Done(msg tea.Msg) (result T, ok bool) {
	results, _, ok := j.Take(msg)
	if !ok {
		return result, false
	}
	return results[0], true
}

// Busy reports whether the work was started and has not ended.
func (j *Job[T]) Busy() bool { return j.feed != nil }

// Took returns how long the work took, or takes so far.
func (j *Job[T]) Took() time.Duration {
	if j.Busy() {
		return j.sh.Now().Sub(j.Began)
	}
	return j.Ended.Sub(j.Began)
}

// Stop cancels the work. No more results follow.
func (j *Job[T]) Stop() {
	if j.Busy() {
		j.feed.stop()
		j.feed, j.Ended = nil, j.sh.Now()
	}
}
