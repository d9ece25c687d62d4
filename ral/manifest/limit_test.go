package manifest_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// What Puppet has accepted and ralsh cannot manage limits its resource; in a
// manifest the same is a mistake.
func TestUnmanageable(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(typeOf("host", "ip", "host_aliases"))
	reg.Add(typeOf("file", "ensure"))
	reg.Add(typeOf("package", "ensure"), ral.Provider{Name: "apt"})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	for name, c := range map[string]struct{ resource, want string }{
		"another kind of value":                {`{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Timespan","__pvalue":"1"}}}`, "ip: a value of type Timespan is not supported"},
		"deferred, of a variable":              {`{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Deferred","name":"$facts","arguments":["a"]}}}`, "ip: a Deferred value must name the function that it calls"},
		"deferred, without a name":             {`{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Deferred"}}}`, "ip: a Deferred value must name the function that it calls"},
		"deferred, as a broken text":           {`{"type":"Host","title":"a","parameters":{"ip":"Deferred({'name' => })"}}`, `ip: "Deferred({'name' => })" is not supported`},
		"deferred, a provider":                 {`{"type":"Host","title":"a","parameters":{"provider":{"__ptype":"Deferred","name":"lookup"}}}`, "provider cannot be Deferred"},
		"deferred, an attribute that it lacks": {`{"type":"File","title":"/a","parameters":{"owner":{"__ptype":"Deferred","name":"lookup"}}}`, "unknown attribute \"owner\" of type file"},
		"an unknown type":                      {`{"type":"Vhost","title":"a","parameters":{"port":80}}`, "unknown type \"vhost\""},
		"an attribute that it lacks":           {`{"type":"File","title":"/a","parameters":{"ensure":"file","staging_location":"/b"}}`, "unknown attribute \"staging_location\" of type file"},
		"a provider that it lacks":             {`{"type":"Package","title":"a","parameters":{"provider":"cargo"}}`, "unknown provider \"cargo\" of type package"},
		"nothing":                              {`{"type":"Host","title":"a","parameters":{"ip":"192.0.2.1"}}`, ""},
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
	lacking := typeOf("package", "ensure")
	lacking.Unsupported = []string{"aptitude"}
	again := ral.NewRegistry()
	again.Add(lacking, ral.Provider{Name: "apt"})
	for _, file := range []string{"package { 'a': provider => 'aptitude' }", "package: {a: {provider: aptitude}}"} {
		name := "c.pp"
		if strings.Contains(file, ": {a") {
			name = "c.yaml"
		}
		in, err := manifest.Read(name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Decls(again)[0].Limit; got != "provider aptitude is not supported by ralsh" {
			t.Errorf("%s: limit %q", name, got)
		}
	}
	in, err := manifest.Read("c.pp", []byte("vhost { 'a': }"))
	if err == nil && len(manifest.Limits(in.Decls(reg))) > 0 {
		t.Errorf("an unknown type is a mistake of a manifest, not a limit")
	}
}

// A deferred call is read from rich data, from its text in a catalog without, and
// from a manifest.
func TestDeferredRead(t *testing.T) {
	call := deferred.Call("lookup", value.Str("x"), value.Int(2))
	inner := deferred.Call("join", value.ListOf(call), value.Str("-"))
	for name, c := range map[string]struct {
		file, text string
		want       value.Value
	}{
		"rich data":      {"c.json", `{"resources":[{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Deferred","name":"lookup","arguments":["x",2]}}}]}`, call},
		"within":         {"c.json", `{"resources":[{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Deferred","name":"join","arguments":[[{"__ptype":"Deferred","name":"lookup","arguments":["x",2]}],"-"]}}}]}`, inner},
		"in a list":      {"c.json", `{"resources":[{"type":"Host","title":"a","parameters":{"ip":["y",{"__ptype":"Deferred","name":"lookup","arguments":["x",2]}]}}]}`, value.ListOf(value.Str("y"), call)},
		"a secret":       {"c.json", `{"resources":[{"type":"Host","title":"a","parameters":{"ip":{"__ptype":"Sensitive","__pvalue":{"__ptype":"Deferred","name":"lookup","arguments":["x",2]}}}}]}`, value.Secret(call)},
		"a secret, told": {"c.json", `{"resources":[{"type":"Host","title":"a","sensitive_parameters":["ip"],"parameters":{"ip":{"__ptype":"Deferred","name":"lookup","arguments":["x",2]}}}]}`, value.Secret(call)},
		"a text":         {"c.json", `{"resources":[{"type":"Host","title":"a","parameters":{"ip":"Deferred({'name' => 'lookup', 'arguments' => ['x', 2]})"}}]}`, call},
		"a manifest":     {"c.pp", `host { 'a': ip => Deferred('lookup', ['x', 2]) }`, call},
		"no arguments":   {"c.pp", `host { 'a': ip => Deferred('lookup') }`, deferred.Call("lookup")},
		"in a secret":    {"c.pp", `host { 'a': ip => Sensitive(Deferred('lookup', ['x', 2])) }`, value.Secret(call)},
		"of two titles":  {"c.pp", `host { ['a', 'b']: ip => Deferred('join', [[Deferred('lookup', ['x', 2])], '-']) }`, inner},
	} {
		in, err := manifest.Read(c.file, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, it := range in.Items {
			d := it.Decl
			if d.Type != "host" {
				continue
			}
			if d.Deferred == nil || len(*d.Deferred) != 1 || len(d.Attrs) > 0 {
				t.Errorf("%s: %+v", name, d)
				continue
			}
			if got := (*d.Deferred)[0]; got.Name != "ip" || !got.Value.Equal(c.want) || got.Value.IsSecret() != c.want.IsSecret() {
				t.Errorf("%s: %s => %s, want %s", name, got.Name, got.Value.Reveal().Literal(), c.want.Reveal().Literal())
			}
		}
	}
	if _, err := manifest.ReadPart("c.pp", []byte(`host { 'a': ip => Deferred('lookup') }`)); err == nil {
		t.Error("a Deferred value was taken where it cannot be edited")
	}
}

func typeOf(name string, params ...string) ral.Type {
	t := ral.Type{Name: name, Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}}}
	for _, p := range params {
		t.Attributes = append(t.Attributes, &ral.Attribute{Name: p, Kind: ral.Param, IsList: p == "host_aliases"})
	}
	return t
}
