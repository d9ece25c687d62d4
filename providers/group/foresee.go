package group

import (
	"context"
	"fmt"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Foresee says what comes along: the number a new group takes, and what keeps
// the old number when it changes. A member who is not there now is noted:
// gpasswd would refuse.
func (g *groupadd) Foresee(ctx context.Context, look host.Look, r *ral.Resource, attr string, should value.Value) (ral.Foresight, error) {
	var f ral.Foresight
	var notes []string
	if attr == "members" || attr == "ensure" && should.IsSym("present") {
		notes = g.strangers(ctx, look, names(r.Get("members")))
		if r.Has("members") {
			f.Refused = accounts.Refused(look, "gpasswd")
		}
	}
	if attr == "ensure" && should.IsSym("present") {
		if doubt, _ := accounts.NewName(ctx, look, "Group", r.Name()); doubt != "" {
			f.Certainty, notes = ral.Computed, append(notes, doubt)
		}
	}
	f.Note = strings.Join(notes, "; ")
	switch {
	case attr == "ensure" && should.IsSym("present") && !r.Has("gid"):
		f.Also = []string{"takes the next free gid"}
	case attr == "gid":
		f.Also = []string{fmt.Sprintf("users whose primary group it is follow; files keep gid %s", r.Is("gid").Text())}
	}
	return f, nil
}

func (g *groupadd) strangers(ctx context.Context, look host.Look, users []string) []string {
	local, err := g.files.Passwd(ctx, look)
	if err != nil {
		return nil
	}
	var list []string
	for _, user := range users {
		if _, ok := local.Get(user); ok {
			continue
		}
		if _, ok, err := g.nss.Passwd(ctx, look, user); err == nil && !ok {
			list = append(list, fmt.Sprintf("no user is called %s now", user))
		}
	}
	return list
}
