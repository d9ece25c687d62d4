package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/frame"
)

// whyCommand is the command why.
type whyCommand struct{ *command.App }

func (a whyCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "why TYPE[NAME] [PROPERTY]",
		Short:   "Explain the choice of provider and the source of each value",
		Example: "  ralsh why 'user[deploy]' shell\n  ralsh why 'service[cron]'\n  ralsh why package",
		Args:    usage.Arguments(1, 2),
		RunE:    a.why, ValidArgsFunction: a.CompleteTypes,
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a whyCommand) why(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	typ, name := args[0], ""
	if open := strings.IndexByte(typ, '['); open > 0 && strings.HasSuffix(typ, "]") {
		typ, name = typ[:open], typ[open+1:len(typ)-1]
	}
	a.SayFailuresOf(s, typ)
	t, err := s.Type(typ)
	if err != nil {
		return err
	}
	var attrs []*ral.Attribute
	if len(args) == 2 {
		attr := t.Attr(args[1])
		switch {
		case attr == nil && name == "":
			return usage.Errorf("%s has no attribute %q (for a resource: ralsh why '%s[%s]')", t.Name, args[1], t.Name, args[1])
		case attr == nil:
			return usage.Unknown("attribute", args[1], t.Name, command.AttrNames(t.Order()))
		}
		attrs = []*ral.Attribute{attr}
	}
	if name == "" {
		if a.Format != "text" {
			return a.Document(whyAs(ctx, s, t))
		}
		printChoice(a.App, t, s.Choose(ctx, t))
		a.whyFacts(ctx, s, t)
		return nil
	}
	if err := a.MayRead(ctx, s, t, name); err != nil {
		return err
	}
	if a.Format != "text" {
		if attrs == nil {
			attrs = t.Properties()
		}
		doc := whyAs(ctx, s, t)
		doc.Resource = a.whyResourceAs(ctx, s, t, name, attrs)
		return a.Document(doc)
	}
	return a.whyResource(ctx, s, t, name, attrs)
}

// whyFacts prints the facts that the choice depends on, with their sources.
func (a whyCommand) whyFacts(ctx context.Context, s *model.Session, t *ral.Type) {
	for _, use := range s.FactsOf(ctx, t) {
		switch {
		case use.Err != nil:
			a.Print("  ? fact %s", use.Err)
		case use.Value.IsNil():
			a.Print("    fact %s does not exist", use.Name)
		default:
			a.Print("    fact %s is %s, from %s", use.Name, use.Value.Text(), use.From)
		}
	}
}

func (a whyCommand) whyResource(ctx context.Context, s *model.Session, t *ral.Type, name string, attrs []*ral.Attribute) error {
	target, err := s.Resolve(ctx, t, name, "")
	c := s.Choose(ctx, t)
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Print("%s", a.Ref(t.Ref(name)))
	if target.Provider != nil {
		a.Print("  managed by %s: %s", target.Provider.Name, a.handledBecause(target, c))
	} else if err != nil {
		a.Print("  ! %s", err.Error())
	}
	for _, seen := range target.Seen {
		sign, text := seenText(seen)
		a.Print("  %s %s", a.Sign(sign), text)
	}
	if target.Found != nil {
		for _, finding := range target.Found.Findings() {
			a.Print("  ! %s", finding)
		}
	}
	a.Print("  %s", c.Election.Why())
	for _, sv := range c.All {
		if !sv.Suitable() {
			a.Print("  x %s: %s", sv.Provider.Name, sv.Reason())
		}
	}
	a.whyFacts(ctx, s, t)
	if target.Found == nil {
		return nil
	}
	if attrs == nil {
		attrs = t.Properties()
	}
	a.Print("")
	for _, attr := range attrs {
		a.whyAttribute(target, attr)
	}
	return nil
}

func (a whyCommand) handledBecause(target model.Target, c model.Choice) string {
	know, failed := 0, false
	for _, seen := range target.Seen {
		switch {
		case unread(seen) != "":
			failed = true
		case seen.Found.Present():
			know++
		}
	}
	switch {
	case know == 1 && target.Found.Present():
		return "only this provider finds it"
	case know > 1 && target.Found.Present():
		return "it is the default among the providers that find it"
	case know > 0:
		return "this is the default provider of " + c.Election.Type.Name + ", although a different provider finds the resource"
	case failed:
		return "it is unknown whether the resource exists, and this is the default provider of " + c.Election.Type.Name
	}
	return "no provider finds the resource, and this is the default provider of " + c.Election.Type.Name
}

// unread returns why it is unknown whether a resource exists, or "".
func unread(seen onhost.FindResult) string {
	if seen.Err != nil {
		return seen.Err.Error()
	}
	if is := seen.Found.Get("ensure"); is.IsUnknown() && seen.Found.From == "" {
		return is.Reason()
	}
	return ""
}

func seenText(seen onhost.FindResult) (sign frame.Sign, text string) {
	switch why := unread(seen); {
	case why != "":
		return frame.SignNeeds, fmt.Sprintf("%s cannot read it: %s", seen.Provider.Name, why)
	case !seen.Found.Present():
		return ' ', seen.Provider.Name + " does not find it"
	}
	text = seen.Provider.Name + " finds it"
	if seen.Found.From != "" {
		text += ", from " + seen.Found.From
	}
	if !seen.Found.Local {
		text += "; not local, so not managed here"
	}
	return frame.SignInSync, text
}

func (a whyCommand) whyAttribute(target model.Target, attr *ral.Attribute) {
	p := target.Provider
	if lacks := p.Lacks(attr); len(lacks) > 0 {
		a.Print("  x %s: %s", attr.Name, ral.LacksText(attr.Name, p.Name, lacks))
		return
	}
	if attr.Kind != ral.Property {
		a.Print("    %s: a %s, it is not read from the host", attr.Name, attr.Kind.String())
		return
	}
	is := target.Found.Get(attr.Name)
	if is.IsUnknown() {
		a.Print("  ? %s: unknown: %s", attr.Name, is.Reason())
		return
	}
	text := notation.ShowIs(attr, is)
	if !is.IsAbsent() {
		text += ", " + strings.TrimPrefix(is.Kind().String(), "secret")
	}
	a.Print("    %s: %s", attr.Name, strings.TrimSuffix(text, ", "))
	if from := target.Found.Source(attr.Name); from != "" && !is.IsAbsent() {
		a.Print("        read from %s", from)
	}
	if len(attr.Features) > 0 {
		a.Print("        needs %s, which %s supports", strings.Join(attr.Features, ", "), p.Name)
	}
}
