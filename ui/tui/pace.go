package tui

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// framesPerSecond is the most that the library allows.
	framesPerSecond = 120
	frameTime       = time.Second / framesPerSecond

	// frameSoon is the time from a new view to its frame if no frame was drawn
	// just before. The library takes the view in that time, and views that
	// follow immediately become part of the same frame.
	frameSoon = time.Millisecond

	// frameHold is how long the timer runs at the full rate after a view, for a
	// frame that was late.
	frameHold = time.Second / 2

	// frameIdle is the period of the timer while the view does not change.
	frameIdle = time.Second / 4
)

// ticker is the part of a time.Ticker that a pace sets.
type ticker interface{ Reset(period time.Duration) }

// pace decides when frames are drawn. At each tick of its timer the library
// checks for a new view. Without a pace, a view waits for the next tick, which
// is half a period on average, and the ticks cost more than a percent of a
// processor while ralsh is idle.
//
// A pace is safe for concurrent use. The zero value has no effect.
type pace struct {
	mu     sync.Mutex
	ticker ticker
	then   *time.Timer   // sets the timer to next
	next   time.Duration // the next period
	due    time.Time     // when the last requested frame is drawn
}

// start makes the pace set a timer, which runs at the full rate.
func (p *pace) start(t ticker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ticker, p.next = t, frameIdle
	p.then = time.AfterFunc(frameHold, p.slower)
}

// request asks for a frame: in frameSoon, or a frameTime after the previous
// frame.
func (p *pace) request() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker == nil {
		return
	}
	now := time.Now()
	if now.Before(p.due) {
		return // that frame will show the view
	}
	wait := max(frameSoon, p.due.Add(frameTime).Sub(now))
	p.due = now.Add(wait)
	p.ticker.Reset(wait)
	p.next = frameTime
	p.then.Reset(wait + frameTime)
}

// slower sets the next period: after a frame the full rate, then that of idling.
// Until then the timer keeps the period of the request, because a frame that was
// late for its tick should not wait for long.
func (p *pace) slower() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker == nil {
		return
	}
	p.ticker.Reset(p.next)
	if p.next == frameTime {
		p.next = frameIdle
		p.then.Reset(frameHold)
	}
}

// stop ends the pace.
func (p *pace) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker != nil {
		p.then.Stop()
		p.ticker = nil
	}
}

// tickerField is the field of a program with the timer. The library has no
// option that changes the rate of a running program.
const tickerField = "ticker"

// tickerOf returns the timer of a running program. ok is false if the library
// has a different kind of timer; it then draws frames at its default rate.
func tickerOf(p *tea.Program) (t *time.Ticker, ok bool) {
	if !paceable() {
		return nil, false
	}
	t = (*time.Ticker)(reflect.ValueOf(p).Elem().FieldByName(tickerField).UnsafePointer())
	return t, t != nil
}

// paceable reports whether the library has a timer that a pace can set.
func paceable() bool {
	f, ok := reflect.TypeFor[tea.Program]().FieldByName(tickerField)
	return ok && f.Type == reflect.TypeFor[*time.Ticker]()
}
