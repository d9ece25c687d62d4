package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"ralsh/model/order"
	"ralsh/ral/host"
	"ralsh/ui/agent/orders"
	"ralsh/ui/agent/settings"
)

// The files of orders at a host.
const (
	stateDir  = "/var/lib/ralsh-agent"
	runSocket = "/run/ralsh-agent-run.sock"
)

// orderRole checks the order of one connection, which is standard input and output.
func orderRole(ctx context.Context, _ []string) error {
	s, state, err := orderPlace()
	if err != nil {
		return errors.Join(err, orders.Refuse(ctx, os.Stdin, os.Stdout, err))
	}
	return orders.Check(ctx, os.Stdin, os.Stdout, orders.CheckOptions{
		Name: s.Name, State: state, Runner: runSocket, Now: time.Now,
		Signers: order.Signers{Allowed: "/etc/ralsh/allowed_signers", Revoked: "/etc/ralsh/revoked_keys"},
	})
}

// runRole runs the order of one connection, which is standard input and output.
func runRole(ctx context.Context, _ []string) error {
	s, state, err := orderPlace()
	if err != nil {
		return err
	}
	return orders.Run(ctx, os.Stdin, os.Stdout, orders.RunOptions{Program: s.Program, State: state, Now: time.Now})
}

// orderPlace returns the settings of this host, and the folder with the state of its orders.
func orderPlace() (settings.Agent, *host.State, error) {
	s, err := settings.ReadAgent(settings.AgentFile)
	if err != nil {
		return s, nil, err
	}
	state, err := host.OpenState(stateDir)
	return s, state, err
}

// ordersRole prints what was ordered.
func ordersRole(_ context.Context, args []string) error {
	asJSON := slices.Equal(args, []string{"-o", "json"})
	if len(args) > 0 && !asJSON {
		return usageError{errors.New("usage: ralsh-agent orders [-o json]")}
	}
	return orders.Print(os.Stdout, host.PeekState(stateDir), asJSON)
}
