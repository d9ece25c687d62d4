package module

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ralsh/ral/modules/star/face"
	"ralsh/ral/typedoc"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// Wrapped is an annotation of commands whose Long is wrapped. The place of a module is a
// single line.
const Wrapped = "wrapped"

// faceCommand is the command of a face, a subcommand that a module defines.
type faceCommand struct{ *command.App }

// FaceCommand returns the command of a face. Its texts come from a module, and
// are cleaned here, because cobra prints help and completions as they are.
func FaceCommand(app *command.App, f *face.Face) *cobra.Command {
	a := faceCommand{app}
	from := "\n\nFrom " + string(safe.Clean(f.Origin.String()))
	whose := "synchronised"
	if f.Origin.Module != "" {
		whose = "module " + f.Origin.Module
	}
	cmd := &cobra.Command{
		Use: f.Name, Short: strings.TrimSpace(firstLine(f.Doc) + " (" + whose + ")"), Long: document(nil, f.Doc) + from,
		Annotations: map[string]string{Wrapped: ""},
	}
	usage.Group(cmd)
	for _, act := range f.Actions {
		below := &cobra.Command{
			Use: useLine(act), Short: firstLine(act.Doc), Long: document(act.Args, act.Doc), Annotations: map[string]string{Wrapped: ""}, Args: argumentsOf(act),
			ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
				if len(args) >= len(act.Args) {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				return completions(act.Args[len(args)])
			},
		}
		a.runs(below, act)
		cmd.AddCommand(below)
		if act.Default {
			cmd.Long = document(nil, f.Doc, "Without a command, "+f.Name+" runs "+act.Name+".") + from
			a.runs(cmd, act)
		}
	}
	return cmd
}

// argumentsOf accepts the arguments of an action. Optional arguments follow
// required arguments.
func argumentsOf(act *face.Action) cobra.PositionalArgs {
	least := 0
	for _, arg := range act.Args {
		if !arg.Optional {
			least++
		}
	}
	return usage.Arguments(least, len(act.Args))
}

// runs makes a command run an action.
func (a faceCommand) runs(cmd *cobra.Command, act *face.Action) {
	for _, opt := range act.Options {
		addOption(cmd, opt)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		given := map[string]value.Value{}
		for i, text := range args {
			v, err := parsed(act.Args[i], text)
			if err != nil {
				return usage.Errorf("%s %q: %w", argumentName(act.Args[i]), text, err)
			}
			given[act.Args[i].Name] = v
		}
		for _, opt := range act.Options {
			if flag := cmd.Flags().Lookup(optionName(opt.Name)); flag.Changed {
				given[opt.Name] = flag.Value.(*optionValue).v
			}
		}
		ctx := a.WithLongQueries(cmd.Context())
		s, err := a.Session(ctx)
		if err != nil {
			return err
		}
		v, err := s.Modules.CallAction(ctx, act, given, func(text string) { a.Say("%s", text) })
		switch {
		case err == nil:
			return a.faceData(v)
		case ctx.Err() != nil:
			return err
		}
		return errors.New(err.Error()) // a usage error inside an action is a failure
	}
	a.OutputFlag(cmd, "text", "json", "yaml")
}

func useLine(act *face.Action) string {
	text := act.Name
	for _, arg := range act.Args {
		if name := argumentName(arg); arg.Optional {
			text += " [" + name + "]"
		} else {
			text += " " + name
		}
	}
	return text
}

func argumentName(arg *face.Argument) string { return strings.ToUpper(arg.Name) }

// document returns paragraphs as the text of a help, and the arguments.
func document(args []*face.Argument, paragraphs ...string) string {
	var lines []string
	for _, text := range paragraphs {
		if text = strings.TrimSpace(typedoc.Scrub(text)); text != "" {
			lines = append(append(lines, output.Wrap(text, 76)...), "")
		}
	}
	if len(args) > 0 {
		lines = append(lines, "Arguments:")
	}
	for _, arg := range args {
		lines = append(lines, strings.TrimRight(fmt.Sprintf("  %-12s %s", argumentName(arg), argumentDoc(arg)), " "))
	}
	for i, line := range lines {
		lines[i] = string(safe.Clean(line))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// argumentDoc returns the doc of an argument with its valid values.
func argumentDoc(arg *face.Argument) string {
	text := firstLine(arg.Doc)
	if arg.Values != nil {
		text = strings.TrimLeft(strings.TrimSuffix(text, ".")+": "+string(safe.Clean(strings.Join(arg.Values, ", "))), ": ")
	}
	return text
}

func firstLine(doc string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(typedoc.Scrub(doc)), "\n")
	return string(safe.Clean(line))
}

func completions(arg *face.Argument) ([]string, cobra.ShellCompDirective) {
	return slices.DeleteFunc(slices.Clone(arg.Values), func(text string) bool { return !safe.Shows(text) }), cobra.ShellCompDirectiveNoFileComp
}
