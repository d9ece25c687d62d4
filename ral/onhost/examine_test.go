package onhost_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

func TestExamine(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "lamp", Features: []ral.Feature{{Name: "fly"}},
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param},
			{Name: "color", Kind: ral.Property, Values: []ral.Allowed{{Name: "red"}, {Name: "blue"}}},
			{Name: "wings", Kind: ral.Property, Features: []string{"fly"}},
			{Name: "broken", Kind: ral.Property, InSyncFn: func(ral.Hook, value.Value, value.Value) bool { panic("no comparison") }},
			{Name: "timer", Kind: ral.Param, NoEffect: func(*ral.Resource) string { return "the lamp is off" }},
			{Name: "size", Kind: ral.Param, Default: value.Str("big")},
		},
	}, provider("hand", nil))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	env, lamp := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil), reg.Type("lamp")
	found := ral.NewInstance(lamp, "l")
	found.Set("color", value.Sym("red"))
	unread := onhost.Current{Unread: "the disk is gone"}
	for name, c := range map[string]struct {
		attr, text string // "" for an attribute that is not declared
		now        onhost.Current
		want       func(onhost.Result) bool
	}{
		"in sync":     {"color", "red", onhost.Current{Found: found}, func(r onhost.Result) bool { return r.Set && r.InSync && r.Is.IsSym("red") }},
		"a change":    {"color", "blue", onhost.Current{Found: found}, func(r onhost.Result) bool { return r.Set && !r.InSync && r.Value.IsSym("blue") }},
		"not read":    {"color", "blue", unread, func(r onhost.Result) bool { return r.Unreadable == "the disk is gone" && r.Is.IsUnknown() }},
		"invalid":     {"color", "gray", onhost.Current{Found: found}, func(r onhost.Result) bool { return r.Diag != nil && !r.Set && r.Value.IsNil() }},
		"lacks":       {"wings", "2", onhost.Current{}, func(r onhost.Result) bool { return r.Lacks != "" && r.Diag == nil }},
		"a panic":     {"broken", "x", onhost.Current{Found: found}, func(r onhost.Result) bool { return r.Unreadable != "" && !r.InSync }},
		"no effect":   {"timer", "5", onhost.Current{}, func(r onhost.Result) bool { return r.NoEffect == "the lamp is off" }},
		"a default":   {"size", "", onhost.Current{}, func(r onhost.Result) bool { return r.Set && r.Default && r.Value.Text() == "big" }},
		"not managed": {"color", "", onhost.Current{Found: found}, func(r onhost.Result) bool { return !r.Set && r.Diag == nil && r.Unreadable == "" }},
	} {
		t.Run(name, func(t *testing.T) {
			d := ral.Decl{Type: "lamp", Title: "l"}
			if c.text != "" {
				d.Attrs = []ral.Attr{{Name: c.attr, Value: value.Str(c.text)}}
			}
			r, results, _ := env.Examine(t.Context(), lamp, d, c.now, []*ral.Attribute{lamp.Attr(c.attr)})
			if len(results) != 1 || !c.want(results[0]) || r.Found != c.now.Found {
				t.Errorf("%+v", results)
			}
		})
	}
}
