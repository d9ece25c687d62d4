package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/transaction/graph"
)

// Refusal is a list of errors in the declarations, in the order of the checks:
// resources, their names, relationships, cycles.
type Refusal struct{ Errs []error }

// Error returns all errors, each in a line.
func (e *Refusal) Error() string { return errors.Join(e.Errs...).Error() }

// Unwrap returns all errors.
func (e *Refusal) Unwrap() []error { return e.Errs }

// Refuse returns the errors as one error, or nil.
func Refuse(errs []error) error {
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
	Name     string
	Ref      string
	Resource int32  // number of the entry
	Pos      string // where the schedule is named; "" if unknown
}

// Error names the schedule and the resource, with the position of the name.
func (e *ScheduleError) Error() string {
	at := ""
	if e.Pos != "" {
		at = e.Pos + ": "
	}
	return at + "Could not find schedule " + e.Name + " of " + e.Ref
}

// Diagnostics returns the diagnostics in an error of OrderOf or of a plan, each with its
// position, sorted by position. It returns false for other errors.
func Diagnostics(err error, decls []ral.Decl) (diagnostic.Diags, bool) {
	var list diagnostic.Diags
	switch e := err.(type) {
	case *Refusal:
		for _, one := range e.Errs {
			some, ok := Diagnostics(one, decls)
			if !ok {
				return nil, false
			}
			list = append(list, some...)
		}
	case diagnostic.Diags:
		list = slices.Clone(e)
	case *DuplicateError:
		list = diagnostic.Diags{{Pos: e.Pos, Message: "Duplicate declaration: " + e.Ref + " is already declared" + where(" at ", e.First) + "; cannot redeclare"}}
	case *AliasError:
		other := strings.Join(e.Names, ", ")
		list = diagnostic.Diags{{Pos: e.Pos, Message: e.Ref + " cannot be called " + other + ": " + e.Type + "[" + other + "] is already declared" + where(" at ", e.First)}}
	case *MissingError:
		list = diagnostic.Diags{{Kind: diagnostic.MissingTarget, Pos: e.Pos, Nearest: e.Nearest, Message: e.Error()}}
	case *ScheduleError:
		list = diagnostic.Diags{{Pos: e.Pos, Message: "Could not find schedule " + e.Name + " of " + e.Ref}}
	case *graph.CycleError:
		list = cycleDiagnostics(e, decls)
	default:
		return nil, false
	}
	list.Sort()
	return list, true
}

// cycleDiagnostics reports each cycle at the position of its first resource, and includes the
// positions of the rest. A container whose begin and end wait for each other is a
// cycle.
func cycleDiagnostics(e *graph.CycleError, decls []ral.Decl) diagnostic.Diags {
	pos := make(map[string]string)
	for _, d := range decls {
		pos[d.Ref()] = d.Pos
	}
	var list diagnostic.Diags
	told := make(map[string]bool)
	for _, path := range e.Cycles {
		path = graph.Brief(path)
		text := strings.Join(path, " => ")
		if told[text] {
			continue
		}
		told[text] = true
		list = append(list, diagnostic.Diag{Pos: pos[path[0]], Message: path[0] + " is in a dependency cycle: (" + text + ")"})
		for i, ref := range path[1:] {
			if pos[ref] != "" && !slices.Contains(path[:i+1], ref) {
				list = append(list, diagnostic.Diag{Pos: pos[ref], Message: ref + " is in the dependency cycle of " + path[0]})
			}
		}
	}
	return list
}
