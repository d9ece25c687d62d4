// Package diagnostic describes errors in declarations and module files: the kind, the place,
// the rejected value and a hint. A [Diags] lists them in the order of their occurrence.
package diagnostic

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// Kind is the kind of a diagnostic.
type Kind uint8

// The kinds of diagnostics. Dropped is not an error: the attribute is not
// managed because the provider lacks a feature (semantics.md A28) or because it
// can only be read.
const (
	Invalid Kind = iota
	UnknownAttribute
	UnknownProvider
	UnknownType
	BadTitle
	InvalidResource // a check across attributes failed (A31)
	Dropped
	MissingTarget // a relationship to a resource that is not declared
)

// Diag is a diagnostic about a declaration, with its position.
type Diag struct {
	Kind     Kind
	Resource string // User[alice]
	Attr     string
	Index    int // index in a list
	Value    value.Value
	Message  string   // message of the type
	Allowed  []string // valid literals and patterns
	Nearest  string   // for an unknown name: the most similar name
	Lacks    []string // of Dropped: missing features
	Pos      string   // file:line:col, or ""
	Phase    Phase    // of Invalid: where it occurred
	Broke    bool     // a hook of the type panicked; Message has the details
	Cause    error    // the error of a hook; it may contain secrets, unlike Message
	Default  bool     // the value is the attribute's default
}

// Phase is the phase of an assignment in which a diagnostic occurred.
type Phase uint8

// The phases, in order (semantics.md A20, A26).
const (
	Validating Phase = iota
	Munging
	Defaulting // computing the default
	Assigning  // there was no value
)

// Error returns the message with a hint.
func (d Diag) Error() string {
	text := d.Message
	if d.Attr != "" && d.Kind != UnknownAttribute {
		text = d.Attr + ": " + text
	}
	if d.Nearest != "" {
		text += fmt.Sprintf(" (did you mean %q?)", d.Nearest)
	}
	if d.Resource != "" {
		text = d.Resource + ": " + text
	}
	if d.Pos != "" {
		text = d.Pos + ": " + text
	}
	return text
}

// Diags is a list of diagnostics in order of occurrence.
type Diags []Diag

// Err returns the diagnostics that are errors, or nil.
func (ds Diags) Err() error {
	var bad Diags
	for _, d := range ds {
		if d.Kind != Dropped {
			bad = append(bad, d)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return bad
}

// Sort sorts the diagnostics by position. It is stable, also for those without a
// position.
func (ds Diags) Sort() {
	slices.SortStableFunc(ds, func(a, b Diag) int {
		nameA, lineA, colA := splitPos(a.Pos)
		nameB, lineB, colB := splitPos(b.Pos)
		return cmp.Or(strings.Compare(nameA, nameB), cmp.Compare(lineA, lineB), cmp.Compare(colA, colB))
	})
}

// splitPos splits file:line:column.
func splitPos(pos string) (name string, line, col int) {
	if i := strings.LastIndexByte(pos, ':'); i >= 0 {
		col, _ = strconv.Atoi(pos[i+1:])
		pos = pos[:i]
	}
	if i := strings.LastIndexByte(pos, ':'); i >= 0 {
		line, _ = strconv.Atoi(pos[i+1:])
		pos = pos[:i]
	}
	return pos, line, col
}

// Error joins the diagnostics, each in a line.
func (ds Diags) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Of returns the first diagnostic about an attribute, or nil.
func (ds Diags) Of(attr string) *Diag {
	for i := range ds {
		if ds[i].Attr == attr {
			return &ds[i]
		}
	}
	return nil
}
