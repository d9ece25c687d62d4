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

// setupCommand makes the configuration of a server, of hosts and of operators.
func setupCommand() *cobra.Command {
	opt := setup.Options{Home: os.Getenv("HOME"), Now: time.Now()}
	buckets := false
	cmd := &cobra.Command{
		Use: "setup DIR", Short: "Make the configuration of a NATS server, of hosts and of operators",
		Long: `ralsh-agent setup DIR makes the configuration of a NATS server, of the agents of
hosts and of operators in a directory, and a README with the commands that come
next. Running it again adds what is new, and keeps all keys.`,
		Example: `  ralsh-agent setup DIR --server broker.example.org --host 'web[01-40],db1' \
      --operator alice=~/.ssh/id_ed25519.pub
  ralsh-agent setup DIR --host db2
  ralsh-agent setup DIR --remove web07`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return nil
			}
			return usageError{errors.New("setup takes one directory: ralsh-agent setup DIR ...")}
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			say := func(line string) { fmt.Fprintln(cmd.OutOrStdout(), safe.Clean(line)) }
			switch {
			case buckets && cmd.Flags().NFlag() > 1:
				return usageError{errors.New("--buckets takes no other flag")}
			case buckets:
				return setup.Buckets(cmd.Context(), args[0], say)
			}
			if err := setup.Run(args[0], opt, say); err != nil {
				return err
			}
			say("what comes next is in " + filepath.Join(args[0], "README"))
			return nil
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringArrayVar(&opt.Servers, "server", nil, "`HOST[:PORT]` of the server, as hosts and operators reach it; repeated for its other names")
	flags.StringArrayVar(&opt.Hosts, "host", nil, "`NAMES` of hosts with commas and ranges: 'web[01-40],db1'; can be repeated")
	flags.StringArrayVar(&opt.Operators, "operator", nil, "`NAME=FILE` of an operator, with the public key of SSH that signs orders; can be repeated")
	flags.StringArrayVar(&opt.Remove, "remove", nil, "`NAMES` of hosts or operators that are to go; can be repeated")
	flags.BoolVar(&opt.JetStream, "jetstream", false, "keep facts and snapshots at the server, for hosts that are silent")
	flags.BoolVar(&buckets, "buckets", false, "make the buckets of --jetstream at the server, which runs")
	flags.StringVar(&opt.CA, "ca", "", "`FILE` with your certificate authority in PEM, instead of making one; the server's certificate is then yours")
	flags.StringVar(&opt.ServerDir, "server-dir", "", "`DIR` of its files at the server (default "+setup.ServerDir+")")
	return cmd
}
