package star

import "ralsh/ral"

// Trial runs a hook whose errors the engine does not see, because it then shows the
// default text. Run gets a resource that has the attribute; it returns the error of the
// hook.
type Trial struct {
	Type, Attr string
	Run        func(h ral.Hook) error
}

// trials returns the trials of an attribute's texts.
func (a *attributeArgs) trials(is, should, noEffect *hook) (list []Trial) {
	for _, k := range []*hook{is, should} {
		if k != nil {
			list = append(list, Trial{Run: func(h ral.Hook) error {
				_, err := k.text(h.Ctx, fromAttr(h.A, h.R.Get(h.A.Name)), asSelf(h))
				return err
			}})
		}
	}
	if noEffect != nil {
		list = append(list, Trial{Run: func(h ral.Hook) error {
			_, err := noEffect.text(h.Ctx, asResource(h.R))
			return err
		}})
	}
	return list
}
