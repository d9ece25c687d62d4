package transaction

import (
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/value"
)

// Status is the state of a resource or a change.
type Status uint8

// The statuses. Skipped and NotBegun were not touched; Failed, DidNotTake and
// Killed were.
const (
	Waiting    Status = iota
	InSync            // without changes
	Planned           // would be changed
	Changed           // changed, and verified
	Failed            // attempted, and failed
	DidNotTake        // the tool succeeded, but the host is unchanged
	Stopped           // changed by a different process after the plan; untouched
	Skipped           // a dependency failed; untouched
	NotBegun          // the run was stopped before it; untouched
	Blocked           // cannot be planned: unreadable, unsuitable
	Noop              // would be changed, but is noop
	Audited           // of a change: made by a different process
)

var statusNames = [...]string{
	"waiting", "in_sync", "planned", "changed", "failed",
	"did_not_take", "stopped", "skipped", "not_begun", "blocked", "noop", "audited",
}

// String returns the status as a word, as in JSON.
func (s Status) String() string { return statusNames[s] }

// OK reports whether the resource is, or would be, in its desired state.
func (s Status) OK() bool { return s == InSync || s == Planned || s == Changed || s == Noop }

// Change is the change of a property to its desired value.
type Change struct {
	Attr        *ral.Attribute
	Is          value.Value
	Should      value.Value
	IsText      string // as shown, secrets redacted
	Text        string // the change as a sentence: "shell changed '/bin/sh' to '/bin/bash'"
	Event       string
	Status      Status
	Certainty   ral.Certainty
	Until       int      // of UnknownUntil: the step that must run first; 0 for its own step
	By          string   // the source of the prediction: "apt-get -s"
	Note        string   // shown after the desired value
	Also        []string // other changes
	AlsoRemoves []ral.Decl
	AlsoMakes   []ral.Decl
	Lasting     []string    // losses of an undo
	Milder      value.Value // keeps changes of other programs, as Keeps says; may be nil
	Keeps       string
	Refused     string // why this user may not make the change, as the provider predicts
	Now         value.Value
	Elapsed     time.Duration
	Err         error
	// Part is set on a property that a creation sets along with ensure.
	Part bool
	// Audited is set if changes of the property by other programs are reported. Was is
	// its last audited value, nil if unknown.
	Audited bool
	Was     value.Value
	// Corrective reports whether the change reverts a change by a different process.
	Corrective bool
}

// Why is the reason for the position of a resource in the order.
type Why struct {
	After int    // preceding step that it depends on, or 0
	By    string // "require => Package[nginx]", "autorequire"
}

// ActResult is an act with its outcome.
type ActResult struct {
	Act     host.Act
	Result  host.Result
	Err     error
	Elapsed time.Duration
	Ended   time.Time // by the clock of the host
}

// Step is a resource of a plan or an apply.
type Step struct {
	N        int       // counted from 1, in the order of the run
	Decl     *ral.Decl // declaration of the resource
	Resource *ral.Resource
	Found    *ral.Instance // as read before any change
	Now      *ral.Instance // as read afterwards
	AtEnd    *ral.Instance // as read at the end of the run; nil if no later step ran a command
	Why      Why
	Status   Status
	Skip     Skip // why it was skipped
	// Until is, in a plan, the step with unpredictable effects after which properties
	// in sync may be out of sync, or 0.
	Until int
	// RestartFailed reports whether a refresh failed.
	RestartFailed bool
	Changes       []Change
	Results       []ActResult // acts, recorded or done
	// BatchLeader is the first resource of the batch that writes this resource; it has
	// the acts. It is nil for the first resource and outside of a batch.
	BatchLeader *Step
	Dropped     diagnostic.Diags
	Messages    []ral.Message // of its provider
	Needs       []string      // of Skipped: the failed resources
	Refresh     []string      // the resources with changes that refresh this resource
	Drift       string        // of Stopped: the difference from the plan
	OffPlan     []host.Act
	Err         error
	Elapsed     time.Duration
	Ended       time.Time // by the clock of the host; zero if not begun
	Denied      string    // of a plan: why this user may not do an act
	UndoRefused string    // of a plan: why the type, the provider or its tool would refuse the inverse
	// Restarted is the number of events that it was refreshed for.
	Restarted   int
	Troubles    []Trouble           // failures of the resource as a whole, in order
	GeneratedBy string              // resource that generated this resource
	Inherits    []catalog.Inherited // of a plan: relationships through containers

	batch     int                    // number of the batch that wrote it, or 0
	was       map[string]value.Value // audited properties, as last recorded
	reachedAt int                    // of a plan: last step that may affect it
	appeared  bool                   // of Stopped: to be removed, and not there when it was planned
	checked   bool                   // a test of the user's was run to read it
	entry     *catalog.Entry
	container *Step      // class, stage or defined type that contains it
	generator *Step      // the resource that GeneratedBy names
	resolved  []ral.Attr // the deferred values; nil before they are computed
}

// Ref returns the reference to the resource.
func (s *Step) Ref() string { return s.Decl.Ref() }

// Container returns the class, stage or defined type that contains the
// resource, or nil.
func (s *Step) Container() *Step { return s.container }

// Declared returns the step of the declared resource that generated this step, or the
// step if it is declared.
func (s *Step) Declared() *Step {
	for s.generator != nil {
		s = s.generator
	}
	return s
}

// Acts returns the acts that were recorded or done, without their outcomes.
func (s *Step) Acts() []host.Act {
	acts := make([]host.Act, len(s.Results))
	for i, d := range s.Results {
		acts[i] = d.Act
	}
	return acts
}

// Clears reports whether the step removes a directory with its contents.
func (s *Step) Clears() bool {
	return slices.ContainsFunc(s.Results, func(d ActResult) bool { return d.Act.Kind == host.ActRemove && d.Act.Recurse })
}

// Certainty returns the certainty of the least certain change.
func (s *Step) Certainty() ral.Certainty {
	worst := ral.Exact
	for _, c := range s.Changes {
		worst = max(worst, c.Certainty)
	}
	return worst
}

// plans reports whether the step has a change of a property, also as part of a
// creation.
func (s *Step) plans(attr string) bool {
	return slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Attr.Name == attr })
}

// OK reports whether the resource is in its desired state or was skipped on
// request.
func (s *Step) OK() bool {
	if s.Status == Skipped {
		return s.Skip == HasSkipTag || s.Skip == NotTagged || s.Skip == NotScheduled
	}
	return s.Status.OK()
}

// deriveStatus sets the step's status to the worst status of its changes; parts of a
// creation count only if they had no effect. In a plan, a step with any planned change
// is planned even if a property is blocked.
func (s *Step) deriveStatus(planning bool) {
	if s.Status != Waiting {
		return
	}
	rank := []Status{InSync, Noop, Planned, Changed, NotBegun, Blocked, DidNotTake, Failed}
	if planning {
		rank = []Status{InSync, Noop, Blocked, Planned, Failed}
	}
	at := 0
	for _, c := range s.Changes {
		if (!c.Part || c.Status == DidNotTake) && c.Status != Audited {
			at = max(at, slices.Index(rank, c.Status))
		}
	}
	s.Status = rank[at]
	if s.Err != nil {
		s.Status = Failed
	}
}
