package cron

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Precheck returns why a job cannot be written: the command is missing, its
// user does not exist, or it has both times and a special time.
func (t *tabs) Precheck(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	if attr == "ensure" && should.IsAbsent() {
		return nil
	}
	if attr == "ensure" && !r.Has("command") {
		return ral.About("command", errors.New("no command specified, cannot create"))
	}
	if special := r.Is("special"); slices.Contains(times(), attr) && !isAbsent(should) && !r.Has("special") && !isAbsent(special) {
		return fmt.Errorf("the job runs @%s, which replaces the times (set special => absent)", special.Text())
	}
	return ral.About("user", t.userExists(ctx, rd, planned, r))
}

// userExists returns a *ral.DependencyError if crontab(1) would not find the
// user.
func (t *tabs) userExists(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource) error {
	places, err := t.Places(ctx, rd, r)
	if err != nil {
		return err
	}
	name := places[0]
	switch ensure, changed := planned.Value("user", name, "ensure"); {
	case changed && ensure.IsAbsent():
		return fmt.Errorf("Could not find user %s: an earlier step removes it", name)
	case changed:
		return nil
	}
	if _, ok, err := t.account(ctx, rd, name); ok || err != nil {
		return err
	}
	return &ral.DependencyError{Type: "user", Name: name}
}
