package command

import (
	"context"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/model/snapshot"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ui/cli/usage"
)

// MayRead returns an error for a read-only command that names a resource outside of the
// listing of its type. A path names a file or the setting of an ini file, and an agent can
// read its private key, so the operator must not choose the path.
func (a *App) MayRead(ctx context.Context, s *model.Session, t *ral.Type, name string) error {
	switch {
	case !a.ReadOnly:
		return nil
	case !snapshot.Listable(t):
		return NeedsOrder("a resource of the type "+t.Name+", which cannot be listed,", "resource")
	case !strings.Contains(name, "/"):
		return nil
	}
	listed := false
	s.Env.List(ctx, t, func(ev onhost.ListEvent) {
		listed = listed || slices.ContainsFunc(ev.Found, func(in *ral.Instance) bool { return in.Name == name })
	})
	if err := ctx.Err(); err != nil || listed {
		return err
	}
	return NeedsOrder("a name with a slash that ralsh resource "+t.Name+" does not list", "resource")
}

// NeedsOrder is the error of a command line that an agent runs for a signed order only.
// It does not repeat arguments, which may be secret.
func NeedsOrder(what, command string) error {
	return usage.Errorf("%s is not allowed without a signed order: %s", what,
		strings.Join(strings.Fields("ralsh --on 'nats:web1+sudo' "+command+" ..."), " "))
}
