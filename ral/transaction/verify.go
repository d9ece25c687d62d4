package transaction

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
)

// touched reports whether the resource needs to be read again. A stopped act has not
// changed the host.
func (s *Step) touched() bool {
	acted := slices.ContainsFunc(s.Results, func(d ActResult) bool { return !errors.Is(d.Err, host.ErrStopped) })
	return (acted || s.attempted()) && s.Resource.Provider != nil && !s.passed()
}

// passed reports whether the acts changed only properties that need not be
// verified. Reading the resource again would repeat the user's tests, or make changes in a
// copy that cannot be made a second time, without any information.
func (s *Step) passed() bool {
	return len(s.Results) > 0 && !slices.ContainsFunc(s.Resource.Type.Properties(), func(a *ral.Attribute) bool { return !a.Transient && !a.DecidesChange })
}

// verify reads the resource again and compares every change with it.
func (w *walk) verify(ctx context.Context, s *Step) {
	r := s.Resource
	ctx = context.WithoutCancel(ctx)
	now, err := w.run.Read(ctx, r, readProperties(s))
	if err != nil {
		if s.Err == nil {
			s.Err = fmt.Errorf("done, but it could not be read again: %w", err)
		}
		return
	}
	// A comparison of two properties, such as held and mark, must see both new values.
	s.Now, r.Found = w.redactFound(r, now), now
	for i := range s.Changes {
		w.verifyChange(ctx, s, &s.Changes[i])
	}
	w.keepLeft(s)
}

func (rd *reading) verifyChange(ctx context.Context, s *Step, c *Change) {
	c.Now = s.Now.Get(c.Attr.Name)
	if c.Status != Changed || c.Now.IsUnknown() || c.Attr.Transient || c.Attr.DecidesChange {
		return
	}
	ok, err := rd.insync(ctx, s, c.Attr, c.Now)
	switch {
	case ok || err != nil:
	case !c.Now.IsSecret() && c.Now.Literal() == s.Resource.Get(c.Attr.Name).Literal():
		// Its type considers no state in sync with this value, such as the absent of a
		// vcsrepo.
	case s.Err != nil:
		// The write for all properties failed.
		c.Status, c.Err = Failed, s.Err
	default:
		c.Status = DidNotTake
	}
}

// attempted reports whether any change was tried, successfully or not.
func (s *Step) attempted() bool {
	return s.anyDone() || slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Status == Failed })
}

// readAtEnd reads the resources again that a command of a later step may have
// changed: useradd -G changes the members of a group. Resources that were
// changed only by writing files are not read, because their state is the
// content of the files.
func (w *walk) readAtEnd(ctx context.Context) {
	last := -1
	for i, s := range w.order {
		if s.ranCommand() {
			last = i
		}
	}
	var again []*Step
	byProvider := make(map[*ral.Provider][]*ral.Resource)
	for _, s := range w.order[:max(last, 0)] {
		if s.Now != nil && (s.ranCommand() || s.BatchLeader != nil && s.BatchLeader.ranCommand()) {
			again = append(again, s)
			byProvider[s.Resource.Provider] = append(byProvider[s.Resource.Provider], s.Resource)
		}
	}
	if len(again) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	run := onhost.NewRun(w.run.Env(), w.run.Env().Reader())
	for p, all := range byProvider {
		if run.Prefetches(p) {
			_ = run.Prefetch(ctx, p, all) // Read returns the error
		}
	}
	for _, s := range again {
		// If it cannot be read, the state after its step remains.
		if now, err := run.Read(ctx, s.Resource, readProperties(s)); err == nil {
			s.AtEnd = w.redactFound(s.Resource, now)
		}
	}
}

// ranCommand reports whether the step ran a command or sent a request.
func (s *Step) ranCommand() bool {
	return slices.ContainsFunc(s.Results, func(d ActResult) bool {
		return d.Act.Kind == host.ActRun || d.Act.Kind == host.ActRequest
	})
}
