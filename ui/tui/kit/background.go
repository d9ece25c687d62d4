package kit

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
)

// Batcher sends the results of long work to the screens in batches: a message
// contains all results since the previous message. The work never waits for a
// screen.
type Batcher[T any] struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   func(ctx context.Context, put func(T))
	once   sync.Once
	layer  bool // the results are for a layer
	wake   chan struct{}

	mu    sync.Mutex
	items []T
	ended bool
}

// BatchMsg is a batch of results. A screen compares Feed with its own batcher,
// and so ignores the results of an older batcher.
type BatchMsg[T any] struct {
	Feed  *Batcher[T]
	Items []T
	Ended bool
}

// ForLayer implements LayerMsg.
func (m BatchMsg[T]) ForLayer() bool { return m.Feed.layer }

// newBatcher batches the results that work puts, until the context ends.
func newBatcher[T any](ctx context.Context, work func(ctx context.Context, put func(T))) *Batcher[T] {
	f := &Batcher[T]{work: work, wake: make(chan struct{}, 1)}
	f.ctx, f.cancel = context.WithCancel(ctx)
	return f
}

// Next waits for more results. The first call starts the work.
func (f *Batcher[T]) Next() tea.Cmd {
	return func() tea.Msg {
		f.once.Do(func() { go f.run() })
		select {
		case <-f.wake:
		case <-f.ctx.Done():
			return BatchMsg[T]{Feed: f, Ended: true}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		items := f.items
		f.items = nil
		return BatchMsg[T]{Feed: f, Items: items, Ended: f.ended}
	}
}

func (f *Batcher[T]) run() {
	f.work(f.ctx, func(item T) {
		f.mu.Lock()
		f.items = append(f.items, item)
		f.mu.Unlock()
		f.notify()
	})
	f.mu.Lock()
	f.ended = true
	f.mu.Unlock()
	f.notify()
}

func (f *Batcher[T]) notify() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// stop stops the work. No more results follow.
func (f *Batcher[T]) stop() {
	if f != nil {
		f.cancel()
	}
}

// AutoRefresh reads a screen again every 5 s while it is on.
type AutoRefresh struct {
	On    bool
	waits bool // for the next time
}

// Keeps implements AutoRefresher.
func (r *AutoRefresh) Keeps() bool { return r.On }

// Toggle turns it on or off, and reports that, followed by more.
func (r *AutoRefresh) Toggle(sh *Shared, s Screen, more safe.Text) tea.Cmd {
	if r.On = !r.On; !r.On {
		return Say("auto-refresh is off")
	}
	return tea.Batch(Say("auto-refresh every 5 s"+more), r.Next(sh, s))
}

// Next waits for the next time, if it is on and does not wait yet.
func (r *AutoRefresh) Next(sh *Shared, s Screen) tea.Cmd {
	if !r.On || r.waits {
		return nil
	}
	r.waits = true
	return sh.Wait(ReadsEvery, EveryMsg{s})
}

// Due reports whether a message means that it is time to read again.
func (r *AutoRefresh) Due(msg tea.Msg, s Screen) bool {
	if every, ok := msg.(EveryMsg); !ok || every.Screen != s {
		return false
	}
	r.waits = false
	return r.On
}

// RestsAfter is how long the cursor must rest before the panes next to the list
// are updated, so that a held key does not redraw them for each row.
const RestsAfter = 60 * time.Millisecond

// Rest tracks whether the cursor of a list rests.
type Rest struct {
	moves  int
	Moving bool
}

// RestedMsg is sent RestsAfter after the move with its number.
type RestedMsg struct {
	Screen Screen
	move   int
}

// Moved records a move and starts waiting for the cursor to rest. The root
// starts this wait separately from the command of the key, so that the
// following keys are not delayed.
func (r *Rest) Moved(sh *Shared, of Screen) {
	r.moves++
	r.Moving = true
	sh.Rests = append(sh.Rests, sh.Wait(RestsAfter, RestedMsg{of, r.moves}))
}

// TakeRests returns the waits that began with the last message.
func (sh *Shared) TakeRests() tea.Cmd {
	cmds := sh.Rests
	sh.Rests = nil
	return tea.Batch(cmds...)
}

// Over reports whether the cursor rests now. It returns false if there was a
// later move than that of the message.
func (r *Rest) Over(msg RestedMsg) bool {
	if msg.move != r.moves {
		return false
	}
	r.Moving = false
	return true
}

// TypeAheadPause is how long no key must be pressed before a question that
// opened automatically accepts keys.
const TypeAheadPause = 400 * time.Millisecond

// TypeAheadGuard ignores keys that were typed before their screen was shown.
type TypeAheadGuard struct {
	last time.Time // the opening, or the last ignored key
	over bool
}

// WarnTypeAhead reports ignored keys, because a user who types continuously
// would otherwise see no reaction.
func WarnTypeAhead() tea.Cmd {
	return SayUnavailable("ralsh ignored keys that were typed ahead; wait 0.4 s, then answer")
}

// Began starts the guard.
func (g *TypeAheadGuard) Began(now time.Time) { g.last, g.over = now, false }

// Swallows reports whether a key that is pressed now was meant for the previous
// screen.
func (g *TypeAheadGuard) Swallows(now time.Time) bool {
	if g.over || g.last.IsZero() {
		return false
	}
	if now.Sub(g.last) >= TypeAheadPause {
		g.over = true
		return false
	}
	g.last = now
	return true
}
