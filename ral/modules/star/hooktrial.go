package star

import (
	"context"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// Trial runs a hook whose errors the engine does not see, because it then shows a text.
// Run gets a resource that has the attribute; it returns the error of the hook.
type Trial struct {
	Type, Attr string // Attr is "" for a hook that any attribute can try
	Run        func(h ral.Hook) error
}

// trials returns the trials of an attribute's texts.
func (a *attributeArgs) trials(is, should, noEffect *script.Hook) (list []Trial) {
	for _, k := range []*script.Hook{is, should} {
		if k != nil {
			list = append(list, Trial{Run: func(h ral.Hook) error {
				_, err := k.Text(h.Ctx, convert.FromAttr(h.A, h.R.Get(h.A.Name)), asSelf(h))
				return err
			}})
		}
	}
	if noEffect != nil {
		list = append(list, Trial{Run: func(h ral.Hook) error {
			_, err := noEffect.Text(h.Ctx, asResource(h.R))
			return err
		}})
	}
	return list
}

// findingsTrial returns the trial of the hook findings.
func findingsTrial(typ string, findings *script.Hook) Trial {
	return Trial{Type: typ, Run: func(h ral.Hook) error {
		inst := ral.NewInstance(h.R.Type, h.R.Name())
		if h.A.Kind == ral.Property {
			inst.Set(h.A.Name, h.R.Get(h.A.Name))
		}
		_, err := findings.Texts(h.Ctx, asFound(inst))
		return err
	}}
}

type errorsKey struct{}

// WithErrors returns a context in which a getter also reports the error that its caller
// gets as the reason of an unknown value.
func WithErrors(ctx context.Context, report func(error)) context.Context {
	return context.WithValue(ctx, errorsKey{}, report)
}
