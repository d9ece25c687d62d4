//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"ralsh/ral/host"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/serve"
	"ralsh/ui/agent/settings"
	"ralsh/ui/safe"
)

// orderSocket is where the helper takes orders.
const orderSocket = "/run/ralsh-agent/order.sock"

const serveUsage = `ralsh-agent serve is the agent of this host: it answers operators over NATS what
they look at, and passes their orders to the helper that checks them. A service
of systemd runs it, as the user ralsh.

`

// serveRole is the agent of this host.
func serveRole(ctx context.Context, args []string) error {
	config, socket := "", ""
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.Usage = func() { fmt.Print(serveUsage, flags.FlagUsagesWrapped(80)) }
	flags.StringVar(&config, "config", settings.AgentFile, "`FILE` with the settings")
	flags.StringVar(&socket, "orders", orderSocket, "`SOCKET` of the helper that checks orders")
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return nil
	case err != nil:
		return usageError{err}
	case flags.NArg() > 0:
		return usageError{errors.New("serve takes no arguments but flags")}
	}
	return serveHost(ctx, config, socket)
}

func serveHost(ctx context.Context, config, socket string) error {
	s, err := settings.ReadAgent(config)
	if err != nil {
		return err
	}
	ralsh := serve.NewRalsh(s.Program, s.Name)
	installed, err := ralsh.Version(ctx)
	if err != nil {
		return err
	}
	conn, err := connect.Agent(ctx, s.Connection, say)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	var fresh sync.WaitGroup
	fresh.Go(func() {
		ralsh.KeepFresh(ctx, func(err error) {
			if err == nil {
				say("the facts can be read again")
				return
			}
			say("the facts cannot be read: " + err.Error())
		})
	})
	defer fresh.Wait()
	defer cancel()
	err = serve.Run(ctx, conn, serve.Options{
		Name: s.Name, Version: installed, System: ralsh.System, Match: ralsh.Match, Look: ralsh.Look, Say: say, Ready: func() {},
		JetStream: s.JetStream, Keeper: serve.Keeper{Boot: bootNumber(ctx), Facts: ralsh.Facts, Snapshot: ralsh.Snapshot},
		Order: func(ctx context.Context) (io.ReadWriteCloser, error) { return host.DialLocal(ctx, socket) },
	})
	if err == nil {
		say("ended: it was stopped")
	}
	return err
}

// bootNumber returns the number of this boot (random(4)), "" if it cannot be read.
func bootNumber(ctx context.Context) string {
	text, _ := host.Machine().Reader().ReadFile(ctx, "/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text))
}

// say prints a line for the journal of the system. Foreign text in it is made harmless.
func say(line string) { fmt.Fprintln(os.Stderr, safe.Clean(line)) }
