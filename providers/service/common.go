package service

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// manager is what differs between providers: how an action is done when the
// resource names no command of its own. restart may answer with none; then the
// service is stopped and started.
type manager interface {
	commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error)
}

// runAll runs what was found to be needed, unless finding it failed.
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

// setEnsure starts or stops, by the resource's own command or the manager's.
func setEnsure(ctx context.Context, wr host.Writer, m manager, r *ral.Resource, should value.Value) error {
	action := "stop"
	if should.IsSym("running") {
		action = "start"
	}
	cmds, err := actionOf(ctx, wr.Reader(), m, r, action)
	settled(m, r, should, cmds)
	return runAll(ctx, wr, cmds, err)
}

// refresh restarts a service that runs and leaves one that does not
// (semantics.md 8, service, notes), such as one that is to be stopped: it was,
// just before.
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

// computed says of ensure what can be said of a start: no one knows whether the
// daemon stays up.
func computed(attr string) (ral.Prediction, error) {
	if attr == "ensure" {
		return ral.Prediction{Certainty: ral.Computed}, nil
	}
	return ral.Prediction{}, nil
}

// ownStatus answers where the resource says itself how its state is found: by a
// command, or in the process table. ok is false when the manager is to be asked.
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

// probe runs a status command: the one kind of command that a resource may name
// and that is run while looking. Status 0 is running, any other stopped.
func probe(ctx context.Context, rd host.Reader, cmd host.Command) (value.Value, string, error) {
	res, err := rd.Check(ctx, cmd)
	if errors.Is(err, host.ErrUnchecked) {
		return value.Unread("the status command was " + err.Error()), cmd.String(), nil
	}
	var failed *host.CommandError
	if errors.As(err, &failed) && failed.Cause == nil && failed.Result.Signal == "" {
		res, err = failed.Result, nil
	}
	if err != nil {
		return value.Value{}, "", err
	}
	from := fmt.Sprintf("%s: exit %d", cmd, res.Exit)
	if res.Exit == 0 {
		return value.Sym("running"), from, nil
	}
	return value.Sym("stopped"), from, nil
}

// yes is the symbol true or false, as enable has them.
func yes(b bool) value.Value {
	if b {
		return value.Sym("true")
	}
	return value.Sym("false")
}
