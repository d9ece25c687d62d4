package modules

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/modules/star/script"
)

// placed is an error with its position.
type placed struct {
	pos string
	err error
}

// errorAt returns an error at a position.
func errorAt(pos, format string, args ...any) error { return &placed{pos, fmt.Errorf(format, args...)} }

// Error returns the message after the position.
func (p *placed) Error() string { return p.pos + ": " + p.message() }

// Unwrap returns the error without its position.
func (p *placed) Unwrap() error { return p.err }

func (p *placed) message() string { return strings.ReplaceAll(p.err.Error(), "\n", "; ") }

// placeOf returns the position of an error, and its message without it. An error without
// a position is an error of the file.
func placeOf(err error, file string) (pos, message string) {
	if p, ok := errors.AsType[*placed](err); ok {
		return p.pos, p.message()
	}
	if f, ok := errors.AsType[*script.Fault](err); ok && f.Pos != "" && !f.Refused {
		return f.Pos, f.Message
	}
	return file, err.Error()
}

// MisnamedError is a file that defines a name other than its own.
type MisnamedError struct {
	File string // the name that its path gives it
	Kind Kind
	Name string
}

// Error returns both names.
func (e *MisnamedError) Error() string {
	return fmt.Sprintf("the file is named %s, but defines the %s %s: use the same name for both", e.File, e.Kind, e.Name)
}
