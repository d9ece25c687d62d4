package tui

import (
	"context"
	"slices"

	"ralsh/model"
	"ralsh/ui/tui/widget"
)

// secretAgain is why a draft of a session before is not ready.
const secretAgain = "a secret is not kept"

// unready says of drafts why they cannot be planned: a value is invalid, or a
// reference leads to nothing that is in.
func unready(ctx context.Context, session *model.Session, drafts, copies []*model.Draft) (bad, wrong map[*model.Draft]string) {
	bad, wrong = make(map[*model.Draft]string), make(map[*model.Draft]string)
	for i, d := range drafts {
		if names := copies[i].Missing(); len(names) > 0 {
			bad[d], wrong[d] = secretAgain, names[0]+" has to be typed again"
		} else if c := session.Check(ctx, copies[i]); !c.Ready() {
			bad[d] = string(widget.CountOf(c.Invalid, "invalid value"))
			for _, f := range slices.Concat(c.Properties, c.Params) {
				if f.State == model.FieldInvalid && wrong[d] == "" {
					wrong[d] = f.Attr.Name + " is invalid"
				}
			}
		}
	}
	for again := true; again; {
		again = false
		var in []*model.Draft
		for i, d := range drafts {
			if bad[d] == "" {
				in = append(in, copies[i])
			}
		}
		for i, d := range drafts {
			if bad[d] == "" {
				if ref := model.Unmet(copies[i], in); ref != "" {
					bad[d], again = ref+" is not in", true
				}
			}
		}
	}
	return bad, wrong
}
