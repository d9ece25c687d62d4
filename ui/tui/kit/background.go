package kit

import (
	"context"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// Batcher carries what long work finds to the screens, in groups: whatever came
// since the last message is one message. The work never waits for a screen.
type Batcher[T any] struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   func(ctx context.Context, put func(T))
	once   sync.Once
	wake   chan struct{}

	mu    sync.Mutex
	items []T
	ended bool
}

// BatchMsg is a group of what a batcher found. A screen compares the batcher with its
// own, so that what an older one still finds is left aside.
type BatchMsg[T any] struct {
	Feed  *Batcher[T]
	Items []T
	Ended bool
}

// NewBatcher groups what work puts, until the context ends.
func NewBatcher[T any](ctx context.Context, work func(ctx context.Context, put func(T))) *Batcher[T] {
	f := &Batcher[T]{work: work, wake: make(chan struct{}, 1)}
	f.ctx, f.cancel = context.WithCancel(ctx)
	return f
}

// Next waits for more; the first one begins the work.
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
		f.ring()
	})
	f.mu.Lock()
	f.ended = true
	f.mu.Unlock()
	f.ring()
}

func (f *Batcher[T]) ring() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Stop ends the work; nothing more comes.
func (f *Batcher[T]) Stop() {
	if f != nil {
		f.cancel()
	}
}

// Planning is a plan that is being made: since when, and for whom it waits.
type Planning struct {
	began time.Time
	runs  *model.CommandTracker
}

// Begin returns the context under which the plan is to be made.
func (p *Planning) Begin(ctx context.Context, now time.Time) context.Context {
	p.began = now
	ctx, p.runs = model.WithCommandTracker(ctx)
	return ctx
}

// saidAfter is how long a plan takes before it is said what it waits for.
const saidAfter = time.Second

// Said is what a plan waits for: "planning for 3.2 s, waits for apt-get (8213)".
func (p *Planning) Said(now time.Time) safe.Text {
	took := now.Sub(p.began)
	if p.runs == nil || took < saidAfter {
		return "planning"
	}
	text := "planning for " + widget.Took(took)
	run, ok := p.runs.First()
	if !ok {
		return text + ", reading what there is"
	}
	tool, _, _ := strings.Cut(run.Command, " ")
	return text + ", waits for " + safe.Clean(path.Base(tool)) + " (" + safe.Clean(strconv.Itoa(run.PID)) + ")"
}

// RestsAfter is how long a cursor rests before what is next to the list
// follows it: holding a key down then costs one pane and not three.
const RestsAfter = 60 * time.Millisecond

// Rest reports whether the cursor of a list rests.
type Rest struct {
	moves  int
	Moving bool
}

// RestedMsg says that a cursor may rest since its move of that number.
type RestedMsg struct {
	Screen Screen
	move   int
}

// Moved notes a move, and asks to be told when the cursor has stood still since. The
// root waits for that apart from what the key gave: keys that follow are not kept back
// for it.
func (r *Rest) Moved(sh *Shared, of Screen) {
	r.moves++
	r.Moving = true
	sh.Rests = append(sh.Rests, sh.Wait(RestsAfter, RestedMsg{of, r.moves}))
}

// TakeRests are the waits that began with the last message.
func (sh *Shared) TakeRests() tea.Cmd {
	cmds := sh.Rests
	sh.Rests = nil
	return tea.Batch(cmds...)
}

// Over reports whether a message says that the cursor rests now; one about an
// earlier move does not.
func (r *Rest) Over(msg RestedMsg) bool {
	if msg.move != r.moves {
		return false
	}
	r.Moving = false
	return true
}

// TypeAheadPause is how long no key must come before a question that opened by itself
// listens.
const TypeAheadPause = 400 * time.Millisecond

// TypeAheadGuard swallows keys that were typed ahead, on their way to a screen that was
// not there yet.
type TypeAheadGuard struct {
	last time.Time // the opening, or the last key that was swallowed
	over bool
}

// WarnTypeAhead reports keys that were swallowed: someone who types on steadily
// would wonder.
func WarnTypeAhead() tea.Cmd {
	return SayUnavailable("keys typed ahead are ignored; pause for 0.4 s, then answer")
}

// Began starts the wait.
func (g *TypeAheadGuard) Began(now time.Time) { g.last, g.over = now, false }

// Swallows reports whether a key that comes now was meant for what stood here
// before.
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
