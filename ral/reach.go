package ral

// Reach is what an act may change besides the resource that it is done for.
type Reach struct {
	Anything bool     // no one can say
	Types    []string // resources of these types
	Paths    []string // these files, and what is below them
	Names    []string // resources of any type with an attribute that has this value: an account
}
