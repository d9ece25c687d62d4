package star_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
	"ralsh/ral/value"
)

// Values and messages of an attribute in the module language.
func TestAttribute(t *testing.T) {
	for _, c := range []struct {
		name, attribute string
		given           any
		want            value.Value
		diag            string
	}{
		{"literal", `param("a", values = ["red"])`, "red", value.Sym("red"), ""},
		{"not a literal", `param("a", values = ["red"])`, "blue", value.Value{}, `a: Invalid value "blue". Valid values are red.`},
		{"alias", `prop("a", values = [value("red", aliases = ["rot"])])`, "rot", value.Sym("red"), ""},
		{"pattern", `prop("a", values = [re.compile("^x+$")])`, "xx", value.Str("xx"), ""},
		{"validate", `prop("a", validate = lambda v: fail("no " + v) if v == "x" else None)`, "x", value.Value{}, "a: no x"},
		{"validate with the default", `prop("a", values = ["red"], validate = lambda v, self: self.validate(v))`, "blue", value.Value{}, `a: Invalid value "blue". Valid values are red.`},
		{"munge", `prop("a", munge = lambda v: int(v))`, "12", value.Int(12), ""},
		{"a number of any size", `prop("a", munge = lambda v: int(v) * 2 + v)`, value.FromPlain(json.Number("590295810358705651712")), value.FromPlain(json.Number("1770887431076116955136")), ""},
		{"munge with the default", `prop("a", values = ["red", re.compile(".+")], munge = lambda v, self: self.munge(v.lower()))`, "RED", value.Sym("red"), ""},
		{"unmunge", `prop("a", munge = lambda v: int(v), unmunge = lambda v: str(v))`, "12", value.Str("12"), ""},
		{"boolean", `param("a", boolean = True)`, "yes", value.Bool(true), ""},
		{"list", `prop("a", array_matching = "all")`, []any{"x", "y"}, value.Strs("x", "y"), ""},
		{"default", `param("a", default = "d")`, nil, value.Str("d"), ""},
		{"computed default", `param("a", default = lambda self: self.res.name + "!")`, nil, value.Str("n!"), ""},
		{"default None", `param("a", default = lambda self: None)`, nil, value.Value{}, ""},
		{"sensitive", `prop("a", sensitive = True)`, "s", value.Secret(value.Str("s")), ""},
		{"symbol", `prop("a", munge = lambda v: symbol(v))`, "s", value.Sym("s"), ""},
		{"hash", `param("a", munge = lambda v: {"k": [v, 1, 1.5, True, None]})`, "s", value.MapOf(value.Pair{
			Key: value.Str("k"), Value: value.ListOf(value.Str("s"), value.Int(1), value.Flt(1.5), value.Bool(true), value.Value{}),
		}), ""},
		{"reference", `param("a", munge = lambda v: ref("User", v))`, "u", value.Ref("user", "u"), ""},
		{"a hook that breaks", `prop("a", validate = lambda v: 1 // 0)`, "x", value.Value{}, "a: t.star:2:34: floored division by zero"},
		{"a bug", `prop("a", munge = lambda v: bug("oops"))`, "x", value.Value{}, "a: t.star:2:32: oops"},
		{"the wrong kind", `prop("a", munge = lambda v: len)`, "x", value.Value{}, "a: t.star:2:19: munge of a returned a function; it must return a value"},
		{"a validate that answers", `prop("a", validate = lambda v: True)`, "x", value.Value{}, "a: t.star:2:22: validate of a returned True or False; it must return nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := environment(t, widget(c.attribute), fakehost.New(nil).Reader())
			d := ral.Decl{Type: "widget", Title: "n"}
			if c.given != nil {
				d.Attrs = attrs("a", c.given)
			}
			r, diags := env.Build(t.Context(), d)
			if c.diag != "" {
				if err := diags.Err(); err == nil || !strings.HasSuffix(err.Error(), c.diag) {
					t.Fatalf("finding %v, want %s", err, c.diag)
				}
				return
			}
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			if got := r.Shown("a"); !got.Equal(c.want) && !(got.IsNil() && c.want.IsNil()) || got.Kind() != c.want.Kind() {
				t.Errorf("got %s %#v, want %s %#v", got.Kind(), got, c.want.Kind(), c.want)
			}
		})
	}
}

// A failing hook affects only its own value: everything else of the draft is
// checked.
func TestFailingHookCostsItsValueOnly(t *testing.T) {
	env := environment(t, widget(`prop("a", validate = lambda v: [][0]), prop("b", munge = lambda v: v + "!")`), fakehost.New(nil).Reader())
	r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("a", "x", "b", "y")})
	if len(diags) != 1 || diags[0].Attr != "a" || !diags[0].Broke {
		t.Fatalf("findings %v", diags)
	}
	if r.Has("a") || r.Get("b").Text() != "y!" {
		t.Errorf("a is set: %v, b is %s", r.Has("a"), r.Get("b"))
	}
}

// Properties of a whole type.
func TestType(t *testing.T) {
	env := environment(t, `
def _check(res):
    if res.a and res.b:
        fail("not both")

newtype("thing", doc = "A thing. It is one.", validate = _check, columns = ["a"],
    features = [feature("paint", "Can paint.", methods = ["brush"])],
    titles = [(re.compile("^(.*):(.*)$"), ["host", ("port", lambda text: int(text))])],
    autorequire = {"user": lambda res: res.a, "file": "b"}, self_refresh = True, isomorphic = False,
    attrs = [
        param("host", namevar = True), param("port", namevar = True),
        ensurable("Whether it is there.", more = [value("stopped", event = "halted")]),
        prop("a", features = ["paint"]), prop("b"),
        prop("c", is_to_s = lambda v: "is " + v, should_to_s = lambda v: "should " + v, insync = lambda i, s: i.lower() == s.lower()),
        prop("d", change_to_s = lambda i, s, self: self.name + " went from %s to %s" % (i, s)),
    ])
provider("p", type = "thing", set = lambda self, name, value: None, methods = {"brush": lambda self: None})
provider("q", type = "thing", set = lambda self, name, value: None)
`, fakehost.New(nil).Reader())
	ty := env.Registry.Type("thing")
	if ty.Summary != "A thing" || !ty.SelfRefresh || !ty.NotIsomorphic || ty.Origin.Pos != "t.star:6:8" || ty.Origin.Module != "m" {
		t.Errorf("type: %q %v %v %v", ty.Summary, ty.SelfRefresh, ty.NotIsomorphic, ty.Origin)
	}
	r, diags := env.Build(t.Context(), ral.Decl{Type: "thing", Title: "web:80", Provider: "p", Attrs: attrs("a", "x", "c", "X", "d", "new")})
	if diags.Err() != nil {
		t.Fatal(diags)
	}
	if r.Get("host").Text() != "web" || !r.Get("port").Equal(value.Int(80)) || !r.Get("ensure").IsSym("present") {
		t.Errorf("host %s, port %s, ensure %s", r.Get("host"), r.Get("port").Inspect(), r.Get("ensure"))
	}
	if got := ty.Relations[0].Titles(r); ty.Relations[0].Type != "user" || len(got) != 1 || got[0] != "x" {
		t.Errorf("autorequire %v", got)
	}
	c, d := ty.Attr("c"), ty.Attr("d")
	if !c.InSync(ral.Hook{A: c, R: r}, value.Str("x"), r.Munged("c")) || c.InSync(ral.Hook{A: c, R: r}, value.Str("y"), r.Munged("c")) {
		t.Error("insync of c")
	}
	if got := c.ChangeText(r, value.Str("q"), r.Get("c")); got != "c changed is q to should X" {
		t.Errorf("change of c: %s", got)
	}
	if got := d.ChangeText(r, value.Str("old"), r.Get("d")); got != "d went from old to new" {
		t.Errorf("change of d: %s", got)
	}
	if got := ty.Attr("ensure").EventName(ty, value.Sym("stopped")); got != "halted" {
		t.Errorf("event %s", got)
	}
	if !ty.Provider("p").HasFeature("paint") || ty.Provider("q").HasFeature("paint") {
		t.Error("the feature by method")
	}
	_, diags = env.Build(t.Context(), ral.Decl{Type: "thing", Title: "w:1", Provider: "p", Attrs: attrs("a", "x", "b", "y")})
	if err := diags.Err(); err == nil || err.Error() != "Thing[w:1]: not both" {
		t.Errorf("type-level check: %v", err)
	}
	_, diags = env.Build(t.Context(), ral.Decl{Type: "thing", Title: "w:1", Provider: "q", Attrs: attrs("a", "x")})
	if len(diags) != 1 || diags[0].Kind != diagnostic.Dropped {
		t.Errorf("without the feature: %v", diags)
	}
}

// pre_run and generate can read the host.
// A declaration that makes a resource has the required attributes.
func TestRequired(t *testing.T) {
	env := environment(t, widget("ensurable(), prop('size', required = True), param('path', required = True), prop('mode', required = True, default = '1')"), fakehost.New(nil).Reader())
	const size, path = "the attribute size is required for a widget that is present", "the attribute path is required for a widget that is present"
	for want, declared := range map[string][]ral.Attr{
		size + "; " + path: attrs("ensure", "present"),
		path:               attrs("ensure", "present", "size", "3"),
		"":                 attrs("ensure", "present", "size", "3", "path", "/x"),
	} {
		_, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: declared})
		var got []string
		for _, d := range diags {
			got = append(got, d.Message)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%v: %q, want %q", declared, got, want)
		}
	}
	for _, declared := range [][]ral.Attr{nil, attrs("size", "3"), attrs("ensure", "absent")} {
		if _, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: declared}); diags.Err() != nil {
			t.Errorf("%v: %v", declared, diags)
		}
	}
	_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(widget("prop('size', required = True)"))})
	if err == nil || !strings.Contains(err.Error(), "size cannot be required: a type without ensure does not create resources") {
		t.Errorf("without ensure: %v", err)
	}
}

func TestTypeLooks(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/x": "text"})
	env := environment(t, `
def _pre(self):
    if self.fs.read("/etc/x") == "text":
        fail("not on this host")

newtype("thing", attrs = [param("name", namevar = True)], pre_run = _pre,
    generate = lambda self: [resource("file", "/" + n, ensure = "present", owner = self.name) for n in self.fs.list("/etc")],
    eval_generate = lambda self: self.fs.write("/etc/y", ""),
    purge = lambda res: purge("host", spares = lambda found, self: found.name == "localhost"))
`, fake.Reader())
	ty := env.Registry.Type("thing")
	r, _ := env.Build(t.Context(), ral.Decl{Type: "thing", Title: "n"})
	if err := ty.PreRun(t.Context(), fake.Reader(), r); err == nil || err.Error() != "not on this host" {
		t.Errorf("pre_run: %v", err)
	}
	decls, err := ty.Generate(t.Context(), fake.Reader(), r)
	if err != nil || len(decls) != 1 || decls[0].Ref() != "File[/x]" || decls[0].Attrs[1].Value.Text() != "n" {
		t.Errorf("generate: %v %v", decls, err)
	}
	if _, err := ty.EvalGenerate(t.Context(), fake.Reader(), r); err == nil || !strings.HasPrefix(err.Error(), "t.star:8:47: fs.write(/etc/y) is not allowed: it changes the host") {
		t.Errorf("a write while generating: %v", err)
	}
	if p := ty.Purge(r); p.Type != "host" || !p.Exempt(context.Background(), fake.Reader(), ral.NewInstance(ty, "localhost")) || p.Exempt(context.Background(), fake.Reader(), ral.NewInstance(ty, "x")) {
		t.Error("purge")
	}
}

// A hook that breaks where the engine accepts no error is reported, and only
// its result is lost.
func TestHooksWithoutAnError(t *testing.T) {
	for _, c := range []struct{ hook, want string }{
		{`autorequire = {"user": lambda res: [][0]}`, "Widget[n]: autorequire of user: t.star:1:97: index 0 out of range: empty list"},
		{`autobefore = {"user": lambda res: res.nam}`, "Widget[n]: autobefore of user: t.star:1:97: unknown attribute \"nam\" of type widget (did you mean \"name\"?)"},
		{`purge = lambda res: 1`, "Widget[n]: t.star:1:68: purge returned a number; it must return purge() or None"},
		{`is_present = lambda found: 1`, ""},
		{`autorequire = {"user": match(lambda res, other: 1)}`, ""},
	} {
		env := environment(t, `newtype("widget", attrs = [param("name", namevar = True)], `+c.hook+")", fakehost.New(nil).Reader())
		r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n"})
		got := ""
		if len(diags) > 0 {
			got = diags.Error()
		}
		if got != c.want || diags.Err() != nil {
			t.Errorf("%s: %q, want %q", c.hook, got, c.want)
		}
		if ty := r.Type; !ral.NewInstance(ty, "n").Present() || len(ty.Relations) == 1 && ty.Relations[0].Titles != nil && ty.Relations[0].Titles(r) != nil {
			t.Errorf("%s: what it leaves", c.hook)
		}
	}
}
