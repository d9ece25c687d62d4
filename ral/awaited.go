package ral

// DependencyError is something that a change needs and that the host lacks, but
// that another resource of the run may be about to make: the user who is to own
// a file. A plan shows such a change as unknown when a step before it, which it
// depends on, runs a command or tells a server something; else, and while applying,
// it fails.
type DependencyError struct {
	Type string // of the resource that would bring it: user, group
	Name string
}

// Error is in Puppet's words: "Could not find user deploy".
func (e *DependencyError) Error() string { return "Could not find " + e.Type + " " + e.Name }
