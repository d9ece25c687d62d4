// Package noise classifies differences between two hosts, or between two times.
//
// A [Class] is data of an attribute of a type and of a fact. A comparison shows the
// class Wanted, and only counts the rest.
package noise

import (
	"fmt"
	"slices"

	"ralsh/ral/lazyre"
)

// Class is the reason why a value may differ.
type Class uint8

// The classes, in the order in which they are counted.
const (
	Chosen   Class = iota // a user chose the value, or can choose it
	State                 // it follows from the hardware, or from the running processes
	Identity              // it differs on each host: an address, a free number
	Volatile              // it changes without a user
)

var names = [...]string{"wanted", "state", "identity", "volatile"}

// String returns the name of a class as in documents.
func (c Class) String() string { return names[c] }

// Of returns the class of a name. The error lists the names.
func Of(name string) (Class, error) {
	i := slices.Index(names[:], name)
	if i < 0 {
		return Chosen, fmt.Errorf("unknown class %q (valid: %s, %s, %s, %s)", name, names[0], names[1], names[2], names[3])
	}
	return Class(i), nil
}

// MarshalText writes the name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name.
func (c *Class) UnmarshalText(text []byte) (err error) {
	*c, err = Of(string(text))
	return err
}

// Named gives a class to the names that match a pattern.
type Named struct {
	Class Class
	Names *lazyre.Regexp
}

// ByName returns the class of the first pattern that matches a name, or otherwise.
func ByName(list []Named, name string, otherwise Class) Class {
	for _, n := range list {
		if n.Names.MatchString(name) {
			return n.Class
		}
	}
	return otherwise
}
