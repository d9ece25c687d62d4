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

// askCommand asks the agents of hosts for ralsh, which starts it.
func askCommand() *cobra.Command {
	return &cobra.Command{
		Use: "ask", Short: "Connect ralsh to the agents of hosts",
		Args: noArguments(": ralsh starts it, for ralsh --on 'nats:FILTER' COMMAND"),
		RunE: func(cmd *cobra.Command, _ []string) error { return askHosts(cmd.Context()) },
	}
}

// askHosts asks the agents. What is wrong goes to ralsh, as its first message.
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

// refuse says why nothing can be asked.
func refuse(err error) error {
	return wire.NewWriter(os.Stdout).Write(wire.Hello{Reason: wire.Clip(err.Error())})
}
