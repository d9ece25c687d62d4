package tui

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// screen draws a view at a tick, as the library does.
type screen struct {
	pace pace

	mu      sync.Mutex
	ticks   int
	changed time.Time       // when the view was changed that was not drawn yet
	waits   []time.Duration // from such a change to its frame
}

// onScreen calls do with a screen that has been idle, in a bubble of fake time.
func onScreen(t *testing.T, do func(t *testing.T, s *screen)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &screen{}
		timer := time.NewTicker(frameTime)
		done := make(chan struct{})
		go func() {
			for {
				select {
				case now := <-timer.C:
					s.tick(now)
				case <-done:
					return
				}
			}
		}()
		s.pace.start(timer)
		time.Sleep(time.Minute)
		do(t, s)
		s.pace.stop()
		close(done)
	})
}

func (s *screen) tick(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks++
	if !s.changed.IsZero() {
		s.waits = append(s.waits, now.Sub(s.changed))
		s.changed = time.Time{}
	}
}

// show changes the view.
func (s *screen) show() {
	s.pace.request()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed.IsZero() {
		s.changed = time.Now()
	}
}

// during lets time pass, and returns the ticks in it, and how long each frame in
// it was waited for.
func (s *screen) during(d time.Duration) (ticks int, waits []time.Duration) {
	s.mu.Lock()
	s.ticks, s.waits = 0, nil
	s.mu.Unlock()
	time.Sleep(d)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ticks, s.waits
}

// While nothing changes, the timer nearly stops.
func TestPaceOfIdling(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen) {
		for range 3 {
			if n, _ := s.during(10 * time.Second); n > 50 {
				t.Errorf("%d ticks in ten seconds", n)
			}
			s.show()
			if n, _ := s.during(time.Second); n > 80 {
				t.Errorf("%d ticks in the second after a view", n)
			}
		}
	})
}

// A view after a pause is drawn at once, whatever the phase of the timer.
func TestPaceOfOneView(t *testing.T) {
	onScreen(t, func(t *testing.T, s *screen) {
		for i := range 50 {
			s.during(time.Duration(i) * 27777 * time.Microsecond)
			s.show()
			if _, waits := s.during(frameTime + frameSoon/2); len(waits) != 1 || waits[0] > frameSoon {
				t.Errorf("the frames came after %v", waits)
			}
		}
	})
}

// Views that follow each other make at most 120 frames a second, and each waits for
// at most the time of one.
func TestPaceOfManyViews(t *testing.T) {
	for _, every := range []time.Duration{300 * time.Microsecond, time.Millisecond, 5 * time.Millisecond, 8 * time.Millisecond, 33 * time.Millisecond} {
		onScreen(t, func(t *testing.T, s *screen) {
			go func() {
				for begun := time.Now(); time.Since(begun) < 2*time.Second; {
					s.show()
					time.Sleep(every)
				}
			}()
			_, waits := s.during(time.Second)
			least := min(framesPerSecond, int(time.Second/every)) - 2
			if n := len(waits); n > framesPerSecond+1 || n < least {
				t.Errorf("a view each %v: %d frames in a second, not %d to %d", every, n, least, framesPerSecond+1)
			}
			if most := slices.Max(waits); most > frameTime {
				t.Errorf("a view each %v: one was drawn after %v", every, most)
			}
			s.during(time.Minute)
			if !s.changed.IsZero() {
				t.Errorf("a view each %v: the last one was not drawn", every)
			}
		})
	}
}
