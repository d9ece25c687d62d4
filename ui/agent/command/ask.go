//go:build linux

package command

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"ralsh/model/wire"
	"ralsh/ui/agent/ask"
)

// askCommand connects ralsh to the agents; ralsh starts it.
func askCommand() *cobra.Command {
	return &cobra.Command{
		Use: "ask", Short: "Connect ralsh to the agents of hosts",
		Args: noArguments(": ralsh starts it, for ralsh --on 'nats:FILTER' COMMAND"),
		RunE: func(cmd *cobra.Command, _ []string) error { return askHosts(cmd.Context()) },
	}
}

// askHosts connects ralsh to the agents. It sends an error to ralsh as its first message.
func askHosts(ctx context.Context) error {
	s, conn, err := connectOperator(ctx)
	if err != nil {
		return refuse(err)
	}
	defer conn.Close()
	opt := ask.Options{Hello: wire.Hello{Operator: s.Name, Principal: s.Principal, Key: s.Key}, Buckets: s.JetStream, Say: say}
	if err := ask.Run(ctx, conn, opt, os.Stdin, os.Stdout); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// refuse sends the reason for a failed start.
func refuse(err error) error {
	return wire.NewWriter(os.Stdout).Write(wire.Hello{Reason: wire.Clip(err.Error())})
}
