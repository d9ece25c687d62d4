package facts

import (
	"context"
	"time"

	"ralsh/ral/host"
)

// Kind is who defined a resolution.
type Kind uint8

// The kinds. Of those that weigh the same, external ones are asked first, then
// core ones, then custom ones.
const (
	External Kind = iota // a file below facts.d, or a variable FACTER_name
	Core                 // ralsh itself
	Custom               // a plug-in
)

var kindNames = [...]string{"external", "core", "custom"}

// String is the kind in a word.
func (k Kind) String() string { return kindNames[k] }

// resolution is one way to find facts. A fact may have several: the heaviest is
// asked first, and the first that has a value wins. One that fails ends the
// search among its own kind.
type resolution struct {
	kind     Kind
	name     string   // as its definition calls it, for messages
	from     string   // the file, variable or module that defines it; "" of a core one
	facts    []string // the top-level facts that it may find; none: known once it ran
	weight   int
	queries  []host.Query  // the commands it may run
	deadline time.Duration // 0 is Deadline
	program  *program      // of an external executable
	data     bool          // a file that is read: its facts are known once it was
	find     func(ctx context.Context, rd host.Reader, b *factBuilder)
}

// wait is how long the resolution is waited for.
func (r *resolution) wait() time.Duration {
	if r.deadline > 0 {
		return r.deadline
	}
	return Deadline
}

// before orders the resolutions of one fact.
func before(a, b *resolution) int {
	if a.weight != b.weight {
		return b.weight - a.weight
	}
	return int(a.kind) - int(b.kind)
}
