package transaction

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// driftReason says what is not as the plan saw it, "" when all is, or when a change
// of this very run explains it.
func driftReason(plan *Step, now *ral.Instance, explained bool) string {
	if plan.Found == nil || explained {
		return ""
	}
	for _, c := range plan.Changes {
		if c.Certainty == ral.UnknownUntil || c.Is.IsUnknown() {
			continue
		}
		was, is := plan.Found.Get(c.Attr.Name), now.Get(c.Attr.Name)
		if was.Equal(is) {
			continue
		}
		return moved(plan, c.Attr.Name, was, is, now)
	}
	return ""
}

// moved says of a property what it was when this was planned, and what it is now.
func moved(plan *Step, attr string, was, is value.Value, now *ral.Instance) string {
	switch {
	case plan.Resource.IsSecret(attr) || was.IsSecret() || is.IsSecret():
		return attr + " is not what it was"
	case strings.Contains(was.Text()+is.Text(), "\n"):
		return attr + " was planned from " + size(was) + "; now it is " + size(is) + written(now)
	case was.Equal(is):
		return attr + " was in sync and is not any more"
	}
	return fmt.Sprintf("%s was %s, now it is %s", attr, was.Literal(), is.Literal())
}

// size is how long a text is: "1117 bytes", or what is in its place.
func size(v value.Value) string {
	if v.Kind() != value.String {
		return v.Literal()
	}
	return fmt.Sprintf("%d bytes", len(v.Raw()))
}

// written says when a file was last written, where that is known.
func written(now *ral.Instance) string {
	if at := now.Get("mtime"); at.Kind() == value.String {
		return ", written " + at.Raw()
	}
	return ""
}

// unpredicted says why an apply leaves alone what its plan did not know of: what
// came to be since and would be removed, which no one has agreed to.
func unpredicted(s *Step) string {
	if s.GeneratedBy == "" || !s.Resource.Removing() {
		return ""
	}
	return "it did not exist when this was planned"
}

// awaited reports whether an error says that something is not there which an earlier
// step may bring: a user, or a directory.
func awaited(err error) bool {
	_, ok := errors.AsType[*ral.DependencyError](err)
	return ok || errors.Is(err, fs.ErrNotExist)
}

// unprovided reports whether an error says that no provider works here.
func unprovided(err error) bool {
	_, none := errors.AsType[*ral.NoProviderError](err)
	_, unfit := errors.AsType[*ral.UnsuitableError](err)
	return none || unfit
}
