package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/ral"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ui/cli/puppet"
	"ralsh/ui/cli/usage"
)

// OutputFlag adds -o with the formats of a command; the first format is the
// default.
func (a *App) OutputFlag(cmd *cobra.Command, formats ...string) {
	var format string
	cmd.Flags().StringVarP(&format, "output", "o", formats[0], "output `FORMAT`: "+strings.Join(formats, ", "))
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	run := cmd.RunE
	cmd.RunE = func(c *cobra.Command, args []string) error {
		if a.Format = format; !slices.Contains(formats, format) {
			return usage.Unknown("output format", format, "", formats)
		}
		return run(c, args)
	}
}

// ServerFlags registers the flags of a Puppet server and of the agent's
// certificate for it.
func ServerFlags(cmd *cobra.Command, opt *pluginsync.Options, server string) {
	flags := cmd.Flags()
	flags.StringVar(&opt.Server, "server", "", server)
	flags.StringVar(&opt.Identity.Name, "certname", "", "`NAME` of the agent's certificate (default: the full name of this host)")
	flags.StringVar(&opt.Identity.Dir, "ssldir", "", "`DIR` of the agent's certificates (default: the directory of Puppet)")
}

// SourceServerFlags registers the flags of the server that puppet: URLs come from.
func (a *App) SourceServerFlags(cmd *cobra.Command) {
	ServerFlags(cmd, &a.server, "read puppet: sources from the Puppet server `HOST[:PORT]` (default: from the modulepath)")
}

// FlagError returns the usage error of an error in the flags of a command.
func FlagError(cmd *cobra.Command, err error) error {
	text := usage.FlagText(err)
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if refused := puppet.RejectedFlag(cmd, unknown); refused != nil {
			return refused
		}
		near := ral.Nearest(unknown.GetSpecifiedName(), usage.FlagNames(cmd.Flags()))
		switch short := unknown.GetSpecifiedShortnames(); {
		case short != "":
			text = fmt.Sprintf("unknown flag: -%s (%s --help lists the flags)", unknown.GetSpecifiedName(), cmd.CommandPath())
		case near != "":
			text += " (did you mean --" + near + "?)"
		default:
			text += fmt.Sprintf(" (%s --help lists the flags)", cmd.CommandPath())
		}
	}
	return usage.Wrap(errors.New(text))
}
