package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/goccy/go-yaml"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/host"
	"ralsh/ui/agent/orders"
)

// The files of orders at a host.
const (
	stateDir  = "/var/lib/ralsh-agent"
	runSocket = "/run/ralsh-agent-run.sock"
	agentFile = "/etc/ralsh/agent.yaml"
)

// hostSettings are what the helper needs of the configuration of the agent.
type hostSettings struct {
	Name    string `yaml:"name"`
	Program string `yaml:"program"`
}

func readHostSettings() (hostSettings, error) {
	s := hostSettings{Program: "/usr/bin/ralsh"}
	data, err := host.ReadConfig(agentFile)
	if err == nil {
		err = yaml.Unmarshal(data, &s)
	}
	if err == nil {
		err = wire.CheckName(s.Name)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", agentFile, err)
	}
	return s, nil
}

// orderRole checks the order of one connection, which is standard input and output.
func orderRole(ctx context.Context, _ []string) error {
	s, err := readHostSettings()
	if err != nil {
		return err
	}
	state, err := host.OpenState(stateDir)
	if err != nil {
		return err
	}
	return orders.Check(ctx, os.Stdin, os.Stdout, orders.CheckOptions{
		Name: s.Name, State: state, Runner: runSocket, Now: time.Now,
		Signers: order.Signers{Allowed: "/etc/ralsh/allowed_signers", Revoked: "/etc/ralsh/revoked_keys"},
	})
}

// runRole runs the order of one connection, which is standard input and output.
func runRole(ctx context.Context, _ []string) error {
	s, err := readHostSettings()
	if err != nil {
		return err
	}
	state, err := host.OpenState(stateDir)
	if err != nil {
		return err
	}
	return orders.Run(ctx, os.Stdin, os.Stdout, orders.RunOptions{Program: s.Program, State: state, Now: time.Now})
}

// ordersRole prints what was ordered.
func ordersRole(_ context.Context, args []string) error {
	asJSON := slices.Equal(args, []string{"-o", "json"})
	if len(args) > 0 && !asJSON {
		return errors.New("usage: ralsh-agent orders [-o json]")
	}
	return orders.Print(os.Stdout, host.PeekState(stateDir), asJSON)
}
