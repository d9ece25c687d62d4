package kit

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/words"
)

// BasketSize returns the size of the basket: "basket 6 of 9", or "" if it is
// empty.
func BasketSize(b *basket.Basket) safe.Text {
	switch in, all := b.Count(); {
	case all == 0:
		return ""
	case in == all:
		return "basket " + words.Count(all)
	default:
		return "basket " + words.Count(in) + " of " + words.Count(all)
	}
}

// DraftCount returns the number of drafts with its noun, or "".
func DraftCount(b *basket.Basket) safe.Text {
	if n := len(b.Drafts()); n > 0 {
		return words.CountOf(n, "draft")
	}
	return ""
}

// EffectSign returns the sign of the effect of a draft.
func EffectSign(e basket.Effect) frame.Sign {
	switch e {
	case basket.Adds:
		return frame.SignAdds
	case basket.Changes:
		return frame.SignChanges
	case basket.Removes:
		return frame.SignRemoves
	case basket.Unplannable:
		return frame.SignNeeds
	}
	return frame.NoSign
}

// Invalid reports whether the desired value of an attribute is invalid. It
// checks only a draft that cannot be planned.
func Invalid(sh *Shared, d *draft.Draft, a *ral.Attribute) bool {
	if sh.Basket.Status(d).Ready() {
		return false
	}
	check := sh.Session.Drafts.Check(sh.Ctx, d)
	return slices.ContainsFunc(slices.Concat(check.Properties, check.Params), func(f draft.Field) bool {
		return f.Attr == a && f.State == draft.FieldInvalid
	})
}

// Untyped reports which secret of a draft, or of a resource that it references,
// must be typed again. It returns "" if there is none.
func Untyped(b *basket.Basket, d *draft.Draft) string {
	attr, ref := b.MissingSecret(d)
	if attr == "" {
		return ""
	}
	return attr + " of " + ref + " must be typed again, because ralsh does not save secrets; or undo it in the editor"
}

// IrremovableReason returns why resources of a type cannot be removed, or "" if
// they can.
func IrremovableReason(t *ral.Type) string {
	if !t.HasEnsure() {
		return "a " + t.Name + " cannot be removed: the type does not have the property ensure"
	}
	literals, patterns := t.Attr("ensure").AllowedText(nil)
	if len(literals)+len(patterns) > 0 && !slices.Contains(literals, "absent") {
		return "a " + t.Name + " cannot be removed: ensure allows only " + strings.Join(AllowedWords(t.Attr("ensure"), nil), ", ")
	}
	return ""
}

// StageRemoval stages ensure => absent and shows the difference.
func StageRemoval(sh *Shared, t *ral.Type, rows []listings.Entry) tea.Cmd {
	var decls []ral.Decl
	for _, e := range rows {
		d := sh.Basket.Draft(t, e.Instance.Name, e.Instance.Provider, e.Instance)
		d.Set("ensure", "absent")
		decls = append(decls, d.Decl())
	}
	return Push(ToDifference(decls))
}

// RefusedRows returns rows with the reason why this user cannot change the
// resources of a provider, or nil if they can. It is shown before any edit.
func RefusedRows(sh *Shared, p *ral.Provider, width int) []frame.Line {
	why := sh.Session.User.Refused(p)
	if why == "" {
		return nil
	}
	rows := RowsOf("To change it: "+safe.Clean(why)+".", width, 2)
	first := rows[0].(frame.Row)
	first.Sign = frame.SignCannot
	rows[0] = first
	return rows
}

// ReadDraft reads the resource of a draft by the provider of the draft, or by
// the first provider with the resource.
func ReadDraft(ctx context.Context, session *model.Session, d *draft.Draft) (*ral.Instance, error) {
	seen := session.Env.Find(ctx, d.Type, d.Title, d.Places()...)
	var err error
	if len(seen) == 0 {
		err = session.Choose(ctx, d.Type).Unsuitable()
	}
	for _, s := range seen {
		if d.Provider != nil && s.Provider.SourceName() != d.Provider.SourceName() {
			continue
		}
		if s.Err != nil {
			err = s.Err
			continue
		}
		if s.Found.Present() {
			return s.Found, nil
		}
	}
	return ral.AbsentInstance(d.Type, d.Title), err
}
