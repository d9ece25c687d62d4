package transaction

import (
	"errors"
	"strings"
	"time"

	"ralsh/ral/transaction/catalog"
)

// Skip is the reason why a resource was skipped (semantics.md X20).
type Skip uint8

// The reasons, in the order in which they are checked.
const (
	NotSkipped     Skip = iota
	HasSkipTag          // has a tag of SkipTags
	NotTagged           // without any tag of the run
	NotScheduled        // outside of its schedule
	NeedsFailed         // a dependency failed
	PrefetchFailed      // its provider could not prefetch
)

var skipNames = [...]string{
	"", "has_skip_tag", "not_tagged", "not_scheduled", "needs_failed", "prefetch_failed",
}

// String returns the reason as a word, as in JSON.
func (s Skip) String() string { return skipNames[s] }

func (o *Options) filtered(s *Step) Skip {
	switch {
	case len(o.SkipTags) > 0 && tagged(s, o.SkipTags):
		return HasSkipTag
	case len(o.Tags) > 0 && !tagged(s, o.Tags):
		return NotTagged
	}
	return NotSkipped
}

func tagged(s *Step, any []string) bool {
	has := catalog.Tags(s.Resource)
	for _, tag := range any {
		if has[strings.ToLower(tag)] {
			return true
		}
	}
	return false
}

// skip returns the first reason that applies.
func (w *walk) skip(s *Step, up outcome, broken error) Skip {
	if why := w.filtered(s); why != NotSkipped {
		return why
	}
	switch {
	case !w.due(s):
		return NotScheduled
	case len(up.failed) > 0:
		return NeedsFailed
	case broken != nil:
		return PrefetchFailed
	}
	return NotSkipped
}

// limited blocks a resource that ralsh cannot manage, unless it is skipped.
func (w *walk) limited(s *Step, up outcome) {
	if s.Skip = w.skip(s, up, nil); s.Skip != NotSkipped {
		w.passOver(s, up)
		return
	}
	w.cannotRead(s, up, errors.New(s.Decl.Limit))
}

func (w *walk) passOver(s *Step, up outcome) {
	s.Status = Skipped
	for _, t := range s.Troubles {
		if t.Kind != CannotGenerate {
			s.Status = w.failureStatus()
		}
	}
	if s.Skip == NeedsFailed {
		for _, f := range up.failed {
			s.Needs = append(s.Needs, f.Ref())
		}
	}
	w.emit(PassedOver{s.N, s.Skip, up.failed})
}

// due reports whether the schedule of a resource allows it to be applied now.
func (w *walk) due(s *Step) bool {
	schedule := s.entry.Schedule
	if schedule == nil || schedule.Type.Due == nil {
		return true
	}
	var before time.Time
	if m := w.Persistence.Known(s.Ref()); m != nil {
		before = m.Checked
	}
	return schedule.Type.Due(schedule, before, w.now())
}
