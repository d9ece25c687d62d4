package puppetlog

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/catalog"
	"ralsh/ral/transaction/graph"
)

// CannotRun returns Puppet's message for a run that could not begin, and the log
// lines before it.
func CannotRun(err error) (message string, lines []Line) {
	if all, ok := errors.AsType[*catalog.Refusal](err); ok {
		err = all.Errs[0] // Puppet reports only the first
	}
	if diags, ok := errors.AsType[diagnostic.Diags](err); ok {
		return located(diags), nil
	}
	if e, ok := errors.AsType[*graph.CycleError](err); ok {
		return "One or more resource dependency cycles detected in graph", []Line{{"err", self, cycles(e)}}
	}
	if e, ok := errors.AsType[*transaction.PreRunError](err); ok {
		for _, s := range e.Failed {
			lines = append(lines, Line{"err", Path(s), detail(s.Err)})
		}
		return "Some pre-run checks failed", lines
	}
	if e, ok := errors.AsType[*catalog.MissingError](err); ok {
		return fmt.Sprintf("Could not retrieve dependency '%s' of %s", e.Ref, e.Of), nil
	}
	if e, ok := errors.AsType[*catalog.ScheduleError](err); ok {
		return "Could not find schedule " + e.Name, nil
	}
	if e, ok := errors.AsType[*catalog.DuplicateError](err); ok {
		return duplicate(e), nil
	}
	if e, ok := errors.AsType[*catalog.AliasError](err); ok {
		return alias(e), nil
	}
	return err.Error(), nil
}

// cycles writes the characters \n for a line break, because Puppet quotes it (semantics.md
// G7).
func cycles(e *graph.CycleError) string {
	var b strings.Builder
	word := "cycle"
	if len(e.Cycles) > 1 {
		word = "cycles"
	}
	fmt.Fprintf(&b, "Found %d dependency %s:\n", len(e.Cycles), word)
	for _, path := range e.Cycles {
		b.WriteString("(" + strings.Join(path, " => ") + `)\n`)
	}
	b.WriteString("Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz")
	return b.String()
}

func duplicate(e *catalog.DuplicateError) string {
	if e.First == "" || e.Pos == "" {
		return "Duplicate declaration: " + e.Ref + " is already declared; cannot redeclare"
	}
	return fmt.Sprintf("Duplicate declaration: %s is already declared at %s; cannot redeclare %s", e.Ref, place(e.First), place(e.Pos))
}

func alias(e *catalog.AliasError) string {
	to := inspect(e.Names...)
	if !e.Key {
		to = strings.Trim(to, "[]")
	}
	other := inspect(append([]string{e.Type}, e.Names...)...)
	if e.First == "" || e.Pos == "" {
		return fmt.Sprintf("Cannot alias %s to %s; resource %s already declared", e.Ref, to, other)
	}
	return fmt.Sprintf("Cannot alias %s to %s at %s; resource %s already declared %s", e.Ref, to, place(e.Pos), other, place(e.First))
}

// located returns the first error among the diagnostics, with its position.
func located(diags diagnostic.Diags) string {
	for _, d := range diags {
		if d.Kind == diagnostic.Dropped {
			continue
		}
		if at := place(d.Pos); at != "" {
			return diag(d) + " " + at
		}
		return diag(d)
	}
	return ""
}

// Unlisted returns the error that Puppet raises when it lists a type without providers, or
// with a suitable provider that cannot list; "" if all can list. ralsh reports a finding and
// continues (semantics.md P33, T52).
func Unlisted(ty *ral.Type, readers []*ral.Provider) string {
	if len(ty.Providers()) == 0 {
		return ty.Name + " has no providers and has not overridden 'instances'"
	}
	for _, p := range readers {
		if p.Ops().List == nil {
			return fmt.Sprintf("To support listing resources of this type the '%s' provider needs to implement an 'instances' "+
				"class method returning the current set of resources. We recommend porting your module to the simpler "+
				"Resource API instead: https://puppet.com/search/docs?keys=resource+api", p.Name)
		}
	}
	return ""
}

// ListingFailed returns the error of a failed listing in Puppet's wording.
func ListingFailed(err error) string {
	if nameless, ok := errors.AsType[*onhost.NamelessError](err); ok {
		return fmt.Sprintf("No resource and no name in property hash in %s instance", nameless.Provider.Name)
	}
	return err.Error()
}
