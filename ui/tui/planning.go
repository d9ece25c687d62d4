package tui

import (
	"context"
	"path"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/widget"
)

// planning is a plan that is being made: since when, and for whom it waits.
type planning struct {
	began time.Time
	runs  *model.CommandTracker
}

// begin returns the context under which the plan is to be made.
func (p *planning) begin(ctx context.Context, now time.Time) context.Context {
	p.began = now
	ctx, p.runs = model.WithCommandTracker(ctx)
	return ctx
}

// saidAfter is how long a plan takes before it is said what it waits for.
const saidAfter = time.Second

// said is what a plan waits for: "planning for 3.2 s, waits for apt-get (8213)".
func (p *planning) said(now time.Time) safe.Text {
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
	return text + ", waits for " + safe.Clean(path.Base(tool)) + " (" + safe.Clean(itoa(run.PID)) + ")"
}
