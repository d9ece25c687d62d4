package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

type graphDocument struct {
	Schema    int         `json:"schema"`
	Resources []graphItem `json:"resources"`
	Edges     []graphEdge `json:"edges"`
}

type graphItem struct {
	N        int    `json:"n"`
	Resource string `json:"resource"`
	Position string `json:"position"`
}

type graphEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	By       string `json:"by"`
	Notifies bool   `json:"notifies"`
}

func (a *app) graphCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "graph FILE",
		Short:   "The order of all that a file declares, and why; a cycle is named",
		Example: "  ralsh graph site.yaml\n  ralsh graph catalog.json -o dot | dot -Tsvg > graph.svg",
		Args:    exactly(1, "graph needs a file: ralsh graph hosts.pp (- is standard input)"),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.graph(cmd.Context(), args[0]) },
	}
	a.outputFlag(cmd, "text", "dot", "json", "yaml")
	return cmd
}

func (a *app) graph(ctx context.Context, name string) error {
	_, plan, err := a.planFile(ctx, name, transaction.Options{})
	if err != nil {
		return err
	}
	edges := model.Edges(plan)
	switch a.output {
	case "dot":
		a.dot(plan.Steps, edges)
		return nil
	case "json", "yaml":
		return a.document(graphed(plan.Steps, edges))
	}
	a.order(plan.Steps, edges)
	return nil
}

func graphed(steps []*transaction.Step, edges []model.Edge) graphDocument {
	doc := graphDocument{Schema: Schema, Resources: []graphItem{}, Edges: []graphEdge{}}
	for _, s := range steps {
		doc.Resources = append(doc.Resources, graphItem{N: s.N, Resource: s.Ref(), Position: s.Decl.Pos})
	}
	for _, e := range edges {
		doc.Edges = append(doc.Edges, graphEdge{From: steps[e.From-1].Ref(), To: steps[e.To-1].Ref(), By: e.By, Notifies: e.Notifies})
	}
	return doc
}

// order prints the resources as they will come, each with all that it waits
// for; what waits for nothing stands where it was declared.
func (a *app) order(steps []*transaction.Step, edges []model.Edge) {
	into := make(map[int][]model.Edge)
	for _, e := range edges {
		into[e.To] = append(into[e.To], e)
	}
	for _, s := range steps {
		a.print("%d %s", s.N, s.Ref())
		for _, e := range into[s.N] {
			word := ""
			if e.Notifies {
				word = ", which refreshes it"
			}
			a.print("    after %d %s, by %s%s", e.From, steps[e.From-1].Ref(), e.By, word)
		}
	}
}

// dot prints the graph for dot(1): what notifies is drawn bold.
func (a *app) dot(steps []*transaction.Step, edges []model.Edge) {
	var b strings.Builder
	b.WriteString("digraph resources {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, s := range steps {
		fmt.Fprintf(&b, "  n%d [label=%s];\n", s.N, dotQuote(s.Ref()))
	}
	for _, e := range edges {
		style := ""
		if e.Notifies {
			style = ", style=bold"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", e.From, e.To, dotQuote(e.By), style)
	}
	b.WriteString("}\n")
	a.code(b.String())
}

// dotQuote is a quoted string of DOT: only the quote and the backslash mean
// anything in it.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(safe.Clean(s))) + `"`
}
