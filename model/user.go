package model

import (
	"fmt"
	"slices"
	"strings"

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

// maxReasons is the maximum number of reasons of a plan.
const maxReasons = 3

// RefusedPlan returns why this user may not apply a plan, without trying it. It
// returns "" if they may, or if the plan has no changes.
func (u User) RefusedPlan(p *transaction.Plan) string {
	var reasons []string
	for _, step := range p.Steps {
		if why := u.RefusedStep(step); why != "" && !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	if more := len(reasons) - maxReasons; more > 0 {
		reasons = append(reasons[:maxReasons], fmt.Sprintf("and %d more reasons", more))
	}
	return strings.Join(reasons, "; ")
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
	if why := u.Refused(step.Resource.Provider); why != "" {
		return why
	}
	return step.Denied
}
