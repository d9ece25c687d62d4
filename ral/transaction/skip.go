package transaction

// Skip is why a resource was left alone (semantics.md X20).
type Skip uint8

// The reasons, in the order in which they are looked at.
const (
	NotSkipped     Skip = iota
	HasSkipTag          // it has a tag that is to be skipped
	NotTagged           // it has none of the tags that the run is restricted to
	NotScheduled        // it is outside of its schedule
	NeedsFailed         // something it needs has failed
	PrefetchFailed      // its provider could not read what it needs
)

var skipNames = [...]string{
	"", "has_skip_tag", "not_tagged", "not_scheduled", "needs_failed", "prefetch_failed",
}

// String is the reason in a word, as in JSON.
func (s Skip) String() string { return skipNames[s] }

// skip is the first reason that holds.
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

func (w *walk) passOver(s *Step, up outcome) {
	s.Status = Skipped
	for _, t := range s.Troubles {
		if t.Kind != CannotGenerate {
			s.Status = w.failed()
		}
	}
	if s.Skip == NeedsFailed {
		for _, f := range up.failed {
			s.Needs = append(s.Needs, f.Ref())
		}
	}
	w.emit(PassedOver{s.N, s.Skip, up.failed})
}
