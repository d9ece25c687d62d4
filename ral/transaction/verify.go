package transaction

import (
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
)

// touched reports whether there is anything to read again.
func (s *Step) touched() bool {
	return (len(s.Results) > 0 || s.attempted()) && s.Resource.Provider != nil && !s.passed()
}

// passed reports whether acts brought about what only happens, and no more: to
// read it again would run the user's tests again, and tell nothing.
func (s *Step) passed() bool {
	return len(s.Results) > 0 && !slices.ContainsFunc(s.Resource.Type.Properties(), func(a *ral.Attribute) bool { return !a.Transient })
}

// verify reads the resource once more and holds every change against it.
func (w *walk) verify(ctx context.Context, s *Step) {
	r := s.Resource
	ctx = context.WithoutCancel(ctx)
	now, err := w.run.Read(ctx, r, w.wanted(s))
	if err != nil {
		if s.Err == nil {
			s.Err = fmt.Errorf("done, but it could not be read again: %w", err)
		}
		return
	}
	// What compares two properties, as held does with mark, must see both again.
	s.Now, r.Found = w.redactFound(r, now), now
	for i := range s.Changes {
		w.verifyChange(ctx, s, &s.Changes[i])
	}
	w.keepLeft(s)
}

func (w *walk) verifyChange(ctx context.Context, s *Step, c *Change) {
	c.Now = s.Now.Get(c.Attr.Name)
	if c.Status != Changed || c.Now.IsUnknown() || c.Attr.Transient {
		return
	}
	ok, err := w.insync(ctx, s, c.Attr, c.Now)
	switch {
	case ok || err != nil:
	case s.Err != nil:
		// What was to be written for all properties at once was not.
		c.Status, c.Err = Failed, s.Err
	default:
		c.Status = DidNotTake
	}
}

// attempted reports whether anything was tried, also in vain.
func (s *Step) attempted() bool {
	return s.anyDone() || slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Status == Failed })
}
