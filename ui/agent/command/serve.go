//go:build linux

package command

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ralsh/ral/host/attached"
	"ralsh/ral/host/local"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/daemon"
	"ralsh/ui/agent/settings"
)

// orderSocket is the socket of the helper.
const orderSocket = "/run/ralsh-agent/order.sock"

// serveCommand is the agent of this host.
func serveCommand() *cobra.Command {
	config, socket := "", ""
	cmd := &cobra.Command{
		Use: "serve", Short: "Run the agent of this host (started by systemd)",
		Long: `ralsh-agent serve is the agent of this host. It runs read-only commands of operators,
which it receives over NATS, and passes their orders to the helper that checks
them. A service of systemd runs it as the user ralsh.`,
		Args: noArguments(" but flags"),
		RunE: func(cmd *cobra.Command, _ []string) error { return serveHost(cmd.Context(), config, socket) },
	}
	cmd.Flags().StringVar(&config, "config", settings.AgentFile, "`FILE` with the settings")
	cmd.Flags().StringVar(&socket, "orders", orderSocket, "`SOCKET` of the helper that checks orders")
	return cmd
}

func serveHost(ctx context.Context, config, socket string) error {
	s, err := settings.ReadAgent(config)
	if err != nil {
		return err
	}
	ralsh := daemon.NewRalsh(s.Program, s.Name)
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
				say("the facts are available again")
				return
			}
			say("cannot read the facts: " + err.Error())
		})
	})
	defer fresh.Wait()
	defer cancel()
	err = daemon.Run(ctx, conn, daemon.Options{
		Name: s.Name, Version: installed, System: ralsh.System, Match: ralsh.Match, Read: ralsh.Read, Say: say, Ready: func() {},
		JetStream: s.JetStream, Keeper: daemon.Keeper{Boot: bootNumber(ctx), Facts: ralsh.Facts, Snapshot: ralsh.Snapshot},
		Order: func(ctx context.Context) (io.ReadWriteCloser, error) { return attached.Dial(ctx, socket) },
	})
	if err == nil {
		say("stopped")
	}
	return err
}

// bootNumber returns the number of this boot (random(4)), "" if it cannot be read.
func bootNumber(ctx context.Context) string {
	text, _ := local.Machine().Reader().ReadFile(ctx, "/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(text))
}
