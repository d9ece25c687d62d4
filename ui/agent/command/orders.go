package command

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model/order"
	"ralsh/ral/host/ownfiles"
	"ralsh/ui/agent/orders"
	"ralsh/ui/agent/settings"
)

const (
	stateDir  = "/var/lib/ralsh-agent"
	runSocket = "/run/ralsh-agent-run.sock"
)

// orderCommand checks the order of a connection, which is standard input and output.
func orderCommand() *cobra.Command {
	return &cobra.Command{
		Use: "order", Short: "Check an order as root (started by systemd)",
		Args: noArguments(""),
		RunE: func(cmd *cobra.Command, _ []string) error { return checkOrder(cmd.Context()) },
	}
}

func checkOrder(ctx context.Context) error {
	s, state, err := orderPlace()
	if err != nil {
		return errors.Join(err, orders.Refuse(ctx, os.Stdin, os.Stdout, err))
	}
	return orders.Check(ctx, os.Stdin, os.Stdout, orders.CheckOptions{
		Name: s.Name, State: state, Runner: runSocket, Now: time.Now,
		Signers: order.Signers{Allowed: "/etc/ralsh/allowed_signers", Revoked: "/etc/ralsh/revoked_keys"},
	})
}

// runCommand runs the order of a connection, which is standard input and output.
func runCommand() *cobra.Command {
	return &cobra.Command{
		Use: "run", Short: "Run a checked order as root (started by systemd)",
		Args: noArguments(""),
		RunE: func(cmd *cobra.Command, _ []string) error { return runOrder(cmd.Context()) },
	}
}

func runOrder(ctx context.Context) error {
	s, state, err := orderPlace()
	if err != nil {
		return err
	}
	return orders.Run(ctx, os.Stdin, os.Stdout, orders.RunOptions{Program: s.Program, State: state, Now: time.Now})
}

// orderPlace returns the settings of this host, and the state directory of its orders.
func orderPlace() (settings.Agent, *ownfiles.State, error) {
	s, err := settings.ReadAgent(settings.AgentFile)
	if err != nil {
		return s, nil, err
	}
	state, err := ownfiles.Open(stateDir)
	return s, state, err
}

func ordersCommand() *cobra.Command {
	form := text
	cmd := &cobra.Command{
		Use: "orders", Short: "List the orders of this host",
		Args: noArguments(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return orders.Print(cmd.OutOrStdout(), ownfiles.Peek(stateDir), form == inJSON)
		},
	}
	form.flag(cmd)
	return cmd
}
