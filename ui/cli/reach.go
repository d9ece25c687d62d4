package cli

import (
	"context"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
)

// reach returns how the screens reach remote hosts: in the background, without prompts.
func (a caller) reach() fleet.Reach {
	program := new(hops.Program)
	return fleet.Reach{
		Inventory: func() (*fleet.Inventory, error) {
			own, ssh, _ := model.HostsFiles(a.Getenv)
			return fleet.Open(fleet.Places{Own: own, SSH: ssh})
		},
		Carry: func(ctx context.Context, t hops.Target, line fleet.Line) (int, error) {
			call := a.callTo(ctx, t.WithConnectTimeout(fleet.ConnectTimeout), line.Args)
			call.Program, call.Batch, call.Password = program, true, nil
			call.In, call.Out, call.Say, call.Sent, call.Again = line.In, line.Out, line.Say, line.Sent, line.Again
			return call.Run(ctx)
		},
	}
}
