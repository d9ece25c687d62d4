package facts

import (
	"cmp"
	"context"
	"errors"
	"slices"
)

// search tries the resolutions of a fact in order, until one has a value. An error that
// endsSearch accepts stops the remaining resolutions of its kind. The error of a file or
// executable stops nothing.
func (f *Facts) search(ctx context.Context, s *snapshot, name string, order []int) Fact {
	fact := Fact{Name: name}
	var lost error
	var stopped [len(kindNames)]bool
	var begun []int
	won := false
	defer func() { f.awaitPrograms(ctx, s, begun) }()
	for at, i := range order {
		r := &s.resolutions[i]
		try := Attempt{Kind: r.kind, Name: r.name, From: r.from, Weight: r.weight, Outcome: NotResolved}
		switch {
		case won:
			try.Why = "a heavier resolution has a value"
			if by, _ := fact.Winner(); by.Weight == r.weight {
				try.Why = "an earlier resolution of the same weight has a value"
			}
		case stopped[r.kind]:
			try.Why = "an earlier resolution failed"
		case s.config.blocks(name):
			try.Why = s.config.blockedBy().Error()
		default:
			if r.program != nil && begun == nil {
				begun = f.beginPrograms(ctx, s, order[at:])
			}
			found, err := f.wait(ctx, s, i)
			if errors.Is(err, errRecursion) || ctx.Err() != nil && err != nil {
				return Fact{Name: name, Err: failure(name, err)}
			}
			if err == nil && r.facts == nil && !found.gives(name) {
				continue
			}
			got := try.judge(name, found, err, s)
			won = try.Outcome == Won
			if won {
				tried := fact.Tried
				fact = got
				fact.Tried = tried
			} else {
				fact.Absent = append(fact.Absent, got.Absent...)
			}
			if try.Outcome == Failure {
				if r.facts == nil {
					continue
				}
				lost = cmp.Or(lost, try.Err)
				fact.From, fact.Elapsed, fact.Leaves = got.From, got.Elapsed, got.Leaves
				if endsSearch(try.Err) {
					stopped[r.kind] = true
				}
			}
		}
		if try.Outcome == NotResolved && r.facts == nil && !f.gave(s, i, name) {
			continue
		}
		fact.Tried = append(fact.Tried, try)
	}
	named := len(fact.Tried) > 0 || slices.Contains(s.config.blocked, name)
	if !won && lost == nil && named && s.config.blocks(name) {
		lost = s.config.blockedBy()
	}
	if !won && lost != nil {
		fact.Err = &Error{Name: name, Err: lost}
	}
	return fact
}

// beginPrograms starts the executables among resolutions, concurrently.
func (f *Facts) beginPrograms(ctx context.Context, s *snapshot, order []int) (begun []int) {
	for _, i := range order {
		if s.resolutions[i].program != nil {
			f.start(ctx, s, i)
			begun = append(begun, i)
		}
	}
	return begun
}

// awaitPrograms waits until executables have ended, so that they do not run when the
// result is returned.
func (f *Facts) awaitPrograms(ctx context.Context, s *snapshot, begun []int) {
	for _, i := range begun {
		f.mu.Lock()
		r := s.runs[i]
		f.mu.Unlock()
		if r != nil {
			_, _ = f.wait(ctx, s, i)
		}
	}
}

// gave reports whether a file is known to provide a fact.
func (f *Facts) gave(s *snapshot, i int, name string) bool {
	f.mu.Lock()
	r := s.runs[i]
	f.mu.Unlock()
	return r != nil && r.over() && r.gives(name)
}

// failure returns nil for a fact that depends on itself, because it gets nil.
func failure(name string, err error) *Error {
	if errors.Is(err, errRecursion) {
		return nil
	}
	return &Error{Name: name, Err: err}
}

// judge sets the outcome of a resolution, and returns its fact.
func (a *Attempt) judge(name string, found *run, err error, s *snapshot) Fact {
	if err != nil {
		a.Outcome, a.Err, a.Why = Failure, err, err.Error()
		return Fact{Name: name}
	}
	got := found.fact(name, s.config)
	a.Elapsed = got.Elapsed
	switch {
	case got.Err != nil:
		a.Outcome, a.Err, a.Why = Failure, got.Err.Err, got.Err.Reason()
	case !got.Value.IsNil():
		got.Tried = nil
		a.Outcome = Won
	case found.found.Unsuitable != "":
		a.Outcome, a.Why = Unsuitable, found.found.Unsuitable
	default:
		a.Outcome, a.Why = NoValue, "the resolution returned no value"
		if found.recursive {
			a.Why = "the fact depends on itself"
		}
	}
	return got
}

// order returns the resolutions that may provide a fact, heaviest first.
func (f *Facts) order(s *snapshot, name string) []int {
	files := s.files
	if read, ok := f.readIndex(s); ok {
		files = read.givers[name]
	}
	order := slices.Concat(s.byName[name], files)
	slices.SortFunc(order, func(a, b int) int {
		if c := before(&s.resolutions[a], &s.resolutions[b]); c != 0 {
			return c
		}
		return a - b
	})
	return order
}
