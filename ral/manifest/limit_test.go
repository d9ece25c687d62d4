package manifest_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
)

// What Puppet has accepted and ralsh cannot manage limits its resource; in a
// manifest the same is a mistake.
func TestLimits(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(typeOf("host", "ip", "host_aliases"))
	reg.Add(typeOf("file", "ensure"))
	reg.Add(typeOf("package", "ensure"), ral.Provider{Name: "apt"})
	env := ral.NewEnv(reg, host.NewFake(nil).Reader(), nil)
	for name, c := range map[string]struct{ resource, want string }{
		"a deferred function":        {`{"type":"Host","title":"a","parameters":{"ip":"Deferred({'name' => 'lookup', 'arguments' => ['x']})"}}`, "Deferred('lookup') is a function"},
		"a deferred function, rich":  {`{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Deferred","name":"lookup"}}}`, "a value of the kind Deferred('lookup') is not taken"},
		"deferred, in a list":        {`{"type":"Host","title":"a","parameters":{"host_aliases":["x",{"__ptype":"Deferred","name":"lookup"}]}}`, "a value of the kind Deferred('lookup')"},
		"an unknown type":            {`{"type":"Vhost","title":"a","parameters":{"port":80}}`, "no type is called vhost"},
		"an attribute that it lacks": {`{"type":"File","title":"/a","parameters":{"ensure":"file","staging_location":"/b"}}`, "no attribute of file is called staging_location"},
		"a provider that it lacks":   {`{"type":"Package","title":"a","parameters":{"provider":"cargo"}}`, "no provider of package is called cargo"},
		"nothing":                    {`{"type":"Host","title":"a","parameters":{"ip":"192.0.2.1"}}`, ""},
	} {
		in, err := manifest.Read("c.json", []byte(`{"resources":[`+c.resource+`]}`))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		decls := in.Decls(reg)
		if got := decls[0].Limit; !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: limit %q, want %q", name, got, c.want)
		}
		if _, diags := env.Build(t.Context(), decls[0]); diags.Err() != nil {
			t.Errorf("%s: %v", name, diags)
		}
		if limits := manifest.Limits(decls); (len(limits) == 0) != (c.want == "") {
			t.Errorf("%s: limits %v", name, limits)
		}
	}
	for name, text := range map[string]string{
		"a type":     "vhost { 'a': }",
		"a deferred": "host { 'a': ip => Deferred('lookup', ['x']) }",
	} {
		in, err := manifest.Read("c.pp", []byte(text))
		if err != nil {
			continue
		}
		if limits := manifest.Limits(in.Decls(reg)); len(limits) > 0 {
			t.Errorf("%s of a manifest: limits %v", name, limits)
		}
	}
}

func typeOf(name string, params ...string) ral.Type {
	t := ral.Type{Name: name, Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}}}
	for _, p := range params {
		t.Attributes = append(t.Attributes, &ral.Attribute{Name: p, Kind: ral.Param, IsList: p == "host_aliases"})
	}
	return t
}
