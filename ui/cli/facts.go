package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"ralsh/facts"
	"ralsh/ral/value"
)

// factsFlags are what a run of the command is told besides the names.
type factsFlags struct{ strict, legacy, timing, sources bool }

func (a *app) factsCommand() *cobra.Command {
	var flags factsFlags
	cmd := &cobra.Command{
		Use: "facts [NAME ...]", Short: "What this host is; dotted names reach in: os.release.major",
		RunE: func(cmd *cobra.Command, args []string) error { return a.facts(cmd.Context(), args, flags) },
	}
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "exit 1 when a fact asked for has no value")
	cmd.Flags().BoolVar(&flags.legacy, "show-legacy", false, "list Facter's old flat names too: osfamily, ipaddress_eth0")
	cmd.Flags().BoolVar(&flags.timing, "timing", false, "say on standard error how long each fact took")
	cmd.Flags().BoolVar(&flags.sources, "sources", false, "say on standard error which files of external facts were read, and which passed over and why")
	a.outputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a *app) facts(ctx context.Context, names []string, flags factsFlags) error {
	s, err := a.session(ctx)
	if err != nil {
		return err
	}
	tree, reasons := a.factsAsked(ctx, s.Facts, names, flags.legacy || s.Facts.Config(ctx).ShowLegacy)
	if flags.timing {
		a.timing(ctx, s.Facts, names)
	}
	switch a.output {
	case "text":
		text := facts.Text(tree)
		if len(names) == 1 {
			v, _ := s.Facts.Fact(ctx, strings.ToLower(names[0]))
			text = facts.TextOf(v)
		}
		a.code(strings.TrimRight(text, "\n") + "\n")
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
	a.trouble(ctx, s.Facts, flags.sources)
	return a.missing(ctx, s.Facts, names, reasons, flags.strict)
}

func (*app) factsAsked(ctx context.Context, f *facts.Facts, names []string, legacy bool) (value.Value, error) {
	switch {
	case len(names) > 0:
		return f.Select(ctx, names...)
	case legacy:
		return f.TreeWithFlat(ctx), nil
	}
	return f.Tree(ctx), nil
}

// trouble says which files gave no facts for a reason; with all, also what was
// passed over and what each gave.
func (a *app) trouble(ctx context.Context, f *facts.Facts, all bool) {
	for _, s := range f.Sources(ctx) {
		if s.Err != nil {
			a.say("%s", s.Error())
		}
		if !all {
			continue
		}
		for _, note := range s.Notes {
			a.say("%s: %s", s.Path, note)
		}
		switch {
		case s.NotRun && s.Err == nil && s.What == "executable":
			a.say("%s: not run: nothing asked for what it gives", s.Path)
		case len(s.Names) > 0:
			a.say("%s: %s: %s (%.6f seconds)", s.Path, s.What, strings.Join(s.Names, ", "), s.Elapsed.Seconds())
		}
	}
}

// timing says how long each leaf of the facts asked for took to be found, in
// Facter's words.
func (a *app) timing(ctx context.Context, f *facts.Facts, names []string) {
	for _, fact := range f.Asked(ctx, names...) {
		for _, leaf := range fact.Leaves {
			a.say("fact '%s', took: (%.6f) seconds", leaf.Name, leaf.Elapsed.Seconds())
		}
	}
}

// missing says which facts have no value, and why; only with --strict is that a
// failure, and only of those that were asked for.
func (a *app) missing(ctx context.Context, f *facts.Facts, names []string, reasons error, strict bool) error {
	if len(names) == 0 {
		for _, fact := range f.All(ctx) {
			for _, missing := range fact.Missing() {
				a.say("%s", missing)
			}
		}
		return nil
	}
	if reasons != nil {
		a.say("%s", reasons)
	}
	none := reasons != nil
	for _, name := range names {
		v, fact, err := f.Ask(ctx, strings.ToLower(name))
		if v.IsNil() && err == nil {
			none = true
			if why := fact.Without(); why != "" && fact.Value.IsNil() {
				a.say("%s has no value: %s", name, why)
			} else if strict {
				a.say("fact %q does not exist", name)
			}
		}
	}
	if none && strict {
		return statusError(Failure)
	}
	return nil
}
