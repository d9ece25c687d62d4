package ral

// Reach is what an act may change besides its own resource.
type Reach struct {
	Anything bool     // unpredictable, such as the start of a service
	Types    []string // resources of these types
	Paths    []string // these files, and everything below them
	Names    []string // resources of any type with an attribute that has this value, such as an account
}
