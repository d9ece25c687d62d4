package change

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral/diagnostic"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// refusedError holds the diagnostics of declarations, and their text.
type refusedError struct {
	lines []string
	diags diagnostic.Diags
}

// Error returns all messages, a line for each.
func (e *refusedError) Error() string { return strings.Join(e.lines, "\n") }

// Unwrap returns an error for each message.
func (e *refusedError) Unwrap() []error {
	list := make([]error, len(e.lines))
	for i, line := range e.lines {
		list[i] = errors.New(line)
	}
	return list
}

// findingItem is a diagnostic.
type findingItem struct {
	Position string `json:"position"`
	Resource string `json:"resource,omitempty"`
	Property string `json:"property,omitempty"`
	Message  string `json:"message"`
}

// refusedDocument prints the diagnostics of an error if the output is a
// document. It returns the error.
func (a *runner) refusedDocument(err error) error {
	if err == nil || a.Format != "json" && a.Format != "yaml" {
		return err
	}
	end := runEnd{}
	end.Message = errors.Join(slices.DeleteFunc(output.Each(err), func(e error) bool { return errors.Is(e, errUnchanged) })...).Error()
	if refused, ok := errors.AsType[*refusedError](err); ok {
		end.Message = ""
		for _, d := range refused.diags {
			if d.Kind != diagnostic.Dropped {
				end.Findings = append(end.Findings, finding(d))
			}
		}
	}
	if failed := a.runDocument("", "refused", nil, end); failed != nil {
		return failed
	}
	return err
}

func finding(d diagnostic.Diag) findingItem {
	it := findingItem{Position: d.Pos, Resource: d.Resource, Property: d.Attr}
	d.Pos, d.Resource = "", ""
	it.Message = d.Error()
	return it
}

// errUnchanged ends the errors of a command line that is rejected before the first change.
var errUnchanged = errors.New("no changes were made")

// refused returns a usage error that ends with errUnchanged.
func refused(err error) error { return usage.Wrap(errors.Join(err, errUnchanged)) }
