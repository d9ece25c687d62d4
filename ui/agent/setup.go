//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"ralsh/ui/agent/setup"
	"ralsh/ui/safe"
)

const setupUsage = `ralsh-agent setup DIR makes the configuration of a NATS server, of the agents of
hosts and of operators in a directory, and a README with the commands that come
next. Running it again adds what is new, and keeps all keys.

  ralsh-agent setup DIR --server broker.example.org --host 'web[01-40],db1' \
      --operator alice=~/.ssh/id_ed25519.pub
  ralsh-agent setup DIR --host db2
  ralsh-agent setup DIR --remove web07

`

// setupRole is the role setup.
func setupRole(ctx context.Context, args []string) error {
	opt := setup.Options{Home: os.Getenv("HOME"), Now: time.Now()}
	buckets := false
	flags := pflag.NewFlagSet("setup", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() { fmt.Print(setupUsage, flags.FlagUsagesWrapped(80)) }
	flags.StringArrayVar(&opt.Servers, "server", nil, "`HOST[:PORT]` of the server, as hosts and operators reach it; repeated for its other names")
	flags.StringArrayVar(&opt.Hosts, "host", nil, "`NAMES` of hosts with commas and ranges: 'web[01-40],db1'; can be repeated")
	flags.StringArrayVar(&opt.Operators, "operator", nil, "`NAME=FILE` of an operator, with the public key of SSH that signs orders; can be repeated")
	flags.StringArrayVar(&opt.Remove, "remove", nil, "`NAMES` of hosts or operators that are to go; can be repeated")
	flags.BoolVar(&opt.JetStream, "jetstream", false, "keep facts and snapshots at the server, for hosts that are silent")
	flags.BoolVar(&buckets, "buckets", false, "make the buckets of --jetstream at the server, which runs")
	flags.StringVar(&opt.CA, "ca", "", "`FILE` with your certificate authority in PEM, instead of making one; the server's certificate is then yours")
	flags.StringVar(&opt.ServerDir, "server-dir", "", "`DIR` of its files at the server (default "+setup.ServerDir+")")
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return nil
	case err != nil:
		return usageError{err}
	case flags.NArg() != 1:
		return usageError{errors.New("setup takes one directory: ralsh-agent setup DIR ...")}
	case buckets && flags.NFlag() > 1:
		return usageError{errors.New("--buckets takes no other flag")}
	}
	dir, say := flags.Arg(0), func(line string) { fmt.Println(safe.Clean(line)) }
	if buckets {
		return setup.Buckets(ctx, dir, say)
	}
	if err := setup.Run(dir, opt, say); err != nil {
		return err
	}
	say("what comes next is in " + filepath.Join(dir, "README"))
	return nil
}
