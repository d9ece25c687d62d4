package kit

import (
	"context"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// Planning describes a plan that is being made: when it began, the commands that it
// runs, and how far the reading of a large file came.
type Planning struct {
	began   time.Time
	runs    *model.CommandTracker
	reading *atomic.Pointer[progress]
}

// progress is reported once a second by work that takes longer.
type progress struct {
	text safe.Text
	at   time.Time
}

// Begin returns the context for making the plan.
func (p *Planning) Begin(ctx context.Context, now time.Time) context.Context {
	reading := &atomic.Pointer[progress]{}
	p.began, p.reading = now, reading
	ctx, p.runs = model.WithCommandTracker(ctx)
	return model.WithProgress(ctx, func(what, line string) {
		reading.Store(&progress{safe.Clean(what) + ": " + safe.Clean(line), time.Now()})
	})
}

const (
	// planningDelay is the time after which Said reports the command or the
	// read that a plan waits for.
	planningDelay = time.Second
	// progressHolds is the time after which a reported progress counts as
	// ended.
	progressHolds = 1500 * time.Millisecond
)

// Text reports the command or the read that a plan waits for: "planning for 3.2
// s, waiting for apt-get (8213)", or "planning for 3.2 s, read /srv/image: 120
// of 300 MB, 60 MB a second".
func (p *Planning) Text(now time.Time) safe.Text {
	took := now.Sub(p.began)
	if p.runs == nil || took < planningDelay {
		return "planning"
	}
	text := "planning for " + words.Took(took)
	if run, ok := p.runs.First(); ok {
		tool, _, _ := strings.Cut(run.Command, " ")
		return text + ", waiting for " + safe.Clean(path.Base(tool)) + " (" + safe.Clean(strconv.Itoa(run.PID)) + ")"
	}
	if last := p.reading.Load(); last != nil && now.Sub(last.at) < progressHolds {
		return text + ", " + last.text
	}
	return text + ", reading the current state"
}
