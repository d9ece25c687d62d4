package star_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules/star"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// load loads one valid file.
func load(t testing.TB, text string) *star.Defined {
	t.Helper()
	d, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// environment returns the types and providers of one file, on a host.
func environment(t testing.TB, text string, rd host.Reader) *onhost.Env {
	t.Helper()
	d := load(t, text)
	reg := ral.NewRegistry()
	for _, ty := range d.Types {
		var all []ral.Provider
		for _, p := range d.Providers {
			if p.Type == ty.Name {
				all = append(all, p.Build())
			}
		}
		reg.Add(*ty, all...)
	}
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	return onhost.NewEnv(reg, rd, nil)
}

func attrs(pairs ...any) []ral.Attr {
	var list []ral.Attr
	for i := 0; i < len(pairs); i += 2 {
		v, ok := pairs[i+1].(value.Value)
		if !ok {
			v = value.FromPlain(pairs[i+1])
		}
		list = append(list, ral.Attr{Name: pairs[i].(string), Value: v})
	}
	return list
}

// widget returns a type with these attributes and a namevar.
func widget(attributes string) string {
	return "newtype('widget', attrs = [param('name', namevar = True),\n" + attributes + "])\n"
}
