//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"ralsh/model/wire"
	"ralsh/ral/host"
	"ralsh/ui/agent/ask"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
)

// askRole asks the agents of hosts for ralsh, which starts it. What is wrong goes to ralsh, as
// its first message.
func askRole(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return usageError{errors.New("ask is for ralsh, which starts it: ralsh --on 'nats:FILTER' COMMAND")}
	}
	config := filepath.Dir(host.Paths(host.Machine().Reader().UID(), os.Getenv).Config)
	s, err := settings.ReadOperator(settings.OperatorFile(config), os.Getenv("HOME"))
	if err != nil {
		return refuse(err)
	}
	conn, err := connect.Operator(ctx, s.Connection, say)
	if err != nil {
		return refuse(err)
	}
	defer conn.Close()
	hello := wire.Hello{Operator: s.Name, Principal: s.Principal, Key: s.Key}
	if err := ask.Run(ctx, conn, hello, os.Stdin, os.Stdout); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// refuse says why nothing can be asked.
func refuse(err error) error {
	reason := err.Error()
	return wire.NewWriter(os.Stdout).Write(wire.Hello{Reason: reason[:min(len(reason), wire.MaxSay)]})
}
