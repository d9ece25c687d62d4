package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/facts"
	"ralsh/model"
	"ralsh/ral/manifest"
	"ralsh/ral/modules"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// factsFlags are the flags of facts.
type factsFlags struct{ strict, legacy, timing, sources bool }

// factsCommand is the command facts.
type factsCommand struct{ *command.App }

// command returns the command facts, and below it the hidden command show, which does
// the same.
func (a factsCommand) command() *cobra.Command {
	cmd, show := a.factsNamed("facts [NAME ...]"), a.factsNamed("show [NAME ...]")
	show.Hidden = true
	cmd.AddCommand(show)
	return cmd
}

func (a factsCommand) factsNamed(use string) *cobra.Command {
	var flags factsFlags
	cmd := &cobra.Command{
		Use: use, Short: "Show facts about this host",
		Example: "  ralsh facts os.family networking.ip\n  ralsh facts -o json\n  ralsh facts --sources kernel",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.chooseFacts(cmd, &flags); err != nil {
				return err
			}
			if usage.On(cmd, "list-block-groups") || usage.On(cmd, "list-cache-groups") {
				return a.factGroups(cmd.Context())
			}
			ctx := a.Context(cmd)
			if a.ErrTerminal {
				ctx = model.WithProgress(ctx, func(what, line string) { a.Say("%s: %s", what, line) })
			}
			return a.facts(ctx, args, flags)
		},
	}
	cmd.Flags().BoolVar(&flags.strict, "strict", false, "exit with 1 if a requested fact is missing")
	cmd.Flags().BoolVar(&a.FactChoice.Cloud, "cloud", false, "ask the metadata server of the cloud (EC2, Azure)")
	cmd.Flags().BoolVar(&flags.legacy, "show-legacy", false, "also show the legacy names of Facter: osfamily, ipaddress_eth0")
	cmd.Flags().BoolVarP(&flags.timing, "timing", "t", false, "print to standard error how long each fact took")
	cmd.Flags().BoolVar(&flags.sources, "sources", false,
		"print to standard error the source of each fact, and the external fact files that ralsh read or skipped")
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

// chooseFacts reads the options of Facter, including the options that override
// facter.conf.
func (a factsCommand) chooseFacts(cmd *cobra.Command, flags *factsFlags) error {
	c := &a.FactChoice
	c.NoExternal, c.NoCustom = usage.On(cmd, "no-external-facts"), usage.On(cmd, "no-custom-facts")
	c.NoBlock, c.NoCache = usage.On(cmd, "no-block"), usage.On(cmd, "no-cache")
	if files, _ := cmd.Flags().GetStringArray("config"); len(files) > 0 {
		c.Config = files[len(files)-1]
	}
	if c.NoExternal && len(c.ExternalDirs) > 0 {
		return errors.New("--no-external-facts and --external-dir cannot be combined")
	}
	if forms := formats(cmd); len(forms) > 1 {
		return fmt.Errorf("%s and %s cannot be combined", forms[0], forms[1])
	}
	flags.sources = flags.sources || usage.On(cmd, "debug") || usage.On(cmd, "verbose")
	levels, _ := cmd.Flags().GetStringArray("log-level")
	for _, level := range levels {
		known := []string{"none", "trace", "debug", "info", "warn", "error", "fatal"}
		switch {
		case !slices.Contains(known, level):
			return usage.Unknown("log level", level, "", known)
		case level == "none":
			a.Err = io.Discard
		case slices.Index(known, level) <= slices.Index(known, "info"):
			flags.sources = true
		}
	}
	return nil
}

// formats returns the given options of Facter that choose a form of the output.
func formats(cmd *cobra.Command) (given []string) {
	for _, name := range []string{"json", "yaml", "hocon"} {
		if puppet.Given(cmd, name) {
			given = append(given, "--"+name)
		}
	}
	return given
}

// factGroups prints the groups of facts as Facter does.
func (a factsCommand) factGroups(ctx context.Context) error {
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	a.SayFactFailures(s)
	for _, group := range s.Facts.Groups(ctx) {
		a.Print("%s", group.Name)
		for _, name := range group.Facts {
			a.Print("- %s", name)
		}
	}
	return nil
}

func (a factsCommand) facts(ctx context.Context, names []string, flags factsFlags) error {
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	a.SayFactFailures(s)
	if err := s.Facts.Contradiction(ctx); err != nil {
		return err
	}
	names = once(names)
	tree, reasons := factsNamed(ctx, s.Facts, names, flags.legacy || s.Facts.Config(ctx).ShowLegacy)
	if flags.timing {
		a.timing(ctx, s.Facts, names)
	}
	if err := a.factsPrinted(tree, len(names) == 1); err != nil {
		return err
	}
	if flags.sources {
		a.origins(ctx, s.Facts, names)
	}
	a.trouble(ctx, s.Facts, flags.sources)
	return a.missing(ctx, s, names, reasons, flags.strict)
}

// once returns names without duplicates, in their order.
func once(names []string) []string {
	var list []string
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

func factsNamed(ctx context.Context, f *facts.Facts, names []string, legacy bool) (value.Value, error) {
	switch {
	case len(names) > 0:
		return f.Select(ctx, names...)
	case legacy:
		return f.TreeWithLegacy(ctx), nil
	}
	return f.Tree(ctx), nil
}

// factsPrinted prints a tree of facts. A single fact is printed as its value if
// the output is text.
func (a factsCommand) factsPrinted(tree value.Value, one bool) error {
	text := facts.Text(tree)
	switch {
	case a.Format == "json":
		out, err := facts.JSON(tree)
		if err == nil {
			_, err = a.Out.Write(safe.JSON(out))
		}
		return err
	case a.Format == "yaml":
		text = strings.TrimPrefix(manifest.Document(integerKeys(tree)), "---\n")
	case one:
		text = facts.TextOf(tree.Pairs()[0].Value)
	}
	a.Code(strings.TrimRight(text, "\n") + "\n")
	return nil
}

// trouble prints the errors and warnings of files with facts; with all, also
// the skipped files, and the facts of the files that were read.
func (a factsCommand) trouble(ctx context.Context, f *facts.Facts, all bool) {
	for _, s := range f.Sources(ctx) {
		if s.Fault() != "" {
			a.Say("%s", s.Error())
		}
		if !all {
			continue
		}
		for _, note := range s.Notes {
			a.Say("%s: %s", s.Path, note)
		}
		switch {
		case s.NotRun && s.Err == nil && s.What == "executable":
			a.Say("%s: not run: not needed for the requested facts", s.Path)
		case len(s.Names) > 0:
			a.Say("%s: %s: %s (%.6f seconds)", s.Path, s.What, strings.Join(s.Names, ", "), s.Elapsed.Seconds())
		}
	}
}

// origins prints the source of each requested fact, the reason for it, and the
// time. The time of an external fact is the time of its file.
func (a factsCommand) origins(ctx context.Context, f *facts.Facts, names []string) {
	for _, fact := range f.Asked(ctx, names...) {
		how := fact.ResolvedBy()
		for _, leaf := range fact.LeavesUnder(names...) {
			if leaf.Err != nil {
				continue
			}
			took, text := leaf.Elapsed, leaf.Name+": from "+leaf.From
			if leaf.Note != "" {
				text += ": " + leaf.Note
			}
			if how != "" {
				text, took = text+"; "+how, fact.Elapsed
			}
			a.Say("%s (%.6f seconds)", text, took.Seconds())
		}
	}
}

// timing prints how long each requested fact took, in Facter's words.
func (a factsCommand) timing(ctx context.Context, f *facts.Facts, names []string) {
	for _, fact := range f.Asked(ctx, names...) {
		for _, leaf := range fact.LeavesUnder(names...) {
			a.Say("fact '%s', took: (%.6f) seconds", leaf.Name, leaf.Elapsed.Seconds())
		}
	}
}

// missing prints the facts without a value, with the reasons. With strict, a
// missing requested fact is a failure.
func (a factsCommand) missing(ctx context.Context, s *model.Session, names []string, reasons error, strict bool) error {
	f := s.Facts
	if len(names) == 0 {
		for _, fact := range f.All(ctx) {
			for _, missing := range fact.Missing() {
				a.SayError(missing)
			}
		}
		return nil
	}
	if reasons != nil {
		a.SayError(reasons)
	}
	none := reasons != nil
	for _, name := range names {
		v, fact, err := f.Ask(ctx, name)
		if v.IsNil() && err == nil {
			none = true
			if why := fact.MissingReason(); why != "" && fact.Value.IsNil() {
				a.Say("%s has no value: %s", name, why)
			} else {
				a.Say("%s", noFact(s, name))
			}
		}
	}
	if none && strict {
		return command.StatusError(command.Failure)
	}
	return nil
}

// integerKeys returns a tree in which keys that are written as integers are
// integers, because Facter's YAML does not quote them.
func integerKeys(v value.Value) value.Value {
	switch v.Kind() {
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, item := range v.Items() {
			items[i] = integerKeys(item)
		}
		return value.ListOf(items...)
	case value.Map:
		pairs := slices.Clone(v.Pairs())
		for i, p := range pairs {
			if n, err := strconv.ParseInt(p.Key.Text(), 10, 64); err == nil && strconv.FormatInt(n, 10) == p.Key.Text() {
				pairs[i].Key = value.Int(n)
			}
			pairs[i].Value = integerKeys(p.Value)
		}
		return value.MapOf(pairs...)
	}
	return v
}

// noFact returns the message about an unknown fact, with the nearest name, or the
// module that defines it in Ruby.
func noFact(s *model.Session, name string) string {
	text := fmt.Sprintf("unknown fact %q", name)
	if env := s.Modules.Loaded(); env != nil {
		top, _, _ := strings.Cut(name, ".")
		if why := env.Foreign(top, modules.RubyFact); why != "" {
			return text + ": " + why
		}
	}
	return usage.Suggest(text, name, s.Facts.Known(), "ralsh facts lists the facts")
}
