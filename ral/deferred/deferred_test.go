package deferred_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/deferred"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// echoes has a function that returns its only argument, and others.
type echoes struct{}

func (echoes) Has(name string) bool { return true }

func (echoes) Call(_ context.Context, _ host.Reader, name string, args []value.Value) (value.Value, error) {
	switch name {
	case "fails":
		return value.Value{}, errors.New("no answer" + value.ListOf(args...).Reveal().Text())
	case "hidden":
		return value.Secret(value.Str("hush")), nil
	case "plain":
		return args[0].Reveal(), nil
	case "nothing":
		return value.Value{}, nil
	}
	return args[0], nil
}

func TestResolve(t *testing.T) {
	echo := func(v value.Value) value.Value { return deferred.Call("echo", v) }
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "thing",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			{Name: "color", Kind: ral.Param, Default: value.Str("red")},
			{Name: "size", Kind: ral.Param, Values: []ral.Allowed{{Name: "small"}, {Name: "large"}}},
		},
		Validate: func(r *ral.Resource) error {
			if r.Get("color").Text() == "none" {
				return errors.New("a thing has a color")
			}
			return nil
		},
	})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	env.Functions = echoes{}
	for name, c := range map[string]struct {
		attr  string
		value value.Value
		want  value.Value
		err   string
	}{
		"a call":                  {"color", echo(value.Str("blue")), value.Str("blue"), ""},
		"a call in a call":        {"color", echo(echo(value.Str("blue"))), value.Str("blue"), ""},
		"in a list":               {"color", value.ListOf(value.Str("x"), echo(value.Str("y"))), value.Strs("x", "y"), ""},
		"in a map":                {"color", value.MapOf(value.Pair{Key: value.Str("k"), Value: echo(value.Str("v"))}), value.MapOf(value.Pair{Key: value.Str("k"), Value: value.Str("v")}), ""},
		"in a secret":             {"color", value.Secret(echo(value.Str("blue"))), value.Secret(value.Str("blue")), ""},
		"a secret within":         {"color", value.ListOf(value.Secret(value.Str("x")), echo(value.Str("y"))), value.ListOf(value.Secret(value.Str("x")), value.Str("y")), ""},
		"a secret argument":       {"color", echo(value.Secret(value.Str("hush"))), value.Secret(value.Str("hush")), ""},
		"a secret in an argument": {"color", echo(value.ListOf(value.Str("x"), value.Secret(value.Str("hush")))), value.Secret(value.Strs("x", "hush")), ""},
		"a secret result within":  {"color", deferred.Call("plain", deferred.Call("hidden")), value.Secret(value.Str("hush")), ""},
		"nothing of a secret":     {"color", deferred.Call("nothing", value.Secret(value.Str("hush"))), value.Value{}, ""},
		"it fails within":         {"color", deferred.Call("fails", deferred.Call("hidden")), value.Value{}, "color is not known: a function with a secret argument failed"},
		"nothing":                 {"color", echo(value.Value{}), value.Value{}, ""},
		"munged":                  {"size", echo(value.Str("small")), value.Sym("small"), ""},
		"not valid":               {"size", echo(value.Str("huge")), value.Value{}, `Invalid value "huge"`},
		"not valid with the rest": {"color", echo(value.Str("none")), value.Value{}, "a thing has a color"},
		"it fails with a secret":  {"color", deferred.Call("fails", value.Secret(value.Str("hush"))), value.Value{}, "color is not known: a function with a secret argument failed"},
		"it fails":                {"color", deferred.Call("fails"), value.Value{}, "color is not known: fails: no answer"},
	} {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "thing", Title: "a", Deferred: &[]ral.Attr{{Name: c.attr, Value: c.value}}})
		if diags.Err() != nil || r.Has(c.attr) {
			t.Errorf("%s: %v, it is %s before its turn", name, diags, r.Get(c.attr).Literal())
		}
		var red redact.Redactor
		_, diags, err := env.Resolve(t.Context(), env.Reader(), r, &red)
		if err == nil {
			err = diags.Err()
		}
		switch got := r.Shown(c.attr); {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) || strings.Contains(err.Error(), "hush") {
				t.Errorf("%s: %v, want %q", name, err, c.err)
			}
		case err != nil || !got.Equal(c.want) || got.IsSecret() != c.want.IsSecret():
			t.Errorf("%s: %v, it is %s", name, err, got.Reveal().Literal())
		}
	}
}

func TestCalledFunctions(t *testing.T) {
	v := value.Secret(value.ListOf(deferred.Call("a", deferred.Call("b")), value.MapOf(value.Pair{Key: deferred.Call("c"), Value: value.Str("x")})))
	if got := deferred.Called(v); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Error(got)
	}
}

// The secrets among the arguments are known before anything runs, and those that
// other functions return for them when they are computed; the words of a call are no
// secrets.
func TestDeferredSecretsAreLearned(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "thing", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Param}}})
	env := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
	env.Functions = echoes{}
	call := value.Secret(deferred.Call("echo", value.Str("plain"), value.ListOf(value.Secret(value.Str("given"))), deferred.Call("hidden")))
	r, _ := env.Build(t.Context(), ral.Decl{Type: "thing", Title: "a", Deferred: &[]ral.Attr{{Name: "color", Value: call}}})
	var before, after redact.Redactor
	r.TeachSecrets(&before, nil)
	if _, _, err := env.Resolve(t.Context(), env.Reader(), r, &after); err != nil {
		t.Fatal(err)
	}
	const text = "echo plain given hush Deferred arguments"
	if got := before.Text(text); got != "echo plain [redacted] hush Deferred arguments" {
		t.Errorf("before: %s", got)
	}
	if got := after.Text(text); got != "echo plain [redacted] [redacted] Deferred arguments" {
		t.Errorf("after: %s", got)
	}
}
