package facts

import (
	"context"
	"time"

	"ralsh/facts/leaf"
	"ralsh/facts/linux"
	"ralsh/ral/host"
)

// Kind is the origin of a resolution.
type Kind uint8

// The kinds. Of resolutions with the same weight, the order is external, core, custom.
const (
	External Kind = iota // a file below facts.d, or a variable FACTER_name
	Core                 // ralsh
	Custom               // a plug-in
)

var kindNames = [...]string{"external", "core", "custom"}

// String returns the kind as a word.
func (k Kind) String() string { return kindNames[k] }

// resolution is a way to find facts. If a fact has several, the heaviest is tried first,
// and the first with a value wins.
type resolution struct {
	kind     Kind
	name     string   // name in its definition, for messages
	from     string   // file, variable or module that defines it; "" for a core resolution
	facts    []string // top-level facts that it may provide; nil if unknown before it has run
	weight   int
	queries  []host.Query  // commands that it may run
	deadline time.Duration // 0 for Deadline
	program  *program      // of an external executable
	data     bool          // a data file: its facts are known once it is read
	named    bool          // only read if a fact of it is named
	find     func(ctx context.Context, rd host.Reader, b *result)
}

// core returns the resolutions of the built-in facts. server is the metadata server of a
// cloud, "" if none may be asked.
func core(server string) []resolution {
	var list []resolution
	for _, built := range linux.Resolutions(server) {
		list = append(list, resolution{
			kind: Core, facts: built.Facts, queries: built.Queries, named: built.Named,
			find: func(ctx context.Context, rd host.Reader, b *result) { built.Find(ctx, rd, &b.Builder) },
		})
	}
	return list
}

// wait returns the timeout of the resolution.
func (r *resolution) wait() time.Duration {
	if r.deadline > 0 {
		return r.deadline
	}
	return Deadline
}

// before compares the resolutions of a fact.
func before(a, b *resolution) int {
	if a.weight != b.weight {
		return b.weight - a.weight
	}
	return int(a.kind) - int(b.kind)
}

// result is what a resolution found.
type result struct {
	leaf.Builder
	source Source // other properties of a file
}
