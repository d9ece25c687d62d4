package tui

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// batcher carries what long work finds to the screens, in groups: whatever came
// since the last message is one message. The work never waits for a screen.
type batcher[T any] struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   func(ctx context.Context, put func(T))
	once   sync.Once
	wake   chan struct{}

	mu    sync.Mutex
	items []T
	ended bool
}

// batchMsg is a group of what a batcher found. A screen compares the batcher with its
// own, so that what an older one still finds is left aside.
type batchMsg[T any] struct {
	feed  *batcher[T]
	items []T
	ended bool
}

func newBatcher[T any](ctx context.Context, work func(ctx context.Context, put func(T))) *batcher[T] {
	f := &batcher[T]{work: work, wake: make(chan struct{}, 1)}
	f.ctx, f.cancel = context.WithCancel(ctx)
	return f
}

// next waits for more; the first one begins the work.
func (f *batcher[T]) next() tea.Cmd {
	return func() tea.Msg {
		f.once.Do(func() { go f.run() })
		select {
		case <-f.wake:
		case <-f.ctx.Done():
			return batchMsg[T]{feed: f, ended: true}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		items := f.items
		f.items = nil
		return batchMsg[T]{feed: f, items: items, ended: f.ended}
	}
}

func (f *batcher[T]) run() {
	f.work(f.ctx, func(item T) {
		f.mu.Lock()
		f.items = append(f.items, item)
		f.mu.Unlock()
		f.ring()
	})
	f.mu.Lock()
	f.ended = true
	f.mu.Unlock()
	f.ring()
}

func (f *batcher[T]) ring() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// stop ends the work; nothing more comes.
func (f *batcher[T]) stop() {
	if f != nil {
		f.cancel()
	}
}
