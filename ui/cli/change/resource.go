package change

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/onhost"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/explain"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

// resourceFlags are the flags of the resource command.
type resourceFlags struct {
	runFlags
	provider    string
	strict      bool
	showSecrets bool
	params      []string // more columns of a table
}

// resourceEnd ends the document of a listing, after the instances.
type resourceEnd struct {
	Providers []listedItem `json:"providers"`
	Timing    *timingItem  `json:"timing,omitempty"`
}

type listedItem struct {
	Name      string  `json:"name"`
	Count     int     `json:"count"`
	ElapsedMS float64 `json:"elapsed_ms"`
	Error     *string `json:"error"`

	malformed bool // the error is about malformed entries alone
	partly    bool // instances were listed despite the error
}

// resourceCommand is the command resource.
type resourceCommand struct{ *runner }

func (a resourceCommand) command() *cobra.Command {
	var f resourceFlags
	cmd := &cobra.Command{
		Use:   "resource TYPE [NAME] [ATTR=VALUE ...]",
		Short: "List, show or change resources",
		Long: "Without NAME, ralsh lists the resources of a type. With NAME it shows a resource, and with ATTR=VALUE it changes the resource. " +
			"Use ATTR=- for a secret: ralsh prompts for it at a terminal, and reads a line of standard input otherwise.",
		Example: "  ralsh resource user\n  ralsh resource user deploy\n" +
			"  ralsh resource user deploy shell=/bin/bash --noop\n  ralsh resource user deploy password=-  # prompts for the password",
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case !usage.On(cmd, "types"):
				return usage.Arguments(1, -1)(cmd, args)
			case len(args) > 0:
				return usage.Errorf("--types takes no arguments (got %q): ralsh types", args[0])
			}
			return nil
		},
		ValidArgsFunction: a.completeResource,
		RunE: func(cmd *cobra.Command, args []string) error {
			if usage.On(cmd, "types") {
				return explain.ListTypes(a.App, cmd)
			}
			f.showDiff = a.ErrTerminal || usage.On(cmd, "show_diff")
			f.params, _ = cmd.Flags().GetStringArray("param")
			ctx := a.traced(cmd)
			defer a.reportTiming()
			if usage.On(cmd, "edit") {
				return a.edit(ctx, f, args)
			}
			return a.resource(ctx, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.provider, "provider", "", "use the provider `PROVIDER`")
	flags.BoolVar(&f.strict, "strict", false, "exit with 1 if any provider cannot list its instances")
	flags.BoolVar(&f.showSecrets, "show-secrets", false, "print secrets (root only)")
	f.register(cmd)
	f.registerBatch(cmd)
	a.SourceServerFlags(cmd)
	a.OutputFlag(cmd, "puppet", "text", "json", "yaml", "jsonl")
	return cmd
}

func (a resourceCommand) resource(ctx context.Context, f resourceFlags, args []string) error {
	args, err := f.providerAmong(args)
	if err != nil {
		return err
	}
	if a.Format == "jsonl" {
		if len(args) < 3 {
			return usage.Errorf("-o jsonl needs a change: ralsh resource %s NAME ATTR=VALUE -o jsonl (for a listing: -o json)", args[0])
		}
		return a.streamed(ctx, f.runFlags, func() error { return a.resourceOf(ctx, f, args) })
	}
	return a.resourceOf(ctx, f, args)
}

// providerAmong takes provider=NAME out of the attributes.
func (f *resourceFlags) providerAmong(args []string) (rest []string, err error) {
	for i, word := range args {
		name, is := strings.CutPrefix(word, "provider=")
		if !is || i < 2 {
			rest = append(rest, word)
			continue
		}
		if f.provider != "" && f.provider != name {
			return nil, usage.Errorf("two providers are given: %s and %s", f.provider, name)
		}
		f.provider = name
	}
	return rest, nil
}

func (a resourceCommand) resourceOf(ctx context.Context, f resourceFlags, args []string) error {
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	a.SayFailuresOf(s, args[0])
	t, err := s.Type(args[0])
	if err != nil {
		return err
	}
	if f.showSecrets && !s.User.IsRoot() {
		return usage.Errorf("--show-secrets needs root (you are %s)", s.User.Name)
	}
	if f.params, err = a.columns(t, f.params); err != nil {
		return err
	}
	if f.provider != "" && t.Provider(f.provider) == nil {
		if why := t.WithoutProvider(f.provider); why != "" {
			return usage.Errorf("%s", why)
		}
		if why := s.Env.Registry.Excluded(t.Name + "/" + f.provider); why != "" {
			return usage.Errorf("unknown provider %q of %s: %s", f.provider, t.Name, why)
		}
		return usage.Unknown("provider", f.provider, t.Name, command.ProviderNames(t))
	}
	switch {
	case t.OnlyDeclared():
		return usage.Errorf("resources of the type %s can only be declared in a file (ralsh apply)", t.Name)
	case len(args) == 1 && t.NotListable != "":
		return usage.Errorf("cannot list resources of the type %s: name a resource, ralsh resource %s NAME", t.Name, t.Name)
	case len(args) == 1:
		return a.list(ctx, s, t, f)
	case len(args) == 2:
		if err := a.MayRead(ctx, s, t, args[1]); err != nil {
			return err
		}
		return a.show(ctx, s, t, args[1], f)
	}
	return a.set(ctx, s, t, args[1], args[2:], f)
}

// columns returns the properties among the attributes that --param names.
func (a resourceCommand) columns(t *ral.Type, names []string) (list []string, err error) {
	for _, name := range names {
		switch attr := t.Attr(name); {
		case attr == nil:
			return nil, usage.Unknown("attribute", name, t.Name, command.AttrNames(t.Order()))
		case attr.Kind != ral.Property:
			a.Say("%s is a %s; it is not read from the host", name, attr.Kind)
		default:
			list = append(list, name)
		}
	}
	return list, nil
}

// show prints a resource as each provider reads it.
func (a resourceCommand) show(ctx context.Context, s *model.Session, t *ral.Type, name string, f resourceFlags) error {
	var answers []onhost.FindResult
	if f.provider != "" {
		target, err := s.Resolve(ctx, t, name, f.provider)
		if err != nil {
			return err
		}
		answers = target.Seen
	} else if answers = s.Env.Find(ctx, t, name); len(answers) == 0 {
		return a.noneSuitable(ctx, s, t)
	}
	var know, absent []*ral.Instance
	var ends []listedItem
	for _, seen := range answers {
		end := listedItem{Name: seen.Provider.Name, ElapsedMS: output.Millis(seen.Elapsed)}
		switch {
		case seen.Err != nil:
			if errors.As(seen.Err, new(diagnostic.Diags)) {
				return seen.Err
			}
			text := seen.Err.Error()
			end.Error = &text
		case seen.Found.Present():
			end.Count = 1
			know = append(know, seen.Found)
		default:
			absent = append(absent, seen.Found)
		}
		ends = append(ends, end)
	}
	if len(know) == 0 && len(absent) > 0 {
		know = absent[:1]
	}
	if err := a.instances(know, ends, f); err != nil {
		return err
	}
	for _, e := range ends {
		if e.Error != nil {
			a.Say("%s cannot read %s: %s", e.Name, t.Ref(name), strings.ReplaceAll(*e.Error, "\n", "; "))
		}
	}
	if len(know) == 0 {
		return command.StatusError(command.Failure)
	}
	return nil
}
