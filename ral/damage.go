package ral

import (
	"errors"
	"fmt"
	"strings"
)

// DamageError is what a listing ends with that gave all there is to read, and
// met what is damaged. That stays as it is.
type DamageError struct {
	Lines []string // "/etc/fstab:7 has no mount point"
}

// maxDamage is how many lines an error tells of.
const maxDamage = 3

// Error is one line: "/etc/fstab:7 has no mount point; /etc/fstab:9 is not
// understood; and 4 more lines".
func (e *DamageError) Error() string {
	text := strings.Join(e.Lines[:min(len(e.Lines), maxDamage)], "; ")
	switch more := len(e.Lines) - maxDamage; {
	case more == 1:
		text += "; and 1 more line"
	case more > 1:
		text += fmt.Sprintf("; and %d more lines", more)
	}
	return text
}

// IsDamage reports whether an error is about nothing but damage.
func IsDamage(err error) bool {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range all.Unwrap() {
			if !IsDamage(one) {
				return false
			}
		}
		return true
	}
	_, ok := errors.AsType[*DamageError](err)
	return ok
}
