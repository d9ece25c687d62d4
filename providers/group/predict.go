package group

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict returns the number of a new group, and the owners of the old number
// after a change. It warns about a name that some systems reject.
func (g *groupadd) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	var f ral.Prediction
	making := attr == "ensure" && should.IsSym("present")
	if r.Has("members") && (making || attr == "members") {
		f.Refused = accounts.Refused(rd, "gpasswd")
	}
	if making {
		if f.Note, _ = accounts.NewName(ctx, rd, "Group", r.Name()); f.Note != "" {
			f.Certainty = ral.Computed
		}
	}
	switch {
	case making && !r.Has("gid"):
		gid, _ := accounts.NewNumber(ctx, rd, accounts.GroupFile, r.True("system"), "") // Precheck reports the error
		f.Also = []string{accounts.TakesNext(accounts.GroupFile, gid)}
	case attr == "gid":
		f.Also = []string{fmt.Sprintf("changes the primary group of its users; files keep GID %s", r.Is("gid").Text())}
	}
	return f, nil
}
