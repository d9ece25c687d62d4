package ral

// Reach lists the other resources that an act may change.
type Reach struct {
	Anything bool     // unpredictable, such as the start of a service
	Types    []string // resources of these types
	Paths    []string // these files, and everything below them
	Names    []string // resources of any type with an attribute that has this value, such as an account
}
