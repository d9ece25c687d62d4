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

// takenMsg is the end of a comparison.
type takenMsg struct {
	screen *Screen
	gen    int
	a      *snapshot.Snapshot
	diff   *snapshot.Difference
	err    error
}

// begin ends what runs, and returns the context of something else.
func (s *Screen) begin(with busyWith) (ctx context.Context, gen int) {
	s.cancel()
	ctx, s.cancel = context.WithCancel(s.sh.Ctx)
	s.gen++
	s.busy, s.began = with, s.sh.Now()
	return ctx, s.gen
}

// compare takes both snapshots side by side, and compares them.
func (s *Screen) compare() tea.Cmd {
	ctx, gen := s.begin(comparing)
	s.err = nil
	return func() tea.Msg {
		var snaps [2]*snapshot.Snapshot
		var errs [2]error
		var wg sync.WaitGroup
		for i, side := range s.sides {
			wg.Go(func() { snaps[i], errs[i] = snapshotOf(ctx, s.sh.Session, s.sh.Reach, side) })
		}
		wg.Wait()
		msg := takenMsg{screen: s, gen: gen, a: snaps[0]}
		if msg.err = errors.Join(errs[:]...); msg.err == nil {
			msg.diff, msg.err = snapshot.Compare(snaps[0], snaps[1])
		}
		return msg
	}
}

// snapshotOf takes the snapshot of one side.
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

// explained returns an error with the host and what it said last.
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

// taken shows a comparison. The marks of an earlier one are gone.
func (s *Screen) taken(msg takenMsg) tea.Cmd {
	s.busy, s.err = nothing, msg.err
	if msg.err != nil {
		return nil
	}
	s.a, s.diff = msg.a, msg.diff
	s.groups, s.can, s.values = nil, nil, values{}
	s.marked, s.within = make(map[*snapshot.Row]bool), make(map[string]int)
	for i := range msg.diff.Groups {
		g := groupOf(&msg.diff.Groups[i], i)
		s.groups = append(s.groups, g)
		for _, it := range g.items {
			if it.unstageable() == "" {
				s.can = append(s.can, it)
			}
		}
	}
	s.show()
	counts := kit.CountsOf(msg.diff)
	return func() tea.Msg { return kit.ComparedMsg{Sides: s.sides, Counts: counts} }
}
