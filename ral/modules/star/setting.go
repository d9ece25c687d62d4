package star

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/nearest"
)

// settingConfine parses the argument of "setting.NAME" in confine: the values that a
// setting of ralsh may have, compared as the values of a fact (semantics.md S8). An
// unknown name is a fault if faults are collected; otherwise it is a test that fails.
func settingConfine(th *starlark.Thread, name string, x starlark.Value) (ral.Confine, error) {
	var values convert.Texts
	if err := values.Unpack(x); err != nil || x == starlark.None {
		return ral.Confine{}, fmt.Errorf("the value of a setting must be a string or a list of strings, not %s", x)
	}
	want := strings.Join(values, " or ")
	c := ral.Confine{Kind: ral.ConfineSetting, Subject: "setting " + name, Title: "setting " + name + " is " + want, Want: want}
	settings := fileOf(th).space.Settings
	got, known := settings[name]
	if !known {
		err := noSetting(name, settings)
		if fileOf(th).Faults != nil {
			return c, err
		}
		c.Subject, c.Hint, got = "", err.Error(), "no setting "+name
	}
	pass := known && slices.ContainsFunc(values, func(v string) bool { return strings.EqualFold(v, got) })
	c.Check = func(context.Context, ral.Probe) (string, bool, error) { return got, pass, nil }
	return c, nil
}

func noSetting(name string, settings map[string]string) error {
	names := slices.Sorted(maps.Keys(settings))
	return fmt.Errorf("unknown setting %q%s; the settings are %s", name, nearest.DidYouMean(name, names), strings.Join(names, ", "))
}
