package fleet

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// DefaultBatches starts with one host, continues with a tenth of the hosts, and then the rest.
const DefaultBatches = "1,10%,rest"

// Batches are the sizes of the parts in which hosts are changed.
type Batches []batch

// batch is a number of hosts, a part of all in percent, or the rest, if both are 0.
type batch struct{ count, percent int }

// ParseBatches parses sizes: 1,10%,rest. The last size is repeated.
func ParseBatches(text string) (Batches, error) {
	var list Batches
	for word := range strings.SplitSeq(text, ",") {
		number, percent := strings.CutSuffix(word, "%")
		n, err := strconv.Atoi(number)
		switch {
		case word == "rest":
			list = append(list, batch{})
		case err != nil || n < 1 || percent && n > 100:
			return nil, fmt.Errorf("%q is not a batch: expected a number of hosts (5), a percentage (10%%) or rest", word)
		case percent:
			list = append(list, batch{percent: n})
		default:
			list = append(list, batch{count: n})
		}
	}
	return list, nil
}

// Sizes returns how many of n hosts each batch has.
func (b Batches) Sizes(n int) (sizes []int) {
	left := n
	for i := 0; left > 0; i++ {
		size := left
		switch next := b[min(i, len(b)-1)]; {
		case next.count > 0:
			size = next.count
		case next.percent > 0:
			size = (n*next.percent + 99) / 100
		}
		size = min(size, left)
		sizes, left = append(sizes, size), left-size
	}
	return sizes
}

// Change changes hosts in batches.
type Change struct {
	*Runner
	Batches   Batches
	StopAfter int // number of failures after which no further host starts
	// Batch is called before each batch, with its number from 1.
	Batch func(n int, targets []Target)
}

// Run changes the targets, and returns an answer for each target, in their order, including
// hosts that did not start.
func (c *Change) Run(ctx context.Context, targets []Target) []*Answer {
	var answers []*Answer
	c.judge = func(a *Answer) { ReadResult(a) }
	stop := func() bool { return int(c.failures.Load()) >= c.StopAfter }
	for i, size := range c.Batches.Sizes(len(targets)) {
		if c.Batch != nil && ctx.Err() == nil && !stop() {
			c.Batch(i+1, targets[:size])
		}
		answers = append(answers, c.Runner.Run(ctx, targets[:size], stop)...)
		targets = targets[size:]
	}
	return answers
}
