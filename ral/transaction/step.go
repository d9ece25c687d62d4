package transaction

import (
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Status is the state of one resource or one change.
type Status uint8

// The statuses. Skipped and NotBegun were not touched; Failed, DidNotTake and
// Killed were.
const (
	Waiting    Status = iota
	InSync            // nothing to do
	Planned           // would change
	Changed           // done, and read again
	Failed            // attempted, and failed
	DidNotTake        // the tool said yes, the host says no
	Stopped           // changed by someone else since the plan; untouched
	Skipped           // something it needs has failed; untouched
	NotBegun          // the run was stopped before it; untouched
	Blocked           // cannot be planned: unreadable, unsuitable
	Noop              // would change, and is only looked at
	Audited           // of a change: someone else made it
)

var statusNames = [...]string{
	"waiting", "in_sync", "planned", "changed", "failed",
	"did_not_take", "stopped", "skipped", "not_begun", "blocked", "noop", "audited",
}

// String is the status in one word, as in JSON.
func (s Status) String() string { return statusNames[s] }

// OK reports whether the resource is, or would be, as it should be.
func (s Status) OK() bool { return s == InSync || s == Planned || s == Changed || s == Noop }

// Change is one property that is brought to what it should be.
type Change struct {
	Attr         *ral.Attribute
	Is           value.Value
	Should       value.Value
	IsText       string // as shown, secrets redacted
	Text         string // the change as a sentence: "shell changed '/bin/sh' to '/bin/bash'"
	Event        string
	Status       Status
	Certainty    ral.Certainty
	Until        int      // of UnknownUntil: the step that must run first
	By           string   // what said so: "apt-get -s"
	Note         string   // behind the desired value
	Also         []string // what else would change
	RemovedCount int      // of Also, how many are removed
	AlsoRemoves  []ral.Decl
	AlsoMakes    []ral.Decl
	Lasting      []string // what undoing the change will not take back
	Refused      string   // why this person may not do it, as the provider predicts
	Now          value.Value
	Elapsed      time.Duration
	Err          error
	// Part is set on a property that a creation sets along with ensure.
	Part bool
	// Audited says that changes of the property by others are told; Was is what it
	// was when it was last looked at, nil when that is not known.
	Audited bool
	Was     value.Value
	// Corrective says that it undoes what someone else did.
	Corrective bool
}

// Why is how a resource got its place in the order.
type Why struct {
	After int    // the step that it follows, 0 for none
	By    string // "require => Package[nginx]", "autorequire"
}

// ActResult is one act with its outcome.
type ActResult struct {
	Act     host.Act
	Result  host.Result
	Err     error
	Elapsed time.Duration
	Ended   time.Time // by the clock of the host
}

// Step is one resource of a plan or an apply.
type Step struct {
	N        int       // counts from 1, in the order of the run
	Decl     *ral.Decl // the resource's own
	Resource *ral.Resource
	Found    *ral.Instance // what was read before anything was changed
	Now      *ral.Instance // what was read afterwards
	AtEnd    *ral.Instance // what was read at the end of the run, nil where no later step ran a command
	Why      Why
	Status   Status
	Skip     Skip // why it was left alone
	// Until is the step, of a plan, after which what is in sync now may not be any
	// more, since no one can foresee all that it does; 0 when it stays so.
	Until int
	// RestartFailed says that a refresh failed.
	RestartFailed bool
	Changes       []Change
	Results       []ActResult // acts, recorded or done
	// BatchLeader is the first of the resources that are written at once with this one:
	// the acts are there. Nil when it is the first itself, or is written alone.
	BatchLeader *Step
	Dropped     ral.Diags
	Needs       []string // of Skipped: the resources that failed
	Refresh     []string // the resources whose changes refresh this one
	Drift       string   // of Stopped: what is not as it was
	OffPlan     []host.Act
	Err         error
	Elapsed     time.Duration
	Ended       time.Time // by the clock of the host; zero of a step that was not begun
	// Restarted is how many events it was refreshed for, 0 when it was not.
	Restarted   int
	Troubles    []Trouble // what it failed at as a whole, in order
	GeneratedBy string    // the resource that asked for this one

	was       map[string]value.Value // audited properties, as last remembered
	reachedAt int                    // of a plan: the latest step that may touch it
	checked   bool                   // a test that the user wrote was run to look at it
	container *Step                  // the container
	generator *Step                  // the resource that GeneratedBy names
	schedule  *ral.Resource
}

// Ref names the step's resource.
func (s *Step) Ref() string { return s.Decl.Ref() }

// Container is the class, stage or defined type that contains the resource, nil
// when none does.
func (s *Step) Container() *Step { return s.container }

// Acts are what was recorded or done, without the outcomes.
func (s *Step) Acts() []host.Act {
	acts := make([]host.Act, len(s.Results))
	for i, d := range s.Results {
		acts[i] = d.Act
	}
	return acts
}

// Clears reports whether a folder goes with all that is in it.
func (s *Step) Clears() bool {
	return slices.ContainsFunc(s.Results, func(d ActResult) bool { return d.Act.Kind == host.ActRemove && d.Act.Recurse })
}

// Certainty is that of the least sure change.
func (s *Step) Certainty() ral.Certainty {
	worst := ral.Exact
	for _, c := range s.Changes {
		worst = max(worst, c.Certainty)
	}
	return worst
}

// plans reports whether a step of a plan has a change of a property, also as part of a
// creation.
func (s *Step) plans(attr string) bool {
	return slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Attr.Name == attr })
}

// OK reports whether the resource is as it should be, or is left alone because
// that was asked for.
func (s *Step) OK() bool {
	if s.Status == Skipped {
		return s.Skip == HasSkipTag || s.Skip == NotTagged || s.Skip == NotScheduled
	}
	return s.Status.OK()
}

// deriveStatus derives the step's status from its changes, the worst of them; of the
// parts of a creation only what did not take counts. In a plan a step with anything to do is planned, though one property be blocked.
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
