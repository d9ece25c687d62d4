package star

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/script"
)

// ownProvider is the name of the implied provider of a type that reads and sets its
// properties.
const ownProvider = "type"

// ownHooks are the hooks to read and set a property, in a type without a provider.
type ownHooks struct{ retrieve, sync starlark.Callable }

func (a *ownHooks) pairs() []any { return []any{"retrieve?", &a.retrieve, "sync?", &a.sync} }

func (a ownHooks) given() bool { return a.retrieve != nil || a.sync != nil }

// ownArgs are the arguments of newtype for a type without a provider.
type ownArgs struct {
	instances, flush, refresh starlark.Callable
	commands                  starlark.Value
}

func (a *ownArgs) pairs() []any {
	return []any{"instances?", &a.instances, "flush?", &a.flush, "refresh?", &a.refresh, "commands?", &a.commands}
}

// provider returns the implied provider of a type, nil if no property has retrieve or
// sync.
func (a *ownArgs) provider(th *starlark.Thread, t *ral.Type, attrs []attribute) (*Provider, error) {
	h := &providerHooks{getters: map[string]*script.Hook{}, setters: map[string]*script.Hook{}}
	var errs []error
	for _, attr := range attrs {
		if attr.Attribute == nil || !attr.own.given() {
			continue
		}
		if attr.Kind != ral.Property {
			errs = append(errs, fmt.Errorf("%s is not a property, so it cannot have retrieve or sync", attr.Name))
			continue
		}
		get, err := script.NewHook(th, "retrieve of "+attr.Name, attr.own.retrieve, script.ProviderLimits, "self")
		if get != nil {
			h.getters[attr.Name] = get
		}
		set, err2 := script.NewHook(th, "sync of "+attr.Name, attr.own.sync, script.ProviderLimits, "self", "value")
		if set != nil {
			h.setters[attr.Name] = set
		}
		errs = append(errs, err, err2)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	own := a.instances != nil || a.flush != nil || a.refresh != nil || a.commands != nil
	if len(h.getters)+len(h.setters) == 0 {
		if own {
			return nil, errors.New("instances, flush, refresh and commands require properties with retrieve and sync; otherwise declare them in a provider")
		}
		return nil, nil
	}
	p := &Provider{hooks: h}
	p.Name, p.Type, p.Doc = ownProvider, t.Name, "The type, which reads and sets its properties."
	var err [4]error
	p.cmds, err[0] = access.Commands(a.commands)
	for _, c := range p.cmds {
		p.Commands = append(p.Commands, c.Command)
	}
	h.instances, err[1] = script.NewHook(th, "instances", a.instances, script.ProviderLimits, "self")
	h.flush, err[2] = script.NewHook(th, "flush", a.flush, script.ProviderLimits, "self")
	h.refresh, err[3] = script.NewHook(th, "refresh", a.refresh, script.ProviderLimits, "self")
	return p, errors.Join(err[:]...)
}
