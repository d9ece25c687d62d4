package module

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/star"
	"ralsh/ral/typedoc"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
)

type functionItem struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Arguments string `json:"arguments"`
	Doc       string `json:"doc"`
	Module    string `json:"module"`
	File      string `json:"file"`
}

type functionsDocument struct {
	Schema    int            `json:"schema"`
	Functions []functionItem `json:"functions"`
}

type functionDocument struct {
	Schema   int          `json:"schema"`
	Function functionItem `json:"function"`
}

// functionCommand is the command function.
type functionCommand struct{ *command.App }

func (a functionCommand) command() *cobra.Command {
	list := &cobra.Command{
		Use: "list", Short: "List functions with their arguments", Example: "  ralsh function list\n  ralsh function list -o json", Args: usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.functionList(cmd.Context()) },
	}
	a.OutputFlag(list, "text", "json", "yaml")
	describe := &cobra.Command{
		Use: "describe NAME", Short: "Show the documentation of a function", Args: usage.Arguments(1, 1),
		Example: "  ralsh --modulepath modules function describe greetings::shout",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.functionDescribe(cmd.Context(), args[0]) },
	}
	a.OutputFlag(describe, "text", "json", "yaml")
	call := &cobra.Command{
		Use: "call NAME [ARGS ...]", Short: "Call a function with arguments as JSON or text",
		Long:    "Calls a function of a module. If this host has a Ruby with Puppet, it also calls the functions of Puppet, such as upcase.",
		Example: "  ralsh --modulepath modules function call greetings::shout hello 3",
		Args:    usage.Arguments(1, -1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.functionCall(cmd.Context(), args[0], args[1:]) },
	}
	a.OutputFlag(call, "text", "json", "yaml")
	return usage.Group(&cobra.Command{
		Use: "function", Short: "List, describe or call functions from modules",
		Example: "  ralsh function list\n  ralsh --modulepath modules function call greetings::shout hello",
	}, list, describe, call)
}

// functions returns the session and its modules, which define the functions.
func (a functionCommand) functions(ctx context.Context) (*model.Session, *modules.Environment, error) {
	s, err := a.Session(ctx)
	if err != nil {
		return nil, nil, err
	}
	env := s.Modules.Loaded()
	if env == nil {
		return s, &modules.Environment{Space: star.NewSpace()}, nil
	}
	a.SayFailures(env.FailuresOf(modules.Function))
	return s, env, nil
}

func (a functionCommand) functionList(ctx context.Context) error {
	_, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	doc := functionsDocument{Schema: output.Schema, Functions: []functionItem{}}
	var rows [][]string
	for _, f := range env.Space.Functions() {
		doc.Functions = append(doc.Functions, functionOf(f))
	}
	for _, p := range env.ForeignFunctions() {
		if env.Space.Function(p.Called()) == nil {
			doc.Functions = append(doc.Functions, foreignFunction(p))
		}
	}
	slices.SortStableFunc(doc.Functions, func(a, b functionItem) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range doc.Functions {
		line, _, _ := strings.Cut(f.Doc, "\n")
		if line == "" {
			line = f.File
		}
		rows = append(rows, []string{f.Name, f.Kind, f.Arguments, line})
	}
	switch {
	case a.Format != "text":
		return a.Document(doc)
	case len(rows) == 0:
		a.Say("no module defines a function")
		return nil
	}
	a.Table([]string{"FUNCTION", "KIND", "TAKES", "SUMMARY"}, rows)
	return nil
}

func foreignFunction(p *modules.Plugin) functionItem {
	return functionItem{Name: p.Called(), Kind: string(p.Kind), Module: p.Module.Name, File: p.File}
}

func functionOf(f *star.Function) functionItem {
	return functionItem{f.Name, functionKind(f), f.Arity(), f.Doc, f.Origin.Module, f.Origin.Pos}
}

func functionKind(f *star.Function) string {
	if f.Statement {
		return "statement"
	}
	return "rvalue"
}

func (a functionCommand) functionDescribe(ctx context.Context, name string) error {
	s, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	f := env.Space.Function(name)
	if f == nil {
		for _, p := range env.ForeignFunctions() {
			if p.Called() == name && a.Format != "text" {
				return a.Document(functionDocument{output.Schema, foreignFunction(p)})
			}
			if p.Called() == name {
				a.Print("%s: %s", name, string(p.Kind))
				a.Print("")
				a.Print("From %s", p.File)
				return nil
			}
		}
		if s.Modules.HasRubyFunction(ctx, name) {
			return usage.Errorf("%s is a function of Puppet: see the documentation of Puppet", name)
		}
		return noFunction(ctx, s, env, name)
	}
	if a.Format != "text" {
		return a.Document(functionDocument{output.Schema, functionOf(f)})
	}
	a.Print("%s: %s, takes %s", f.Name, functionKind(f), f.Arity())
	if f.Doc != "" {
		a.Print("")
		a.Paragraph(typedoc.Scrub(f.Doc), "")
	}
	a.Print("")
	a.Print("From %s", f.Origin.String())
	return nil
}

// noFunction returns the error for an unknown function.
func noFunction(ctx context.Context, s *model.Session, env *modules.Environment, name string) error {
	if why := env.Foreign(name, modules.RubyFunction, modules.PuppetFunction); why != "" {
		return usage.Errorf("unknown function %q: %s", name, why)
	}
	var names []string
	for _, f := range env.Space.Functions() {
		names = append(names, f.Name)
	}
	for _, p := range env.ForeignFunctions() {
		names = append(names, p.Called())
	}
	hint := "ralsh function list lists the functions of modules"
	if _, lacking := s.Modules.Language(ctx); lacking != nil {
		hint = "the functions of Puppet are not available: " + lacking.Error()
	}
	return usage.Errorf("%s", usage.Suggest(fmt.Sprintf("unknown function %q", name), name, names, hint))
}

func (a functionCommand) functionCall(ctx context.Context, name string, words []string) error {
	s, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	var args []value.Value
	for _, word := range words {
		args = append(args, argument(word))
	}
	var v value.Value
	switch {
	case env.Space.Function(name) != nil:
		v, err = env.Space.Call(ctx, name, args...)
	case s.Modules.HasRubyFunction(ctx, name):
		var notes []ruby.Note
		v, notes, err = s.Modules.CallRuby(ctx, s.Env.Reader(), name, args)
		a.SayNotes(notes)
	default:
		return noFunction(ctx, s, env, name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if a.Format != "text" {
		return a.Document(v)
	}
	switch v.Kind() {
	case value.Nil:
	case value.List, value.Map:
		out, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return err
		}
		a.Code(string(out) + "\n")
	default:
		a.Code(v.Text() + "\n")
	}
	return nil
}

// argument parses an argument as JSON, or as a string.
func argument(word string) value.Value {
	dec := json.NewDecoder(strings.NewReader(word))
	dec.UseNumber()
	var x any
	if err := dec.Decode(&x); err != nil || dec.More() {
		return value.Str(word)
	}
	return value.FromPlain(x)
}
