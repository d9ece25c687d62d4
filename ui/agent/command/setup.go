//go:build linux

package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ralsh/ui/agent/setup"
	"ralsh/ui/safe"
)

// setupCommand creates the configuration of a server, of hosts and of operators.
func setupCommand() *cobra.Command {
	opt := setup.Options{Home: os.Getenv("HOME"), Now: time.Now()}
	buckets := false
	cmd := &cobra.Command{
		Use: "setup DIR", Short: "Create the configuration of a NATS server, hosts and operators",
		Long: `ralsh-agent setup DIR creates a directory with the configuration of a NATS server,
of the agents of hosts and of operators, and a README with the next commands.
A later run adds new hosts and operators, and never replaces a key.`,
		Example: `  ralsh-agent setup DIR --server broker.example.org --host 'web[01-40],db1' \
      --operator alice=~/.ssh/id_ed25519.pub
  ralsh-agent setup DIR --host db2
  ralsh-agent setup DIR --remove web07`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return usageError{errors.New("setup takes exactly 1 argument: ralsh-agent setup DIR")}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			say := func(line string) { fmt.Fprintln(cmd.OutOrStdout(), safe.Clean(line)) }
			switch {
			case buckets && cmd.Flags().NFlag() > 1:
				return usageError{errors.New("--buckets cannot be combined with other flags")}
			case buckets:
				return setup.Buckets(cmd.Context(), args[0], say)
			}
			if err := setup.Run(args[0], opt, say); err != nil {
				return err
			}
			say("next steps: " + filepath.Join(args[0], "README"))
			return nil
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&opt.Servers, "server", nil, "`HOST[:PORT]` of the NATS server; repeat the flag for more names of the server")
	flags.StringArrayVar(&opt.Hosts, "host", nil, "add the hosts `NAMES`, with commas and ranges: 'web[01-40],db1'; can be repeated")
	flags.StringArrayVar(&opt.Operators, "operator", nil, "add an operator: `NAME=FILE`, with the public SSH key that signs orders; can be repeated")
	flags.StringArrayVar(&opt.Remove, "remove", nil, "remove the hosts or operators `NAMES`; can be repeated")
	flags.BoolVar(&opt.JetStream, "jetstream", false, "store facts and snapshots on the server")
	flags.BoolVar(&buckets, "buckets", false, "create the buckets of --jetstream on the running server")
	flags.StringVar(&opt.CA, "ca", "", "use the certificate authority of `FILE` (PEM); you provide the certificate of the server")
	flags.StringVar(&opt.ServerDir, "server-dir", "", "directory `DIR` of the files on the server (default "+setup.ServerDir+")")
	return cmd
}
