package ral

import "fmt"

// DuplicateNameError is a name that a type declares twice.
type DuplicateNameError struct {
	Type string
	What string   // attribute, feature
	Kind AttrKind // of an attribute
	Name string
}

// Error says what stands there twice.
func (e *DuplicateNameError) Error() string {
	return fmt.Sprintf("type %s: %s %s is declared twice", e.Type, e.What, e.Name)
}

// Problems are the mistakes that Registry.Err joined.
func Problems(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}
