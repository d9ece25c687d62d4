package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ui/cli/module"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// helpColumns is the width of the help.
const helpColumns = 80

// flagGroup is a group of flags in the help.
type flagGroup struct {
	title string
	flags []string
	brief bool // the help of the program only names the flags
}

// flagGroups returns the groups in the order of the help. The flags that belong to no group
// precede them.
func flagGroups() []flagGroup {
	return []flagGroup{
		{title: "General flags", flags: []string{"help", "root", "version"}},
		{title: "Remote flags", flags: []string{"on"}},
		{title: "Module flags", flags: []string{"certname", "environment", "external-dir", "modulepath", "server", "ssldir"}, brief: true},
		{title: "Output flags", flags: []string{"ascii", "color", "mouse", "output", "plain", "theme", "timing"}, brief: true},
	}
}

// help prints the help of a command.
func (a *app) help(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	about := strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short))
	if _, is := cmd.Annotations[module.Wrapped]; !is {
		about = strings.Join(output.Wrap(about, helpColumns), "\n")
	}
	b.WriteString(about + "\n\nUsage:\n")
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command] [flags]\n\nCommands:\n", cmd.CommandPath())
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
			}
		}
	} else {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	b.WriteString("\n" + flagsText(cmd))
	switch {
	case !cmd.HasParent():
		b.WriteString("\nHelp of a command: ralsh COMMAND --help\nCommands and options of Puppet: ralsh help puppet\n")
	case puppet.Has(cmd):
		b.WriteString("\nOptions of Puppet: ralsh help puppet\n")
	}
	fmt.Fprint(a.Out, b.String())
}

// flagsText returns the flags of a command in their groups.
func flagsText(cmd *cobra.Command) string {
	groups := append([]flagGroup{{title: "Flags"}}, flagGroups()...)
	sets := make([]*pflag.FlagSet, len(groups))
	for i := range sets {
		sets[i] = pflag.NewFlagSet("", pflag.ContinueOnError)
	}
	for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			in := slices.IndexFunc(groups, func(g flagGroup) bool { return slices.Contains(g.flags, f.Name) })
			sets[max(in, 0)].AddFlag(f)
		})
	}
	text := ""
	for i, g := range groups {
		switch set := sets[i]; {
		case !set.HasAvailableFlags():
		case g.brief && !cmd.HasParent():
			text += g.title + ": --" + strings.Join(usage.FlagNames(set), ", --") + " (ralsh demo --help)\n"
		default:
			text += g.title + ":\n" + set.FlagUsagesWrapped(helpColumns)
		}
	}
	return text
}

// helpCommand is the command help. Unlike the help command of cobra, it fails for an unknown
// command.
func helpCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "help [COMMAND]", Short: "Show the help of a command, or Puppet's terms",
		Example: "  ralsh help apply\n  ralsh help module test\n  ralsh help puppet",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
			var list []string
			if of, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range of.Commands() {
					if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), begin) {
						list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 && of.HasSubCommands() {
				err = of.ValidateArgs(rest)
			}
			if err != nil {
				return err
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
	cmd.AddCommand(&cobra.Command{
		Use: "puppet", Short: "Translate the commands and options of Puppet",
		Example: "  ralsh help puppet", Args: usage.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			puppet.Print(&a.Printer, helpColumns)
			return nil
		},
	})
	return cmd
}
