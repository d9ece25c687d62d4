package ral

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// What a provider's behaviour may implement. Each interface has one method, and
// the engine asks for none of them: OpsOf does, once.
//
// Two styles come out of it. Direct: Retriever and Setter (or Exister, Getter,
// Setter), with Creator and Destroyer. Hash: Lister and Flusher and nothing
// else; the engine lists once per run, finds the resource by its namevars, collects
// what is to be written in r.Pending and calls Flush. What reads no single resource
// is looked for in the listing, whatever it writes with.
type (
	// Lister finds all instances in one go; each is handed to in.Yield. It is
	// called on its own goroutine.
	Lister interface {
		List(ctx context.Context, in *Listing) error
	}
	// Prefetcher is called once per run with all the provider's resources,
	// before the first of them (semantics.md X10).
	Prefetcher interface {
		Prefetch(ctx context.Context, rd host.Reader, all []*Resource) error
	}
	// Retriever reads all properties of one resource at once: the normal form.
	Retriever interface {
		Retrieve(ctx context.Context, rd host.Reader, r *Resource) (*Instance, error)
	}
	// Resolver reports what a resource wants that only the host can say: of a file
	// with a source, what the source is. It is asked before each Retrieve, and
	// its value replaces the value of the declaration.
	Resolver interface {
		Resolve(ctx context.Context, rd host.Reader, r *Resource) ([]Attr, error)
	}
	// Exister answers for ensure where there is no Retriever.
	Exister interface {
		Exists(ctx context.Context, rd host.Reader, r *Resource) (bool, error)
	}
	// Getter reads one property where there is no Retriever.
	Getter interface {
		Get(ctx context.Context, rd host.Reader, r *Resource, attr string) (value.Value, error)
	}
	// Creator makes a resource, with all that it should be: nothing else of it
	// is synced in that run (semantics.md L3).
	Creator interface {
		Create(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Destroyer removes a resource.
	Destroyer interface {
		Destroy(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Setter brings one property to should; ensure too, where it is neither
	// present nor absent or there is no Creator.
	Setter interface {
		Set(ctx context.Context, wr host.Writer, r *Resource, attr string, should value.Value) error
	}
	// Caller runs the method that an Allowed value names in Call.
	Caller interface {
		Call(ctx context.Context, wr host.Writer, r *Resource, method string) error
	}
	// MethodLister names the methods that Call knows, for features that are had by
	// methods (semantics.md T42).
	MethodLister interface {
		Methods() []string
	}
	// BatchSetter brings ensure of several resources to what it should be with one
	// run of the tool. The engine gives it neighbours whose other properties were not
	// looked at and that do not wait for each other. After an error each is read
	// again: those that are as they should be were done, the others have failed.
	BatchSetter interface {
		SetBatch(ctx context.Context, wr host.Writer, all []*Resource) error
	}
	// BatchFlusher is Flush of several resources at once, with one write for all.
	// Create, Destroy and Set must then only collect. It returns an error for
	// each resource, nil for what was written.
	BatchFlusher interface {
		FlushBatch(ctx context.Context, wr host.Writer, all []*Resource) []error
	}
	// Batcher says whether a resource can go with others in one SetBatch or
	// FlushBatch that begins with first: the same options, the same file.
	// Without it all of a provider can.
	Batcher interface {
		CanBatch(ctx context.Context, rd host.Reader, first, r *Resource) bool
	}
	// Forgetter drops what it knows of the host after a change, so that the next
	// Retrieve reads it again. Without it the whole behaviour is made again. One
	// with a Prefetch hears of changes by other providers too.
	Forgetter interface {
		Forget()
	}
	// Flusher writes what was collected in r.Pending, once, after all properties
	// and only if one of them succeeded (semantics.md L30).
	Flusher interface {
		Flush(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// Refresher reacts to an event from another resource.
	Refresher interface {
		Refresh(ctx context.Context, wr host.Writer, r *Resource) error
	}
	// InSyncer decides whether a property is in sync where the type cannot,
	// because the machine must be asked. known is false to leave it to the type.
	InSyncer interface {
		InSync(ctx context.Context, rd host.Reader, r *Resource, attr string, is, should value.Value) (insync, known bool, err error)
	}
	// Predictor says what the tool itself expects of a change: its dry run. It is
	// asked while planning, before the change is recorded.
	Predictor interface {
		Predict(ctx context.Context, rd host.Reader, r *Resource, attr string, should value.Value) (Prediction, error)
	}
	// Prechecker says why the tool would surely refuse a change: by what the host
	// is, and by what comes before it in the plan. It is asked while planning,
	// before the change is recorded; what it refuses is not planned. An
	// *DependencyError counts as one of Set does.
	Prechecker interface {
		Precheck(ctx context.Context, rd host.Reader, planned PlannedState, r *Resource, attr string, should value.Value) error
	}
	// RunFinisher is called once at the end of a run, with the reading side.
	RunFinisher interface {
		Finish(ctx context.Context, rd host.Reader) error
	}
)

// Prediction is how sure a planned change is, and what comes with it.
type Prediction struct {
	Certainty    Certainty
	By           string   // "apt-get -s"
	Note         string   // behind the value: "1.22.1-9, and nginx-common comes with it"
	Also         []string // what else would change, one line each
	RemovedCount int      // of Also, how many are removed
	AlsoRemoves  []Decl   // resources that go along, as they are: who takes it back makes them too
	AlsoMakes    []Decl   // resources that come along, as they will be: who takes it back may remove them too
	// Lasting is what undoing the change will not take back, each a sentence: "the
	// home directory /home/bob stays". It is shown before the change and by its undo.
	Lasting []string
	Refused string // why this person may not do it: "the folder /x is not writable for uid 1000"
}

// PlannedState is what the earlier steps of a plan bring about.
type PlannedState interface {
	// Value is what a property of a resource is brought to, false when no earlier
	// step changes it. A removal brings ensure to absent.
	Value(typ, name, attr string) (value.Value, bool)
	// NameWith is the first resource with a property that becomes v.
	NameWith(typ, attr string, v value.Value) (name string, ok bool)
}

// Certainty is how sure a plan is of one change.
type Certainty uint8

// From the surest to the least sure.
const (
	Exact        Certainty = iota // recorded from the provider's own code
	Simulated                     // the tool's dry run said so
	Computed                      // from is and should
	UnknownUntil                  // cannot be known before an earlier step has run
)

var certaintyNames = [...]string{"exact", "simulated", "computed", "unknown"}

// String is the word that plans print.
func (c Certainty) String() string { return certaintyNames[c] }
