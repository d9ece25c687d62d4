package hostdiff

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/snapshot"
	"ralsh/ui/tui/kit"
)

// comparison is the end of a comparison.
type comparison struct {
	a    *snapshot.Snapshot
	diff *snapshot.Difference
	err  error
}

// compare takes both snapshots side by side, and compares them.
func (s *Screen) compare() tea.Cmd {
	s.stages.Stop()
	s.err = nil
	return s.compares.Start(s.sh, func(ctx context.Context) comparison {
		var snaps [2]*snapshot.Snapshot
		var errs [2]error
		var wg sync.WaitGroup
		for i, side := range s.sides {
			wg.Go(func() { snaps[i], errs[i] = snapshotOf(ctx, s.sh.Session, s.sh.Reach, side) })
		}
		wg.Wait()
		c := comparison{a: snaps[0]}
		if c.err = errors.Join(errs[:]...); c.err == nil {
			c.diff, c.err = snapshot.Compare(snaps[0], snaps[1])
		}
		return c
	})
}

func snapshotOf(ctx context.Context, session *model.Session, reach fleet.Reach, side kit.Side) (*snapshot.Snapshot, error) {
	if side.On == nil {
		return snapshot.Take(ctx, session, snapshot.Options{})
	}
	c := carrying{reach: reach, side: side}
	snap, err := snapshot.TakeAt(ctx, c.carry)
	return snap, c.explained(err)
}

// carrying runs command lines at a side.
type carrying struct {
	reach fleet.Reach
	side  kit.Side

	mu      sync.Mutex
	last    string // line of standard error
	reached bool
}

func (c *carrying) carry(ctx context.Context, args []string, in io.Reader, out io.Writer) (int, error) {
	line := fleet.Line{Args: args, In: in}
	line.Out, line.Say = out, func(text string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.last = text
	}
	status, err := c.reach.Carry(ctx, *c.side.On, line)
	c.reached = err == nil
	return status, err
}

// explained returns an error with the host and its last message.
func (c *carrying) explained(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil && c.last != "" {
		err = fmt.Errorf("%w: %s", err, c.last)
	}
	if err != nil && c.reached {
		err = fmt.Errorf("%s: %w", c.side.Name, err) // other errors name it
	}
	return err
}

// compared shows a comparison. It drops the marks of an earlier comparison.
func (s *Screen) compared(c comparison) tea.Cmd {
	if s.err = c.err; c.err != nil {
		return nil
	}
	s.a, s.diff = c.a, c.diff
	s.groups, s.can, s.values = nil, nil, values{}
	s.marked, s.within = make(map[*snapshot.Row]bool), make(map[string]int)
	for i := range c.diff.Groups {
		g := groupOf(&c.diff.Groups[i], i)
		s.groups = append(s.groups, g)
		for _, it := range g.items {
			if it.unstageable() == "" {
				s.can = append(s.can, it)
			}
		}
	}
	s.show()
	counts := kit.CountsOf(c.diff)
	return func() tea.Msg { return kit.ComparedMsg{Sides: s.sides, Counts: counts} }
}
