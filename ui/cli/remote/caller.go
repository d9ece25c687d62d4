package remote

import (
	"context"
	"fmt"
	"path/filepath"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// Caller calls command lines on remote hosts.
type Caller struct{ *command.App }

// Target returns the target of --on. The inventory defines how ralsh reaches a name.
func (a Caller) Target(word string) (hops.Target, error) {
	inv, err := a.hosts("")
	if err != nil {
		return hops.Target{}, err
	}
	targets, err := inv.Expand(word, fleet.Last{})
	if err != nil {
		return hops.Target{}, usage.Wrap(err)
	}
	return targets[0].On.Named(word), nil
}

// Call returns the call of a command line at a target, with the streams of this process.
func (a Caller) Call(ctx context.Context, t hops.Target, args []string) *hops.Call {
	user, node := model.Sender(ctx)
	call := &hops.Call{
		Target: t, Args: args, In: a.In, Out: a.Out, Again: a.Kill,
		Env:    a.environmentThere(user + "@" + node),
		Builds: []string{filepath.Join(model.BuildsDir(a.Getenv), a.Version)},
		Say:    func(line string) { fmt.Fprintln(a.Err, safe.Clean(line)) },
	}
	if a.OutTerminal {
		call.Env = append(call.Env, a.terminalThere()...)
	}
	if a.OutTerminal && a.ErrTerminal && a.Theme(a.Out) != nil {
		call.Env = append(call.Env, output.ForceColour+"=1")
		call.Say = func(line string) { fmt.Fprintln(a.Err, safe.Colours(line)) }
	}
	if (a.InTerminal || a.OutTerminal || a.ErrTerminal) && a.Secret != nil {
		call.Password = func(ctx context.Context) (string, error) {
			return a.Secret(ctx, "password of sudo on "+t.String()+": ")
		}
	}
	return call
}

// Reach returns how the screens reach remote hosts: in the background, without prompts.
func (a Caller) Reach() fleet.Reach {
	program := new(hops.Program)
	return fleet.Reach{
		Inventory: func() (*fleet.Inventory, error) {
			own, ssh, _ := model.HostsFiles(a.Getenv)
			return fleet.Open(fleet.Places{Own: own, SSH: ssh})
		},
		Carry: func(ctx context.Context, t hops.Target, line fleet.Line) (int, error) {
			call := a.Call(ctx, t.WithConnectTimeout(fleet.ConnectTimeout), line.Args)
			call.Program, call.Batch, call.Password = program, true, nil
			call.In, call.Out, call.Say, call.Sent, call.Again = line.In, line.Out, line.Say, line.Sent, line.Again
			return call.Run(ctx)
		},
	}
}
