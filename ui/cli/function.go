package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/star"
	"ralsh/ral/value"
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
type functionCommand struct{ *app }

func (a functionCommand) command() *cobra.Command {
	list := &cobra.Command{
		Use: "list", Short: "List functions with their arguments", Example: "  ralsh function list\n  ralsh function list -o json", Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.functionList(cmd.Context()) },
	}
	a.outputFlag(list, "text", "json", "yaml")
	describe := &cobra.Command{
		Use: "describe NAME", Short: "Show the documentation of a function", Example: "  ralsh function describe size", Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.functionDescribe(cmd.Context(), args[0]) },
	}
	a.outputFlag(describe, "text", "json", "yaml")
	call := &cobra.Command{
		Use: "call NAME [ARGS ...]", Short: "Call a function with arguments as JSON or text",
		Example: "  ralsh function call upcase alice\n  ralsh function call size '[1, 2, 3]' -o json",
		Args:    arguments(1, -1),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.functionCall(cmd.Context(), args[0], args[1:]) },
	}
	a.outputFlag(call, "text", "json", "yaml")
	return group(&cobra.Command{
		Use: "function", Short: "List, describe or call functions from modules",
		Example: "  ralsh function list\n  ralsh function call upcase alice",
	}, list, describe, call)
}

// functions returns the functions of all modules, and the modules.
func (a functionCommand) functions(ctx context.Context) (*star.Space, *modules.Environment, error) {
	s, err := a.session(ctx)
	if err != nil || s.Modules.Loaded() == nil {
		return star.NewSpace(), &modules.Environment{}, err
	}
	a.failures(s.Modules.Loaded().FailuresOf(modules.Function))
	return s.Modules.Loaded().Space, s.Modules.Loaded(), nil
}

func (a functionCommand) functionList(ctx context.Context) error {
	space, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	doc := functionsDocument{Schema: schema, Functions: []functionItem{}}
	var rows [][]string
	for _, f := range space.Functions() {
		doc.Functions = append(doc.Functions, functionOf(f))
	}
	for _, p := range env.ForeignFunctions() {
		if space.Function(p.Called()) == nil {
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
	case a.output != "text":
		return a.document(doc)
	case len(rows) == 0:
		a.say("no module defines a function")
		return nil
	}
	a.table([]string{"FUNCTION", "KIND", "TAKES", "SUMMARY"}, rows)
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
	space, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	f := space.Function(name)
	if f == nil {
		for _, p := range env.ForeignFunctions() {
			if p.Called() == name && a.output != "text" {
				return a.document(functionDocument{schema, foreignFunction(p)})
			}
			if p.Called() == name {
				a.print("%s: %s", name, string(p.Kind))
				a.print("")
				a.print("From %s", p.File)
				return nil
			}
		}
		return noFunction(space, env, name)
	}
	if a.output != "text" {
		return a.document(functionDocument{schema, functionOf(f)})
	}
	a.print("%s: %s, takes %s", f.Name, functionKind(f), f.Arity())
	if f.Doc != "" {
		a.print("")
		a.paragraph(ral.ScrubDoc(f.Doc), "")
	}
	a.print("")
	a.print("From %s", f.Origin.String())
	return nil
}

func noFunction(space *star.Space, env *modules.Environment, name string) error {
	if why := env.Foreign(name, modules.RubyFunction, modules.PuppetFunction); why != "" {
		return usagef("unknown function %q: %s", name, why)
	}
	var names []string
	for _, f := range space.Functions() {
		names = append(names, f.Name)
	}
	for _, p := range env.ForeignFunctions() {
		names = append(names, p.Called())
	}
	if len(names) == 0 {
		return usagef("unknown function %q: no module defines functions", name)
	}
	return unknown("function", name, "", names)
}

func (a functionCommand) functionCall(ctx context.Context, name string, words []string) error {
	space, env, err := a.functions(ctx)
	if err != nil {
		return err
	}
	s, err := a.session(ctx)
	if err != nil {
		return err
	}
	var args []value.Value
	for _, word := range words {
		args = append(args, argument(word))
	}
	var v value.Value
	switch {
	case space.Function(name) != nil:
		v, err = space.Call(ctx, name, args...)
	case s.Modules.HasRubyFunction(ctx, name):
		var notes []ruby.Note
		v, notes, err = s.Modules.CallRuby(ctx, s.Env.Reader(), name, args)
		a.notes(notes)
	default:
		return noFunction(space, env, name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if a.output != "text" {
		return a.document(v)
	}
	switch v.Kind() {
	case value.Nil:
	case value.List, value.Map:
		out, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			return err
		}
		a.code(string(out) + "\n")
	default:
		a.code(v.Text() + "\n")
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
