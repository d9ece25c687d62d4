package model

import (
	"ralsh/ral"
	"ralsh/ral/transaction"
)

// User is the user of a session: the account of this process.
type User struct {
	Name   string
	isRoot bool
	root   string // the root of the session
	owns   bool   // the directory used as / belongs to this user
}

// IsRoot reports whether this process runs as root.
func (u User) IsRoot() bool { return u.isRoot }

// Refused returns why this user may not make changes with a provider, or "":
// "usermod writes /etc/passwd, and alice is not root". With --root, only tools that
// use chroot need root, unless they work without it in a directory of the user.
func (u User) Refused(p *ral.Provider) string {
	if p == nil || p.NeedsRoot == "" || u.IsRoot() {
		return ""
	}
	if u.root != "/" && (len(p.Commands) == 0 || p.UserMayWriteRoot && u.owns) {
		return ""
	}
	return p.NeedsRoot + ", and " + u.Name + " is not root"
}

// RefusedPlan returns why this user may not apply a plan, without trying it. It
// returns "" if they may, or if the plan has no changes.
func (u User) RefusedPlan(p *transaction.Plan) string {
	for _, step := range p.Steps {
		if why := u.RefusedStep(step); why != "" {
			return why
		}
	}
	return ""
}

// RefusedStep is RefusedPlan for a resource.
func (u User) RefusedStep(step *transaction.Step) string {
	if step.Status != transaction.Planned {
		return ""
	}
	for _, c := range step.Changes {
		if c.Refused != "" {
			return c.Refused
		}
	}
	return u.Refused(step.Resource.Provider)
}
