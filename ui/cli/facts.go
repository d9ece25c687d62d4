package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"ralsh/facts"
)

func (a *app) factsCommand() *cobra.Command {
	var strict bool
	cmd := &cobra.Command{
		Use: "facts [NAME ...]", Short: "What this host is; dotted names reach in: os.release.major",
		RunE: func(cmd *cobra.Command, args []string) error { return a.facts(cmd.Context(), args, strict) },
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "exit 1 when a fact asked for has no value")
	a.outputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a *app) facts(ctx context.Context, names []string, strict bool) error {
	s, err := a.session(ctx)
	if err != nil {
		return err
	}
	tree, reasons := s.Facts.Tree(ctx), error(nil)
	if len(names) > 0 {
		tree, reasons = s.Facts.Select(ctx, names...)
	}
	switch a.output {
	case "text":
		text := facts.Text(tree)
		if len(names) == 1 {
			v, _ := s.Facts.Fact(ctx, strings.ToLower(names[0]))
			text = facts.TextOf(v)
		}
		if text = strings.TrimRight(text, "\n"); text != "" {
			a.code(text + "\n")
		}
	default:
		out, err := facts.JSON(tree)
		if err == nil && a.output == "yaml" {
			out, err = yaml.JSONToYAML(out)
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(a.Out, strings.TrimRight(string(out), "\n"))
	}
	return a.missing(ctx, s.Facts, names, reasons, strict)
}

// missing says which of the facts asked for have no value; only with --strict
// is that a failure.
func (a *app) missing(ctx context.Context, f *facts.Facts, names []string, reasons error, strict bool) error {
	if reasons != nil {
		a.say("%s", reasons)
	}
	none := reasons != nil
	for _, name := range names {
		v, err := f.Fact(ctx, strings.ToLower(name))
		if v.IsNil() && err == nil {
			none = true
			if strict {
				a.say("no fact is called %s", name)
			}
		}
	}
	if none && strict {
		return statusError(Failure)
	}
	return nil
}
