package ral

import (
	"context"
	"fmt"
)

// runTruth is a test of what was so when the provider was declared, or of what
// Check says now (semantics.md S5, S7).
func (c Confine) runTruth(ctx context.Context, p Probe, v *Verdict) {
	truths := c.Truths
	var err error
	if c.Check != nil {
		var holds bool
		_, holds, err = c.Check(ctx, p)
		truths = []bool{holds}
	}
	v.Total = len(truths)
	for _, holds := range truths {
		if holds {
			v.TrueCount++
		}
	}
	var pass bool
	switch c.Kind {
	case ConfineTrue:
		v.fill("what it needs is so", "all to be true", "")
		pass = v.TrueCount == v.Total
	case ConfineFalse:
		v.fill("what rules it out is not so", "none to be true", "")
		pass = v.TrueCount == 0
	default:
		v.fill("one of what it needs is so", "one to be true", "")
		pass = v.TrueCount > 0
	}
	v.Got = fmt.Sprintf("%d of %d true", v.TrueCount, v.Total)
	v.setOutcome(pass, err)
}

// runFeature asks whether something optional is there (semantics.md S6).
func (c Confine) runFeature(ctx context.Context, p Probe, v *Verdict) {
	v.fill("feature "+c.Subject+" is there", "the feature "+c.Subject, "install what brings "+c.Subject)
	v.Got = "nothing"
	if c.Check == nil {
		v.setOutcome(false, nil)
		return
	}
	_, there, err := c.Check(ctx, p)
	if there {
		v.Got = "it is there"
	}
	v.setOutcome(there, err)
}
