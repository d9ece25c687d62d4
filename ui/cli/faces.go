package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/model"
	"ralsh/ral/modules"
	"ralsh/ral/modules/star/face"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/module"
	"ralsh/ui/cli/usage"
)

// reserve prevents faces from using the names of commands and common options.
func (a *app) reserve(root *cobra.Command) {
	names := face.Reserved{Commands: []string{"help"}, Options: []string{"help", "output"}}
	for _, cmd := range root.Commands() {
		names.Commands = append(append(names.Commands, cmd.Name()), cmd.Aliases...)
	}
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		names.Options = append(names.Options, optionParameter(f.Name))
	})
	a.ModuleChoice.Reserved = names
}

// addFaces adds the commands of modules if the command line names no built-in
// command, or lists the commands. Otherwise it does not load modules.
func (a *app) addFaces(ctx context.Context, root *cobra.Command) {
	args, completing := a.Args, false
	if len(args) > 1 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		args, completing = args[1:len(args)-1], true
	}
	root.InitDefaultHelpCmd()
	cmd, rest, _ := root.Find(args)
	helping := cmd != root && cmd.Name() == "help" && cmd.Parent() == root
	if helping {
		cmd, rest, _ = root.Find(rest)
	}
	if cmd != root {
		return
	}
	given := scanned(root, rest)
	if given.NArg() == 0 && !helping && !completing && given.Lookup("help").Value.String() == "" {
		return
	}
	o := &command.Opened{Root: given.Lookup("root").Value.String(), ModuleChoice: a.ModuleChoice}
	o.ModuleChoice.Path, o.ModuleChoice.Environment = given.Lookup("modulepath").Value.String(), given.Lookup("environment").Value.String()
	o.Session, o.Err = model.OpenWith(ctx, a.Registry, o.Root, o.ModuleChoice)
	a.Opened = o
	if env := o.Modules(); env != nil {
		for _, f := range env.Faces {
			root.AddCommand(module.FaceCommand(a.App, f))
		}
	}
}

// scanned reads the options of the root command from args, which may contain
// options of a face, without setting them.
func scanned(root *cobra.Command, args []string) *pflag.FlagSet {
	root.InitDefaultHelpFlag()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	root.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddFlag(&pflag.Flag{Name: f.Name, Shorthand: f.Shorthand, NoOptDefVal: f.NoOptDefVal, Value: new(scannedValue)})
	})
	_ = flags.Parse(args) // the command that is run reports it
	return flags
}

// scannedValue is the value of any option.
type scannedValue string

// Set stores the text.
func (v *scannedValue) Set(text string) error {
	*v = scannedValue(text)
	return nil
}

// String returns the text.
func (v *scannedValue) String() string { return string(*v) }

// Type returns the kind of value, for pflag.
func (*scannedValue) Type() string { return "string" }

// unknownCommand returns the error of a name that is neither a built-in command
// nor a face. If a face failed to load, its error is returned.
func (a *app) unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if env := a.Opened.Modules(); env != nil {
		if p := env.Find(modules.Face, args[0]); p != nil && p.State == modules.Failed {
			return p.Err
		}
		if why := env.Foreign(args[0], modules.RubyFace); why != "" {
			return usage.Errorf("unknown command %q: %s", args[0], why)
		}
	}
	err := errors.New(usage.Suggest(fmt.Sprintf("unknown command %q", args[0]), args[0], usage.CommandNames(cmd), "ralsh --help lists the commands"))
	if a.Opened != nil && a.Opened.Err != nil {
		err = errors.Join(a.Opened.Err, err) // a face may have it
	}
	return usage.Wrap(err)
}

// optionParameter returns the parameter of an option: dry_run for dry-run.
func optionParameter(name string) string { return strings.ReplaceAll(name, "-", "_") }
