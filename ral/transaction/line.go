package transaction

import (
	"fmt"
	"slices"
	"strings"
)

// genChain is a resource with those that asked for it: each generated the next.
type genChain []*Step

// maxGenChain bounds resources that generate others without end. Folders that
// generate what is in them are nested far less.
const maxGenChain = 256

// lineOf is the line that ends with a step.
func lineOf(s *Step) genChain {
	var c genChain
	for ; s != nil; s = s.generator {
		c = append(c, s)
	}
	slices.Reverse(c)
	return c
}

// rejectReason reports why the last of a line cannot generate child, which is called
// ref and is nil when nothing is called so yet: it is of the line itself, or
// the line is too long to have an end.
func (c genChain) rejectReason(child *Step, ref string) error {
	if child == nil && len(c) >= maxGenChain || child != nil && slices.Contains(c, child) {
		return &EndlessError{append(c.refs(), ref)}
	}
	return nil
}

func (c genChain) refs() []string {
	refs := make([]string, len(c))
	for i, s := range c {
		refs[i] = s.Ref()
	}
	return refs
}

// EndlessError is a resource that would generate others without end. Chain are
// the resources of which each generates the next.
type EndlessError struct{ Chain []string }

// Error names the chain, and of a long one its ends.
func (e *EndlessError) Error() string {
	const shown = 4
	chain := e.Chain
	if len(chain) > 2*shown {
		left := fmt.Sprintf("%d more", len(chain)-2*shown)
		chain = slices.Concat(chain[:shown], []string{left}, chain[len(chain)-shown:])
	}
	return "resources generate each other without end: " + strings.Join(chain, " => ")
}
