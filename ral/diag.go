package ral

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// DiagKind is what is the matter with a declaration.
type DiagKind uint8

// The kinds of findings. Dropped is no error: the attribute is not managed, since
// the provider lacks a feature that it needs (semantics.md A28), or since it can
// only be read.
const (
	Invalid DiagKind = iota
	UnknownAttribute
	UnknownProvider
	UnknownType
	BadTitle
	InvalidResource // a check across attributes failed (A31)
	Dropped
	MissingTarget // a relationship leads to nothing that is declared
)

// Diag is one finding about a declaration, with its place.
type Diag struct {
	Kind     DiagKind
	Resource string // User[alice]
	Attr     string
	Index    int // which element of a list
	Value    value.Value
	Message  string   // the type's own sentence
	Allowed  []string // literals and patterns that would be valid
	Nearest  string   // for an unknown name
	Lacks    []string // features, of Dropped
	Pos      string   // file:line:col, where there is one
	Phase    Phase    // of Invalid: where it came up
	Broke    bool     // the type's own function panicked, and Message says how
	Default  bool     // the value is the attribute's own default
}

// Phase is where in the making of a value something came up.
type Phase uint8

// The steps of a value, in order (semantics.md A20, A26).
const (
	Validating Phase = iota
	Munging
	Defaulting // while the default was computed
	Assigning  // there was no value at all
)

// Error says what is wrong and what would help.
func (d Diag) Error() string {
	text := d.Message
	if d.Attr != "" && d.Kind != UnknownAttribute {
		text = d.Attr + ": " + text
	}
	if d.Nearest != "" {
		text += fmt.Sprintf("; did you mean %s?", d.Nearest)
	}
	if d.Resource != "" {
		text = d.Resource + ": " + text
	}
	if d.Pos != "" {
		text = d.Pos + ": " + text
	}
	return text
}

// Diags are findings in the order in which they were made.
type Diags []Diag

// Err returns the findings that are errors, nil when there is none.
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

// Sort puts the findings in the order of their places; those of one place, and
// those without one, stay as they are.
func (ds Diags) Sort() {
	slices.SortStableFunc(ds, func(a, b Diag) int {
		nameA, lineA, colA := splitPos(a.Pos)
		nameB, lineB, colB := splitPos(b.Pos)
		return cmp.Or(strings.Compare(nameA, nameB), cmp.Compare(lineA, lineB), cmp.Compare(colA, colB))
	})
}

// splitPos takes file:line:column apart.
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

// Error joins the findings, one a line.
func (ds Diags) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Of returns the first finding about an attribute, nil when there is none.
func (ds Diags) Of(attr string) *Diag {
	for i := range ds {
		if ds[i].Attr == attr {
			return &ds[i]
		}
	}
	return nil
}
