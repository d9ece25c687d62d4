package facts

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Deadline is the default timeout of a resolution.
const Deadline = 10 * time.Second

// Facts are the facts of a host. It is safe for concurrent use.
type Facts struct {
	rd   host.Reader
	core []resolution
	opt  *Options // nil: core facts only

	mu      sync.Mutex
	defined []Definition
	now     *snapshot
	cache   *cache
}

// New returns the core facts of a host. It does not read the host.
func New(rd host.Reader) *Facts {
	return resolve(rd, core(""))
}

// With returns all facts of a host: core facts, external files and variables, and facts
// that are added later. It reads nothing.
func With(rd host.Reader, opt Options) *Facts {
	f := resolve(rd, core(""))
	f.opt = &opt
	return f
}

// Use replaces the options and drops all results.
func (f *Facts) Use(opt Options) {
	f.mu.Lock()
	f.opt, f.cache = &opt, nil
	f.mu.Unlock()
	f.Refresh()
}

func resolve(rd host.Reader, resolutions []resolution) *Facts {
	f := &Facts{rd: rd, core: resolutions}
	f.Refresh()
	return f
}

// Refresh drops all results; current callers still get the running results.
func (f *Facts) Refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = &snapshot{done: make(chan struct{})}
}

// Define replaces the custom facts and drops all results. If a definition is invalid, it
// returns an error without a change.
func (f *Facts) Define(defs ...Definition) error {
	for i := range defs {
		if err := defs[i].check(); err != nil {
			return err
		}
	}
	f.mu.Lock()
	f.defined = defs
	f.mu.Unlock()
	f.Refresh()
	return nil
}

// Fact returns the value of a fact: "kernel", "os.release.major", "processors.models.0",
// or a legacy fact ("osfamily"). A missing fact is nil without an error. The error of a
// fact that cannot be read is an *Error. A map may contain unknown values if only a part
// cannot be read.
func (f *Facts) Fact(ctx context.Context, name string) (value.Value, error) {
	got, _, err := f.Ask(ctx, name)
	return got, err
}

// Ask is Fact with the top-level fact that contains the value.
func (f *Facts) Ask(ctx context.Context, name string) (value.Value, Fact, error) {
	fact, rest := f.holder(ctx, name)
	old, isOld := flat(name)
	if !fact.there() && isOld {
		fact, rest = f.holder(ctx, old.path)
	} else {
		isOld = false
	}
	if fact.Err != nil {
		return value.Value{}, fact, &Error{Name: name, Err: fact.Err.Err}
	}
	got := fact.at(rest)
	switch {
	case got.IsUnknown():
		return value.Value{}, fact, fact.errorAt(rest)
	case got.IsNil():
		return value.Value{}, fact, fact.absent(strings.TrimSuffix(fact.Name+"."+rest, "."))
	}
	if isOld && old.make != nil {
		got = old.make(got)
	}
	return got, fact, nil
}

// holder returns the fact with the longest name that is a prefix of a dotted
// name, and the rest of the name.
func (f *Facts) holder(ctx context.Context, name string) (fact Fact, rest string) {
	for top := name; top != ""; {
		if fact = f.Get(ctx, strings.ToLower(top)); fact.there() {
			return fact, strings.TrimPrefix(strings.TrimPrefix(name, top), ".")
		}
		top = top[:max(0, strings.LastIndexByte(top, '.'))]
	}
	return fact, ""
}

func (f Fact) there() bool { return f.Err != nil || !f.Value.IsNil() }

// Select returns the values of several facts by the given names, sorted, or of all facts
// if there are no names. A fact that is missing or cannot be read is nil; the error
// joins the *Error of each unreadable fact.
func (f *Facts) Select(ctx context.Context, names ...string) (value.Value, error) {
	if len(names) == 0 {
		return f.Tree(ctx), nil
	}
	var errs []error
	var pairs []value.Pair
	names = slices.Clone(names)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		got, err := f.Fact(ctx, name)
		errs = append(errs, err)
		pairs = append(pairs, value.Pair{Key: value.Str(name), Value: got})
	}
	return value.MapOf(pairs...), errors.Join(errs...)
}

// Get returns a top-level fact with its source. A missing fact has neither Value nor
// Err. Executables run concurrently for it, unless a heavier variable or file has a
// value, because each may provide the fact.
func (f *Facts) Get(ctx context.Context, name string) Fact {
	s := f.loaded(ctx)
	fact := f.search(ctx, s, name, f.order(s, name))
	if s.config.nest {
		fact = f.nested(ctx, s, fact)
	}
	return fact
}

// Asked returns the top-level facts that contain the names, sorted; all if names is
// empty.
func (f *Facts) Asked(ctx context.Context, names ...string) []Fact {
	if len(names) == 0 {
		return f.All(ctx)
	}
	tops := map[string]Fact{}
	for _, name := range names {
		_, fact, _ := f.Ask(ctx, name)
		tops[fact.Name] = fact
	}
	var asked []Fact
	for _, top := range slices.Sorted(maps.Keys(tops)) {
		asked = append(asked, tops[top])
	}
	return asked
}
