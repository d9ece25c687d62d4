//go:build linux

package main

import (
	"context"
	"errors"
	"path/filepath"

	"ralsh/model/wire"
	"ralsh/ral/host"
	"ralsh/ui/agent/ask"
	"ralsh/ui/agent/connect"
	"ralsh/ui/agent/settings"
)

// runAsk is the role ask, which ralsh starts. What is wrong goes to ralsh, as its first
// message.
func runAsk(ctx context.Context, p process, args []string) int {
	if len(args) > 0 {
		p.say("ask is for ralsh, which starts it: ralsh --on 'nats:FILTER' COMMAND")
		return badUsage
	}
	config := filepath.Dir(host.Paths(host.Machine().Reader().UID(), p.getenv).Config)
	s, err := settings.ReadOperator(settings.OperatorFile(config), p.getenv("HOME"))
	if err != nil {
		return p.refuse(err)
	}
	conn, err := connect.Operator(ctx, s.Connection, p.say)
	if err != nil {
		return p.refuse(err)
	}
	defer conn.Close()
	hello := wire.Hello{Operator: s.Name, Principal: s.Principal, Key: s.Key}
	if err := ask.Run(ctx, conn, hello, p.in, p.out); err != nil && !errors.Is(err, context.Canceled) {
		return p.ended(err)
	}
	return done
}

// refuse says why nothing can be asked.
func (p process) refuse(err error) int {
	reason := err.Error()
	if wire.NewWriter(p.out).Write(wire.Hello{Reason: reason[:min(len(reason), wire.MaxSay)]}) != nil {
		return p.ended(err)
	}
	return failed
}
