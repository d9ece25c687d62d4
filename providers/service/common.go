package service

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// manager is the part that differs between providers: the commands for an
// action that the resource does not declare. Without a command for restart,
// the service is stopped and started.
type manager interface {
	commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error)
}

// runAll runs the commands, unless err is set.
func runAll(ctx context.Context, wr host.Writer, cmds []host.Command, err error) error {
	if err != nil {
		return err
	}
	for _, cmd := range cmds {
		if err := wr.Run(ctx, cmd); err != nil {
			return err
		}
	}
	return nil
}

func actionOf(ctx context.Context, rd host.Reader, m manager, r *ral.Resource, action string) ([]host.Command, error) {
	cmd, ok, err := own(r, action)
	if ok || err != nil {
		return []host.Command{cmd}, err
	}
	return m.commands(ctx, rd, r, action)
}

// setEnsure starts or stops, with the command of the resource or of the
// manager.
func setEnsure(ctx context.Context, wr host.Writer, m manager, r *ral.Resource, should value.Value) error {
	action := "stop"
	if should.IsSym("running") {
		action = "start"
	}
	cmds, err := actionOf(ctx, wr.Reader(), m, r, action)
	settled(m, r, should, cmds)
	return runAll(ctx, wr, cmds, err)
}

// refresh restarts a running service and ignores other services (semantics.md
// 8, service, notes), for example a service that was stopped just before.
func refresh(ctx context.Context, wr host.Writer, m manager, r *ral.Resource) error {
	if !r.Is("ensure").IsSym("running") || r.Get("ensure").IsSym("stopped") {
		return nil
	}
	cmds, err := actionOf(ctx, wr.Reader(), m, r, "restart")
	if err != nil {
		return err
	}
	if len(cmds) == 0 {
		if err := setEnsure(ctx, wr, m, r, value.Sym("stopped")); err != nil {
			return err
		}
		return setEnsure(ctx, wr, m, r, value.Sym("running"))
	}
	return runAll(ctx, wr, cmds, nil)
}

// computed returns the certainty of a start: the daemon may not stay up.
func computed(attr string) (ral.Prediction, error) {
	if attr == "ensure" {
		return ral.Prediction{Certainty: ral.Computed}, nil
	}
	return ral.Prediction{}, nil
}

// ownStatus reads the state as the resource declares: with a command, or in
// the process table. ok is false if only the manager can read it.
func ownStatus(ctx context.Context, rd host.Reader, r *ral.Resource) (is value.Value, from string, ok bool, err error) {
	cmd, given, err := own(r, "status")
	switch {
	case err != nil:
		return is, "", true, err
	case given:
		is, from, err = probe(ctx, rd, cmd)
		return is, from, true, err
	case r.Get("hasstatus").IsSym("false"):
		is, from, err = byPattern(ctx, rd, r)
		return is, from, true, err
	}
	return is, "", false, nil
}

// probe runs a status command, the only command of a resource that runs while
// reading. Status 0 means running, any other stopped.
func probe(ctx context.Context, rd host.Reader, cmd host.Command) (value.Value, string, error) {
	res, err := anyExit(rd.Check(ctx, cmd))
	if errors.Is(err, host.ErrUnchecked) {
		return value.Unread("the status command was " + err.Error()), cmd.String(), nil
	}
	return byExit(cmd, res, err)
}

// asked runs the status command of a manager: exit status 0 means running, any
// other stopped.
func asked(ctx context.Context, rd host.Reader, cmd host.Command) (value.Value, string, error) {
	res, err := anyExit(rd.Query(ctx, cmd))
	return byExit(cmd, res, err)
}

func byExit(cmd host.Command, res host.Result, err error) (value.Value, string, error) {
	if err != nil {
		return value.Value{}, "", err
	}
	from := fmt.Sprintf("%s: exit %d", cmd, res.Exit)
	if res.Exit == 0 {
		return value.Sym("running"), from, nil
	}
	return value.Sym("stopped"), from, nil
}

// anyExit accepts every exit status of a command. A command that was killed or
// stopped is still an error.
func anyExit(res host.Result, err error) (host.Result, error) {
	if failed, ok := errors.AsType[*host.CommandError](err); ok && failed.Cause == nil && failed.Result.Signal == "" {
		return failed.Result, nil
	}
	return res, err
}

// yes returns the symbol true or false, as in enable.
func yes(b bool) value.Value {
	if b {
		return value.Sym("true")
	}
	return value.Sym("false")
}
