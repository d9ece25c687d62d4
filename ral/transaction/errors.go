package transaction

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
)

// Refusal is a list of errors in the declarations, in the order of the checks:
// resources, their names, relationships, cycles.
type Refusal struct{ Errs []error }

// Error returns all errors, each in a line.
func (e *Refusal) Error() string { return errors.Join(e.Errs...).Error() }

// Unwrap returns all errors.
func (e *Refusal) Unwrap() []error { return e.Errs }

func refusal(errs []error) error {
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return &Refusal{errs}
}

// DuplicateError is a resource that is declared twice (semantics.md C20).
type DuplicateError struct {
	Ref        string
	Pos, First string // positions of this and the first declaration; "" if unknown
}

// Error names the resource and the position of its first declaration.
func (e *DuplicateError) Error() string {
	return "Duplicate declaration: " + e.Ref + " is already declared" + where(" at ", e.First) + "; cannot redeclare" + where(" at ", e.Pos)
}

// AliasError reports a resource whose name or alias belongs to a different resource.
type AliasError struct {
	Ref, Type  string
	Names      []string // the alias, or the values of the namevars
	Key        bool     // by the namevars, not by the metaparameter alias
	Pos, First string
}

// Error names both resources.
func (e *AliasError) Error() string {
	other := strings.Join(e.Names, ", ")
	return fmt.Sprintf("%s cannot be called %s%s: %s[%s] is already declared%s",
		e.Ref, other, where(" at ", e.Pos), e.Type, other, where(" at ", e.First))
}

func where(word, pos string) string {
	if pos == "" {
		return ""
	}
	return word + pos
}

// MissingError is a relationship to a resource that does not exist.
type MissingError struct {
	Kind    ral.RelationKind
	Ref, Of string
	Pos     string
	Nearest string // declared resource with the most similar name, or ""
}

// Error names both ends.
func (e *MissingError) Error() string {
	word := "dependency"
	if e.Kind == ral.Before || e.Kind == ral.Notify {
		word = "dependent"
	}
	return fmt.Sprintf("Could not find %s %s for %s", word, e.Ref, e.Of)
}

// ScheduleError is a resource that names a schedule that does not exist.
type ScheduleError struct {
	Name string
	Step *Step
	Pos  string // where the schedule is named; "" if unknown
}

// Error names the schedule and the resource, with the position of the name.
func (e *ScheduleError) Error() string {
	at := ""
	if e.Pos != "" {
		at = e.Pos + ": "
	}
	return at + "Could not find schedule " + e.Name + " of " + e.Step.Ref()
}

// PreRunError is a run that the checks of its resources rejected (semantics.md
// T51).
type PreRunError struct{ Failed []*Step }

// Error names the resources with their reasons.
func (e *PreRunError) Error() string {
	text := "the checks before the run failed; no changes were made"
	for _, s := range e.Failed {
		text += "; " + s.Ref() + ": " + s.Err.Error()
	}
	return text
}
