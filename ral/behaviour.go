package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// A provider's behaviour implements some of these one-method interfaces. OpsOf checks
// once which. Providers of modules fill an Ops instead, which has more methods.
//
// There are two styles. Direct: Retriever and Setter, with Creator and Destroyer. Hash:
// Lister and Flusher only; the engine lists once per run, finds the resource by its
// namevars, collects the changes in r.Pending and calls Flush. The engine also lists if
// a provider with any way to write cannot read a single resource.
type (
	// Lister finds all instances and passes each to in.Yield. It runs in a separate
	// goroutine.
	Lister interface {
		List(ctx context.Context, in *Listing) error
	}
	// Prefetcher is Group.Prefetch.
	Prefetcher interface {
		Prefetch(ctx context.Context, rd host.Reader, all []*Resource) error
	}
	// Retriever reads all properties of a resource. Most providers implement it.
	Retriever interface {
		Retrieve(ctx context.Context, rd host.Reader, r *Resource) (*Instance, error)
	}
	// SelectiveRetriever is a Retriever of a type with properties that are expensive to
	// read, such as the content of a file. It may omit properties that wanted does not
	// accept: they are neither declared nor audited. It reads whatever an undo of the
	// declared changes needs.
	SelectiveRetriever interface {
		RetrieveSelected(ctx context.Context, rd host.Reader, r *Resource, selected func(*Attribute) bool) (*Instance, error)
	}
	// Resolver returns desired values that only the host can provide, such as the
	// content of a file's source. It is called before each Retrieve. Its values replace
	// the declared values.
	Resolver interface {
		Resolve(ctx context.Context, rd host.Reader, r *Resource) ([]Attr, error)
	}
	// Creator creates a resource with all its desired values: no other property
	// is synced in that run (semantics.md L3).
	Creator interface {
		Create(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Destroyer removes a resource.
	Destroyer interface {
		Destroy(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Setter sets a property to should. It also sets ensure if the value is not present
	// or absent, or if there is no Creator.
	Setter interface {
		Set(ctx context.Context, wr host.Writer, r *Resource, attr string, should value.Value) error
	}
	// BatchWriter is Group.Write. It sets ensure for a behaviour without a Flusher, and
	// otherwise flushes.
	BatchWriter interface {
		WriteBatch(ctx context.Context, wr host.Writer, all []*Resource) []error
	}
	// Batcher is Group.Can.
	Batcher interface {
		CanBatch(ctx context.Context, rd host.Reader, first, r *Resource) bool
	}
	// Forgetter drops cached data of the host after a change, so that the next Retrieve
	// reads it again. Without Forgetter a new behaviour is created. If the behaviour
	// has Prefetch, it is also called after changes by other providers.
	Forgetter interface {
		Forget()
	}
	// FileForgetter drops cached data of files after a change, in a plan too. It is
	// called instead of Forget if only files changed. The paths have their links
	// resolved; a path may be that of a directory.
	FileForgetter interface {
		ForgetFiles(paths []string)
	}
	// Flusher writes the changes in r.Pending, once, after all properties, and only if
	// at least one succeeded (semantics.md L30).
	Flusher interface {
		Flush(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Refresher handles events from other resources.
	Refresher interface {
		Refresh(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// InSyncer compares a property if the type cannot, because the comparison
	// needs the host. If known is false, the type compares.
	InSyncer interface {
		InSync(ctx context.Context, rd host.Reader, r *Resource, attr string, is, should value.Value) (insync, known bool, err error)
	}
	// Predictor returns the prediction of the tool's dry run for a change. It is called
	// while planning, before the change is recorded.
	Predictor interface {
		Predict(ctx context.Context, rd host.Reader, r *Resource, attr string, should value.Value) (Prediction, error)
	}
	// Prechecker returns an error if the tool would reject a change, given the
	// host and the earlier steps of the plan. It is called while planning,
	// before the change is recorded; a rejected change is not planned. A
	// *DependencyError is treated as if Set had returned it.
	Prechecker interface {
		Precheck(ctx context.Context, rd host.Reader, planned PlannedState, r *Resource, attr string, should value.Value) error
	}
)

// Group is how a provider handles several resources together. If a function is nil, the
// provider handles each resource separately.
type Group struct {
	// Prefetch is called once per run with all the provider's resources, before any of
	// them is read (semantics.md X10).
	Prefetch func(ctx context.Context, rd host.Reader, all []*Resource) error
	// Can reports whether a resource can be written in a batch with first, the first of
	// the batch: the same options, the same file. Nil means always. If a resource cannot
	// be written in a batch with itself, it is written before the next one is read.
	Can func(ctx context.Context, rd host.Reader, first, r *Resource) bool
	// Write writes consecutive resources that do not depend on each other, and returns
	// an error or nil for each. Without Sets, Create, Destroy and Set only collect
	// changes, and Write flushes them. A resource that depends on collected changes of
	// a different resource must be read as if they were written.
	Write func(ctx context.Context, wr host.Writer, all []*Resource) []error
	// Sets means that Write sets ensure with a single run of the tool. The other
	// properties were not read. After an error each resource is read again: if it is in
	// sync, it succeeded.
	Sets bool
	// VerifiesTogether means that the first read after Forget takes long: consecutive
	// resources that do not depend on each other are read again together after their
	// changes. Until then the provider reads what its own changes left.
	VerifiesTogether bool
}

// Prediction is the certainty of a planned change, with its side effects.
type Prediction struct {
	Certainty   Certainty
	By          string   // the source of the prediction: "apt-get -s"
	Note        string   // shown after the value: "1.22.1-9; also installs nginx-common"
	Also        []string // other changes, one per line
	AlsoRemoves []Decl   // resources removed together with the resource, with their current values; undo recreates them
	// AlsoMakes are resources created together with the resource. Those of its type are
	// its dependencies, which stay after an undo unless the user requests their removal.
	// The removal of the resource removes those of other types: the group of a user.
	AlsoMakes []Decl
	// Lasting lists, as sentences, what an undo of the change does not restore: "the
	// home directory /home/bob stays". The plan and the undo show it.
	Lasting []string
	Refused string // why this user cannot make the change: "the directory /x is not writable for uid 1000"
	// Milder is a value that keeps changes of other programs, and Keeps a sentence
	// about it: removing a package keeps the edited configuration files that a purge
	// removes. An undo declares Milder.
	Milder value.Value
	Keeps  string
}

// PlannedState is the state that the earlier steps of a plan will have set.
type PlannedState interface {
	// Value returns the planned value of a property, or false if no earlier
	// step changes it. A removal sets ensure to absent.
	Value(typ, name, attr string) (value.Value, bool)
	// NameWith returns the first resource with a property that becomes v.
	NameWith(typ, attr string, v value.Value) (name string, ok bool)
}

// Certainty is how certain a planned change is.
type Certainty uint8

// From the most to the least certain.
const (
	Exact        Certainty = iota // recorded from the provider's own code
	Simulated                     // by the tool's dry run
	Computed                      // from the current and the desired value
	UnknownUntil                  // unknown before an earlier step or its own step has run
)

var certaintyNames = [...]string{"exact", "simulated", "computed", "unknown"}

// String returns the word that plans print.
func (c Certainty) String() string { return certaintyNames[c] }
