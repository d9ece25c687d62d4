package explain

import (
	"fmt"

	"github.com/spf13/cobra"

	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/tui/theme"
)

// Commands returns the commands that show types, providers and facts.
func Commands(a *command.App) []*cobra.Command {
	return []*cobra.Command{
		typesCommand{a}.command(), describeCommand{a}.command(), providersCommand{a}.command(), whyCommand{a}.command(), factsCommand{a}.command(),
	}
}

type typesDocument struct {
	Schema int        `json:"schema"`
	Types  []typeItem `json:"types"`
}

type typeItem struct {
	Name            string        `json:"name"`
	Summary         string        `json:"summary"`
	DefaultProvider *string       `json:"default_provider"`
	Providers       providerCount `json:"providers"`
	Module          string        `json:"module"` // "" for what is built in
	File            string        `json:"file"`
}

type providerCount struct {
	Suitable int `json:"suitable"`
	Total    int `json:"total"`
}

// typesCommand is the command types.
type typesCommand struct{ *command.App }

func (a typesCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use: "types", Short: "List resource types and their default providers",
		Example: "  ralsh types\n  ralsh types -o json", Args: usage.Arguments(0, 0), RunE: a.types,
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
	return cmd
}

// ListTypes lists the types in place of the result of a command.
func ListTypes(a *command.App, cmd *cobra.Command) error {
	if a.Format != "json" && a.Format != "yaml" {
		a.Format = "text"
	}
	return typesCommand{a}.types(cmd, nil)
}

func (a typesCommand) types(cmd *cobra.Command, _ []string) error {
	s, err := a.Session(cmd.Context())
	if err != nil {
		return err
	}
	a.SayTypeFailures(s)
	if env := s.Modules.Loaded(); env != nil {
		if err := env.RubyRuns(cmd.Context()); err != nil {
			a.Say("skipped the types of Ruby modules: %v", err)
		}
	}
	doc := typesDocument{Schema: output.Schema, Types: []typeItem{}}
	var rows [][]string
	for _, t := range s.Types() {
		el := s.Env.Elect(cmd.Context(), t)
		item := typeItem{Name: t.Name, Summary: t.Summary, Providers: providerCount{el.SuitableCount(), len(t.Providers())}, Module: t.Origin.Module, File: t.Origin.Pos}
		name := "no provider"
		if t.OnlyDeclared() {
			name = "not needed"
		}
		if el.Winner != nil {
			name = el.Winner.Name
			item.DefaultProvider = &name
		}
		doc.Types = append(doc.Types, item)
		what := t.Summary
		if !t.Origin.BuiltIn() {
			what += " (from " + t.Origin.String() + ")"
		}
		rows = append(rows, []string{t.Name, name, fmt.Sprintf("%d/%d", item.Providers.Suitable, item.Providers.Total), what})
	}
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if a.Format != "text" {
		return a.Document(doc)
	}
	a.TableOf([]string{"TYPE", "DEFAULT", "SUITABLE", "SUMMARY"}, rows, func(row int, head string) theme.Token {
		switch {
		case head == "TYPE":
			return theme.Accent
		case head == "DEFAULT" && doc.Types[row].DefaultProvider != nil:
			return theme.OK
		case head == "DEFAULT":
			return theme.Dim
		}
		return theme.Text
	})
	return nil
}
