package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// set plans, and without --noop applies, a declaration given on the command line.
func (a *app) set(ctx context.Context, s *model.Session, t *ral.Type, name string, words []string, f resourceFlags) error {
	decl, err := declaration(t, name, words)
	if err != nil {
		return err
	}
	target, err := s.Resolve(ctx, t, name, f.provider)
	var diags ral.Diags
	if errors.As(err, &diags) {
		return invalid(t, diags)
	}
	if err != nil {
		return err
	}
	if target.Provider == nil {
		return a.noneSuitable(ctx, s, t)
	}
	decl.Provider = target.Provider.Name
	plan, err := s.Plan(ctx, decl)
	if err != nil {
		if errors.As(err, &diags) {
			return invalid(t, diags)
		}
		return err
	}
	if f.noop {
		return a.planned(plan, f)
	}
	if why := s.RefusedPlan(plan); why != "" {
		line, _ := s.Command(decl)
		return fmt.Errorf("%s. Nothing was changed. To do it: sudo %s", why, line)
	}
	return a.apply(ctx, s, plan, f)
}

func invalid(t *ral.Type, diags ral.Diags) error {
	var lines []string
	for _, d := range diags {
		if d.Kind == ral.Dropped {
			continue
		}
		text := d.Error()
		a := t.Attr(d.Attr)
		switch {
		case len(d.Allowed) > 0 && !strings.Contains(d.Message, d.Allowed[0]):
			text += " (allowed: " + strings.Join(d.Allowed, ", ") + ")"
		case d.Kind == ral.Invalid && a != nil && a.Example != "" && len(d.Allowed) == 0:
			text += " (for example " + a.Name + "=" + a.Example + ")"
		}
		lines = append(lines, text)
	}
	return usagef("%s\nnothing was changed", strings.Join(lines, "\n"))
}

func declaration(t *ral.Type, name string, words []string) (ral.Decl, error) {
	decl := ral.Decl{Type: t.Name, Title: name}
	for _, word := range words {
		attr, text, ok := strings.Cut(word, "=")
		if !ok || attr == "" {
			return decl, usagef("%q is not of the form ATTRIBUTE=VALUE", word)
		}
		if attr == "provider" {
			return decl, usagef("give the provider as --provider %s", text)
		}
		if _, twice := decl.Get(attr); twice {
			return decl, usagef("%s is given twice", attr)
		}
		v := value.Str(text)
		if a := t.Attr(attr); a != nil {
			v = model.ParseText(a, text)
		}
		decl.Attrs = append(decl.Attrs, ral.Attr{Name: attr, Value: v})
	}
	return decl, nil
}

// planned prints a plan and ends with the status that it asks for.
func (a *app) planned(plan *transaction.Plan, f resourceFlags) error {
	status := "unchanged"
	if plan.ChangeCount() > 0 {
		status = "planned"
	}
	blocked := false
	for _, s := range plan.Steps {
		if s.Status == transaction.Blocked || anyBlocked(s) {
			status, blocked = "blocked", true
		}
	}
	if a.output == "json" || a.output == "yaml" {
		if err := a.document(document("", status, plan.Steps)); err != nil {
			return err
		}
	} else {
		a.planText(plan)
	}
	return planStatus(plan, blocked, f.detailed)
}

func anyBlocked(s *transaction.Step) bool {
	for _, c := range s.Changes {
		if c.Status == transaction.Blocked {
			return true
		}
	}
	return false
}

func planStatus(plan *transaction.Plan, blocked, detailed bool) error {
	status := 0
	switch {
	case detailed && plan.ChangeCount() > 0:
		status = 2
	case !detailed && blocked:
		status = Failure
	}
	if detailed && blocked {
		status |= 4
	}
	if status == 0 {
		return nil
	}
	return statusError(status)
}

func (a *app) apply(ctx context.Context, s *model.Session, plan *transaction.Plan, f resourceFlags) error {
	for _, st := range plan.Steps {
		if st.Status == transaction.Blocked {
			a.say("%s cannot be planned: %s. Nothing was changed.", st.Ref(), blockedReason(st))
			return statusError(failed(f.detailed))
		}
	}
	return a.carryOut(ctx, f, func(run context.Context, opt transaction.Options) (*transaction.Report, error) {
		return s.Apply(run, plan, opt)
	})
}

// carryOut does what a plan says, told as it goes, and prints what came of it.
func (a *app) carryOut(ctx context.Context, f resourceFlags, do func(context.Context, transaction.Options) (*transaction.Report, error)) error {
	run, ended := a.stoppable(ctx)
	rep, lost := do(run, transaction.Options{
		Stop: ctx.Done(),
		Emit: func(ev transaction.Event) { a.progress(ev) },
	})
	ended()
	if rep == nil {
		return fmt.Errorf("%w. Nothing was changed", lost)
	}
	var err error
	if a.output == "json" || a.output == "yaml" {
		run := rep.Began.UTC().Format(time.RFC3339)
		err = a.document(document(run, rep.Status(), rep.Steps))
	} else {
		err = a.after(ctx, rep, f)
	}
	if err = errors.Join(err, lost); err != nil {
		return err
	}
	if run.Err() != nil || ctx.Err() != nil && rep.Count(transaction.NotBegun) > 0 {
		return statusError(Cancelled)
	}
	if status := rep.ExitStatus(f.detailed); status != 0 {
		return statusError(status)
	}
	return nil
}

// stoppable is the context of an apply. The first interrupt, which ends ctx,
// lets the step in hand end and begins nothing more; the second stops what runs.
func (a *app) stoppable(ctx context.Context) (run context.Context, ended func()) {
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			a.say("this step is let to end and nothing more is begun; ctrl+c again stops it")
		case <-done:
			return
		}
		select {
		case <-a.Kill:
			cancel()
		case <-done:
		}
	}()
	return run, func() { close(done) }
}

func failed(detailed bool) int {
	if detailed {
		return 4
	}
	return Failure
}

func blockedReason(s *transaction.Step) string {
	if s.Err != nil {
		return s.Err.Error()
	}
	for _, c := range s.Changes {
		if c.Err != nil {
			return c.Attr.Name + ": " + c.Err.Error()
		}
	}
	return "not known why"
}
