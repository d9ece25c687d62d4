//go:build linux

package main

import (
	"context"
	"errors"
	"os"

	"ralsh/model/wire"
	"ralsh/ui/agent/ask"
)

// askRole asks the agents of hosts for ralsh, which starts it. What is wrong goes to ralsh, as
// its first message.
func askRole(ctx context.Context, args []string) error {
	if len(args) > 0 {
		return usageError{errors.New("ask is for ralsh, which starts it: ralsh --on 'nats:FILTER' COMMAND")}
	}
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
