package module

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/modules"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

type testDocument struct {
	Schema int                `json:"schema"`
	Module string             `json:"module"`
	Parts  []modules.TestPart `json:"parts"`
}

func (a moduleCommand) moduleTestCommand() *cobra.Command {
	var real bool
	cmd := &cobra.Command{
		Use: "test DIR", Short: "Test the providers of a module on a fake host",
		Long: "Runs the suites of a module's test files, test/*.star. A suite creates, changes and removes each resource on a fake host that the file " +
			"describes. It checks that reading and planning make no changes, that a listing and a retrieval agree, that an apply makes the planned " +
			"changes, that a second plan is empty, that no output contains a secret, and that the cases set every property.",
		Example: "  ralsh module test greetings\n  ralsh module test --real greetings",
		Args:    usage.Arguments(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.moduleTest(cmd.Context(), args[0], real) },
	}
	cmd.Flags().BoolVar(&real, "real", false, "also run the suites that use the tools of this machine, each in a temporary directory")
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

// moduleTest runs the suites of a module. The exit status is 1 if a test fails, if
// the module has errors, or if it has no tests.
func (a moduleCommand) moduleTest(ctx context.Context, dir string, real bool) error {
	a.Quiet = true
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	doc := testDocument{Schema: output.Schema, Module: dir, Parts: []modules.TestPart{}}
	findings, err := s.Modules.Test(ctx, a.Registry, dir, real, func(p modules.TestPart) {
		doc.Parts = append(doc.Parts, p)
		if a.Format == "text" {
			a.testPart(p)
		}
	})
	if err != nil {
		return err
	}
	for _, f := range findings {
		fmt.Fprintf(a.Err, "%s: %s\n", safe.Clean(f.Pos), safe.Clean(f.Message))
	}
	if len(findings) > 0 {
		return fmt.Errorf("fix these errors before you test %s", dir)
	}
	if len(doc.Parts) == 0 {
		return fmt.Errorf("%s contains no suites (expected in test/NAME.star)", dir)
	}
	passed, failed, skipped := count(doc.Parts)
	if a.Format != "text" {
		err = a.Document(doc)
	} else {
		sum := fmt.Sprintf("%s: %s passed", dir, output.Counted(passed, "test"))
		if failed > 0 {
			sum += fmt.Sprintf(", %d failed", failed)
		}
		if skipped > 0 {
			sum += fmt.Sprintf(", %s skipped", output.Counted(skipped, "suite"))
		}
		a.Print("%s", sum)
	}
	if err == nil && (failed > 0 || passed == 0) {
		err = command.StatusError(command.Failure)
	}
	return err
}

func count(parts []modules.TestPart) (passed, failed, skipped int) {
	for _, p := range parts {
		switch {
		case p.Skipped != "":
			skipped++
		case len(p.Errors) > 0:
			failed++
		default:
			passed++
		}
	}
	return passed, failed, skipped
}

func (a moduleCommand) testPart(p modules.TestPart) {
	what := p.Suite + ": " + p.Part
	switch {
	case p.Skipped != "":
		a.Print("%s  %s, %s", a.Paint(theme.Dim, "skipped"), what, p.Skipped)
	case len(p.Errors) == 0:
		a.Print("%s  %s", a.Paint(theme.OK, "passed "), what)
	default:
		a.Print("%s  %s, %s", a.Paint(theme.Remove, "failed "), what, p.Place)
		for _, text := range p.Errors {
			for line := range strings.SplitSeq(text, "\n") {
				a.Print("         %s", line)
			}
		}
	}
}
