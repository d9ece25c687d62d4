package change

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/transaction/catalog"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

type graphDocument struct {
	Schema     int              `json:"schema"`
	Resources  []graphItem      `json:"resources"`
	Containers []graphContainer `json:"containers"`
	Edges      []graphEdge      `json:"edges"`
}

type graphItem struct {
	N        int      `json:"n"`
	Resource string   `json:"resource"`
	Position string   `json:"position"`
	In       []string `json:"in"`
}

type graphContainer struct {
	Container string   `json:"container"`
	Position  string   `json:"position"`
	In        []string `json:"in"`
}

type graphEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	By       string `json:"by"`
	Notifies bool   `json:"notifies"`
}

// graphCommand is the command graph.
type graphCommand struct{ *runner }

func (a graphCommand) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "graph FILE",
		Short:   "Show the order in which a file is applied, and why",
		Example: "  ralsh graph site.yaml\n  ralsh graph catalog.json -o dot | dot -Tsvg > graph.svg",
		Args:    usage.Arguments(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.graph(cmd.Context(), args[0]) },
	}
	a.OutputFlag(cmd, "text", "dot", "json", "yaml")
	return cmd
}

func (a graphCommand) graph(ctx context.Context, name string) error {
	order, err := a.ordered(ctx, name)
	if err != nil && ctx.Err() == nil {
		err = a.refusedDocument(err)
	}
	if err != nil {
		return err
	}
	switch a.Format {
	case "dot":
		a.dot(order)
		return nil
	case "json", "yaml":
		return a.Document(graphed(order))
	}
	a.order(order)
	return nil
}

// ordered reads the declarations of a file and orders them.
func (a graphCommand) ordered(ctx context.Context, name string) (*catalog.Order, error) {
	s, decls, err := a.declared(ctx, filesOf(name))
	if err != nil {
		return nil, err
	}
	order, err := s.Order(ctx, decls...)
	if err != nil {
		return nil, cannotPlan(ctx, s, decls, err)
	}
	return order, nil
}

func graphed(o *catalog.Order) graphDocument {
	doc := graphDocument{Schema: output.Schema, Resources: []graphItem{}, Containers: []graphContainer{}, Edges: []graphEdge{}}
	for _, m := range o.Members {
		in := append([]string{}, m.Decl.Holders()...)
		if m.Decl.Container {
			doc.Containers = append(doc.Containers, graphContainer{m.Decl.Ref(), m.Decl.Pos, in})
			continue
		}
		doc.Resources = append(doc.Resources, graphItem{m.N, m.Decl.Ref(), m.Decl.Pos, in})
	}
	for _, e := range o.Edges {
		doc.Edges = append(doc.Edges, graphEdge{
			From: o.Members[e.From].Decl.Ref(), To: o.Members[e.To].Decl.Ref(), By: e.By, Notifies: e.Notifies,
		})
	}
	return doc
}

// order prints the resources in the order of an apply, each with its
// predecessors. A container is printed without a number before its contents,
// which wait for the same resources.
func (a graphCommand) order(o *catalog.Order) {
	into := make(map[int][]catalog.Edge)
	for _, e := range o.Edges {
		into[e.To] = append(into[e.To], e)
	}
	for i, m := range o.Members {
		a.Print("%s", numbered(m))
		if in := m.Decl.Holders(); len(in) > 0 {
			a.Print("    in %s", strings.Join(in, ", "))
		}
		for _, e := range into[i] {
			word := ""
			if e.Notifies {
				word = " (refreshes it)"
			}
			a.Print("    after %s, by %s%s", after(o.Members[e.From]), e.By, word)
		}
	}
}

func numbered(m catalog.Member) string {
	if m.Decl.Container {
		return "- " + m.Decl.Ref()
	}
	return fmt.Sprintf("%d %s", m.N, m.Decl.Ref())
}

func after(m catalog.Member) string {
	if m.Decl.Container {
		return "all of " + m.Decl.Ref()
	}
	return numbered(m)
}

// dot prints the graph for dot(1). Notifications are bold edges; a container is a
// folder with dotted edges to its contents.
func (a graphCommand) dot(o *catalog.Order) {
	var b strings.Builder
	b.WriteString("digraph resources {\n  rankdir=LR;\n  node [shape=box];\n")
	at := make(map[string]int, len(o.Members))
	for i, m := range o.Members {
		at[m.Decl.Ref()] = i + 1
		shape := ""
		if m.Decl.Container {
			shape = ", shape=folder"
		}
		fmt.Fprintf(&b, "  n%d [label=%s%s];\n", i+1, dotQuote(m.Decl.Ref()), shape)
	}
	for i, m := range o.Members {
		for _, ref := range m.Decl.Holders() {
			fmt.Fprintf(&b, "  n%d -> n%d [style=dotted];\n", at[ref], i+1)
		}
	}
	for _, e := range o.Edges {
		style := ""
		if e.Notifies {
			style = ", style=bold"
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s%s];\n", e.From+1, e.To+1, dotQuote(e.By), style)
	}
	b.WriteString("}\n")
	a.Code(b.String())
}

// dotQuote quotes a string for DOT, in which only the quote and the backslash are
// special.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(safe.Clean(s))) + `"`
}
