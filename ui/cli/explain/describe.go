package explain

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/onhost"
	"ralsh/ral/typedoc"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/theme"
)

// describeCommand is the command describe.
type describeCommand struct{ *command.App }

func (a describeCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "describe TYPE", Short: "Show the documentation of a resource type",
		Example: "  ralsh describe user\n  ralsh describe package --provider",
		Args: func(cmd *cobra.Command, args []string) error {
			if usage.On(cmd, "list") {
				return nil
			}
			return usage.Arguments(1, 1)(cmd, args)
		},
		RunE: a.describe, ValidArgsFunction: a.CompleteTypes,
	}
	cmd.Flags().Bool("provider", false, "show the hooks, methods and features of a provider in a module")
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a describeCommand) describe(cmd *cobra.Command, args []string) error {
	if usage.On(cmd, "list") {
		return ListTypes(a.App, cmd)
	}
	s, err := a.Session(cmd.Context())
	if err != nil {
		return err
	}
	a.SayFailuresOf(s, args[0])
	t, err := s.Type(args[0])
	if err != nil {
		return err
	}
	if a.Format != "text" {
		if usage.On(cmd, "provider") {
			return usage.Errorf("--provider is text only")
		}
		return a.Document(describedAs(cmd.Context(), s, t))
	}
	if usage.On(cmd, "provider") {
		a.contract(t)
		return nil
	}
	if name := a.Paint(theme.Accent, t.Name); t.Doc == "" {
		a.Print("%s: no documentation", name)
	} else {
		a.Print("%s: %s", name, t.Summary)
		a.Print("")
		a.Paragraph(typedoc.Scrub(t.Doc), "")
	}
	if !t.Origin.BuiltIn() {
		a.Print("")
		a.Print("From %s", t.Origin.String())
	}
	short := usage.On(cmd, "short")
	for _, kind := range []struct {
		title string
		attrs []*ral.Attribute
		left  bool
	}{
		{"Names", t.Namevars(), false},
		{"Properties", t.Properties(), false},
		{"Parameters", slices.DeleteFunc(t.Params(), func(a *ral.Attribute) bool { return a.Namevar }), false},
		{"Metaparameters", metaparameters(t), short && !usage.On(cmd, "meta")},
	} {
		if len(kind.attrs) == 0 || kind.left {
			continue
		}
		a.Section(kind.title)
		if short {
			a.names(command.AttrNames(kind.attrs))
			continue
		}
		for _, attr := range kind.attrs {
			a.attribute(t, attr)
		}
	}
	a.Section("Providers")
	el := s.Env.Elect(cmd.Context(), t)
	if t.OnlyDeclared() {
		a.Print("")
		a.Paragraph(el.Why(), "  ")
	}
	if short && !usage.On(cmd, "providers") {
		a.names(command.ProviderNames(t))
		return nil
	}
	for _, p := range t.Providers() {
		a.providerDoc(el, p)
	}
	return nil
}

func metaparameters(t *ral.Type) []*ral.Attribute {
	return slices.DeleteFunc(slices.Clone(t.Order()), func(a *ral.Attribute) bool { return a.Kind != ral.Meta })
}

func (a describeCommand) attribute(t *ral.Type, attr *ral.Attribute) {
	a.Print("")
	a.Print("  %s", attr.Name)
	a.Paragraph(typedoc.Attribute(attr), "      ")
	a.needing(t, attr)
	if attr.Example != "" {
		a.Print("      For example %s=%s", attr.Name, attr.Example)
	}
	if attr.Required && !attr.Namevar {
		a.Print("      Required for a new %s", t.Name)
	}
	if !attr.Default.IsNil() {
		a.Print("      Default: %s", attr.Default.Text())
	}
	if attr.Class != noise.Chosen {
		a.Print("      A difference between hosts is: %s", attr.Class.String())
	}
	if some := slices.DeleteFunc(slices.Clone(attr.Classes), func(n noise.Named) bool { return n.Class == noise.Chosen }); len(some) > 0 {
		names := make([]string, len(some))
		for i, named := range some {
			names[i] = named.Class.String()
		}
		a.Print("      A difference between hosts is for some names: %s", strings.Join(names, ", "))
	}
}

// needing prints, for each value that needs features, the providers that have
// them.
func (a describeCommand) needing(t *ral.Type, attr *ral.Attribute) {
	for _, v := range attr.Values {
		if len(v.Features) == 0 || v.Pattern != nil {
			continue
		}
		var able []string
		for _, p := range t.Providers() {
			if literals, _ := attr.AllowedText(p); slices.Contains(literals, v.Name) {
				able = append(able, p.Name)
			}
		}
		who := "which no provider supports"
		if len(able) > 0 {
			who = "which these providers support: " + strings.Join(able, ", ")
		}
		a.Paragraph("`"+v.Name+"` needs the feature "+strings.Join(v.Features, ", ")+", "+who+".", "      ")
	}
}

func (a describeCommand) providerDoc(el onhost.Election, p *ral.Provider) {
	c, _ := el.Candidate(p)
	state, tok := "not suitable here", theme.Remove
	switch {
	case el.Winner == p:
		state, tok = "the default here", theme.OK
	case c.Suitable:
		state, tok = "suitable here", theme.OK
	}
	a.Print("")
	a.Print("  %s (%s)", p.Name, a.Paint(tok, state))
	a.Paragraph(typedoc.Scrub(p.Doc), "      ")
	if !p.Origin.BuiltIn() {
		a.Print("      From %s", p.Origin.String())
	}
	if names := p.FeatureNames(); len(names) > 0 {
		a.Paragraph("Features: "+strings.Join(names, ", "), "      ")
	}
}

// names prints the names of attributes or providers as a list.
func (a describeCommand) names(names []string) { a.Paragraph(strings.Join(names, ", "), "  ") }
