//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"ralsh/ui/agent/setup"
)

const setupUsage = `ralsh-agent setup DIR makes the configuration of a NATS server, of the agents of
hosts and of operators in a directory, and a README with the commands that come
next. Running it again adds what is new, and keeps all keys.

  ralsh-agent setup DIR --server broker.example.org --host 'web[01-40],db1' \
      --operator alice=~/.ssh/id_ed25519.pub
  ralsh-agent setup DIR --host db2
  ralsh-agent setup DIR --remove web07

`

// runSetup is the role setup.
func runSetup(ctx context.Context, p process, args []string) int {
	opt := setup.Options{Home: p.getenv("HOME"), Now: time.Now()}
	buckets := false
	flags := pflag.NewFlagSet("setup", pflag.ContinueOnError)
	flags.SetOutput(p.out)
	flags.Usage = func() { fmt.Fprint(p.out, setupUsage, flags.FlagUsagesWrapped(80)) }
	flags.SortFlags = false
	flags.StringArrayVar(&opt.Servers, "server", nil, "`HOST[:PORT]` of the server, as hosts and operators reach it; repeated for its other names")
	flags.StringArrayVar(&opt.Hosts, "host", nil, "`NAMES` of hosts with commas and ranges: 'web[01-40],db1'; can be repeated")
	flags.StringArrayVar(&opt.Operators, "operator", nil, "`NAME=FILE` of an operator, with the public key of SSH that signs orders; can be repeated")
	flags.StringArrayVar(&opt.Remove, "remove", nil, "`NAMES` of hosts or operators that are to go; can be repeated")
	flags.BoolVar(&opt.JetStream, "jetstream", false, "keep facts and snapshots at the server, for hosts that are silent")
	flags.BoolVar(&buckets, "buckets", false, "make the buckets of --jetstream at the server, which runs")
	flags.StringVar(&opt.CA, "ca", "", "`FILE` with your certificate authority in PEM, instead of making one; the server's certificate is then yours")
	flags.StringVar(&opt.ServerDir, "server-dir", "", "`DIR` of these files at the server (default "+setup.ServerDir+")")
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return done
	case err != nil:
		p.say(err.Error())
		return badUsage
	case flags.NArg() != 1:
		p.say("setup takes one directory: ralsh-agent setup DIR ...")
		return badUsage
	}
	say := func(line string) { fmt.Fprintln(p.out, line) }
	dir := flags.Arg(0)
	if buckets {
		if flags.NFlag() > 1 {
			p.say("--buckets goes alone")
			return badUsage
		}
		return p.ended(setup.Buckets(ctx, dir, p.say))
	}
	if err := setup.Run(dir, opt, say); err != nil {
		return p.ended(err)
	}
	say("what comes next is in " + dir + "/README")
	return done
}

// ended says an error, and returns the exit status.
func (p process) ended(err error) int {
	if err == nil {
		return done
	}
	p.say(err.Error())
	return failed
}
