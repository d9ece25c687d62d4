package module

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/modules"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// moduleCommand is the command module.
type moduleCommand struct{ *command.App }

func (a moduleCommand) command() *cobra.Command {
	check := &cobra.Command{
		Use: "check DIR", Short: "Report all errors in a module",
		Example: "  ralsh module check greetings",
		Args:    usage.Arguments(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.moduleCheck(cmd.Context(), args[0]) },
	}
	a.OutputFlag(check, "text", "json", "yaml")
	begin := &cobra.Command{
		Use: "new NAME", Short: "Create a working module with a type and a provider",
		Long:    "Creates a module with a working type and provider. NAME is the directory; its last part is the name of the module.",
		Example: "  ralsh module new greetings\n  ralsh module check greetings\n  ralsh module test greetings\n  ralsh --modulepath . resource greetings hello ensure=present content=hi --noop",
		Args:    usage.Arguments(1, 1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.moduleNew(cmd.Context(), args[0]) },
	}
	list := modulesCommand(a).command("list")
	list.Hidden = true
	return usage.Group(&cobra.Command{
		Use: "module", Short: "Check, test or create a module",
		Example: "  ralsh module new greetings\n  ralsh module check greetings\n  ralsh module test greetings",
	}, append(puppet.RejectedCommands("module"), check, a.moduleTestCommand(), begin, list)...)
}

type checkDocument struct {
	Schema   int         `json:"schema"`
	Module   string      `json:"module"`
	Findings []checkItem `json:"findings"`
}

type checkItem struct {
	Place   string `json:"place"`
	Message string `json:"message"`
	Kind    string `json:"kind"`
}

// moduleCheck prints the findings about a module. The exit status is 1 for an
// error; remarks do not count.
func (a moduleCommand) moduleCheck(ctx context.Context, dir string) error {
	a.Quiet = true
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	m, findings, err := s.Modules.Check(ctx, a.Registry, dir)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	doc := checkDocument{Schema: output.Schema, Module: dir, Findings: []checkItem{}}
	errors := 0
	for _, f := range findings {
		kind := "remark"
		if !f.Remark {
			kind = "mistake"
			errors++
		}
		doc.Findings = append(doc.Findings, checkItem{f.Pos, f.Message, kind})
	}
	if a.Format != "text" {
		err = a.Document(doc)
	} else {
		a.checked(doc, m, errors)
	}
	if err == nil && errors > 0 {
		err = command.StatusError(command.Failure)
	}
	return err
}

func (a moduleCommand) checked(doc checkDocument, m *modules.Module, errors int) {
	for _, f := range doc.Findings {
		if f.Kind == "remark" {
			f.Message = "remark: " + f.Message
		}
		a.Print("%s: %s", f.Place, f.Message)
	}
	sum := fmt.Sprintf("%s, %s", output.Counted(errors, "error"), output.Counted(len(doc.Findings)-errors, "remark"))
	if m != nil {
		sum += "; it contains " + brings(m)
	}
	a.Print("%s: %s", doc.Module, sum)
}

// brings returns the number of plugins of a module by kind.
func brings(m *modules.Module) string {
	count := map[modules.Kind]int{}
	for _, p := range m.Plugins {
		count[p.Kind]++
	}
	var list []string
	for _, kind := range []modules.Kind{modules.Type, modules.Provider, modules.Fact, modules.Feature, modules.Function, modules.Face, modules.ExternalFact, modules.Lens} {
		if n := count[kind]; n > 0 {
			list = append(list, output.Counted(n, string(kind)))
		}
	}
	return cmp.Or(strings.Join(list, ", "), "no plugins in the module language")
}

func (a moduleCommand) moduleNew(ctx context.Context, name string) error {
	a.Quiet = true
	s, err := a.Session(ctx)
	if err != nil {
		return err
	}
	files, err := s.Modules.New(ctx, a.Registry, name)
	for _, file := range files {
		a.Print("wrote %s", file)
	}
	if bad, ok := errors.AsType[*modules.NameError](err); ok {
		return usage.Wrap(bad)
	}
	return err
}
