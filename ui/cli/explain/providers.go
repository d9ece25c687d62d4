package explain

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/onhost"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
)

type providersDocument struct {
	Schema    int            `json:"schema"`
	Providers []providerItem `json:"providers"`
}

type providerItem struct {
	Type     string     `json:"type"`
	Name     string     `json:"name"`
	Suitable bool       `json:"suitable"`
	Default  bool       `json:"default"`
	Reason   string     `json:"reason"`
	Source   string     `json:"source"`
	Features []string   `json:"features"`
	Tests    []testItem `json:"tests"`
	Module   string     `json:"module"` // "" for what is built in
	File     string     `json:"file"`
}

type testItem struct {
	Kind      string   `json:"kind"`
	Declared  string   `json:"declared"`
	Expected  []string `json:"wanted"`
	Got       string   `json:"got"`
	Pass      bool     `json:"pass"`
	Hint      string   `json:"hint"`
	From      string   `json:"from"` // where the test is written
	ElapsedMS float64  `json:"elapsed_ms"`
}

// providersCommand is the command providers.
type providersCommand struct{ *command.App }

func (a providersCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "providers [TYPE]", Short: "List providers, their suitability tests and the default",
		Example: "  ralsh providers service\n  ralsh providers -o json",
		Args:    usage.Arguments(0, 1), RunE: a.providers, ValidArgsFunction: a.CompleteTypes,
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

func (a providersCommand) providers(cmd *cobra.Command, args []string) error {
	s, err := a.Session(cmd.Context())
	if err != nil {
		return err
	}
	types := s.Types()
	if len(args) == 0 {
		a.SayTypeFailures(s)
	} else {
		a.SayFailuresOf(s, args[0])
		t, err := s.Type(args[0])
		if err != nil {
			return err
		}
		types = []*ral.Type{t}
	}
	doc := providersDocument{Schema: output.Schema, Providers: []providerItem{}}
	for i, t := range types {
		c := s.Choose(cmd.Context(), t)
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		if a.Format == "text" {
			if i > 0 {
				a.Print("")
			}
			printChoice(a.App, t, c)
			continue
		}
		for _, sv := range c.All {
			doc.Providers = append(doc.Providers, item(c, sv))
		}
	}
	if a.Format != "text" {
		return a.Document(doc)
	}
	return nil
}

func item(c model.Choice, sv onhost.Suitability) providerItem {
	p := sv.Provider
	it := providerItem{
		Type: p.Type, Name: p.Name, Suitable: sv.Suitable(), Default: c.Election.Winner == p,
		Reason: c.Verdict(sv), Source: p.SourceName(), Features: append([]string{}, p.FeatureNames()...), Tests: []testItem{},
		Module: p.Origin.Module, File: p.Origin.Pos,
	}
	for _, v := range sv.Tests {
		it.Tests = append(it.Tests, testItem{
			Kind: string(v.Kind), Declared: v.Title, Expected: v.Expected, Got: v.Got,
			Pass: v.Pass(), Hint: v.Hint, From: v.From, ElapsedMS: output.Millis(v.Elapsed),
		})
	}
	return it
}

func printChoice(a *command.App, t *ral.Type, c model.Choice) {
	a.Print("%s", a.Paint(theme.Accent, t.Name))
	a.Print("  %s", c.Election.Why())
	for _, sv := range c.All {
		a.Print("")
		candidate, _ := c.Election.Candidate(sv.Provider)
		sign, tok, score := frame.SignCannot, theme.Remove, ""
		if sv.Suitable() {
			sign, tok, score = ' ', theme.OK, fmt.Sprintf("  score %d", candidate.Score)
		}
		if c.Election.Winner == sv.Provider {
			sign = frame.SignDefault
		}
		a.Print("  %s %s: %s%s", a.Sign(sign), sv.Provider.Name, a.Paint(tok, c.Verdict(sv)), score)
		if o := sv.Provider.Origin; !o.BuiltIn() {
			a.Print("      from %s", o.String())
		}
		for _, v := range sv.Tests {
			printVerdict(a, v)
		}
		printClauses(a, c, candidate)
	}
}

func printVerdict(a *command.App, v onhost.Verdict) {
	sign := map[onhost.Outcome]frame.Sign{
		onhost.Passed: frame.SignInSync, onhost.Failed: frame.SignCannot, onhost.NotKnown: frame.SignUnknown, onhost.Broken: frame.SignNeeds,
	}[v.Outcome]
	a.Print("      %s %s", a.Sign(sign), v.Title)
	a.Print("          expected  %s", strings.Join(v.Expected, " or "))
	a.Print("          current   %s", a.Paint(sign.Token(true), v.Got))
	if len(v.Read) > 0 && !strings.HasPrefix(v.Subject, "/") && v.Kind == condition.ConfineCommand {
		a.Print("          paths     %s", strings.Join(v.Read, " "))
	}
	if v.Hint != "" {
		a.Print("          hint      %s", v.Hint)
	}
}

func printClauses(a *command.App, c model.Choice, candidate onhost.Candidate) {
	for _, cl := range candidate.Clauses {
		if cl.Match {
			a.Print("      %s default for %s (here: %s)", a.Sign(frame.SignInSync), cl.Clause.String(), strings.Join(cl.Here, ", "))
		}
	}
	for _, cl := range candidate.Vetoes {
		if cl.Match {
			a.Print("      x never the default for %s (here: %s)", cl.Clause.String(), strings.Join(cl.Here, ", "))
		}
	}
	if c.Election.WouldWin(candidate.Provider) {
		a.Print("      %s would be the default if it were suitable.", candidate.Provider.Name)
	}
}
