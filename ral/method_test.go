package ral_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// A value that means what a method returns is in sync if that is there, and a method
// refreshes where the type says so.
func TestTypeCompletesMethods(t *testing.T) {
	newest, calls := "2", []string{}
	broken := errors.New("no network")
	provider := ral.Provider{Name: "p", New: func() any {
		return ral.Ops{
			Retrieve: func(_ context.Context, _ host.Reader, r *ral.Resource) (*ral.Instance, error) {
				return ral.NewInstance(r.Type, r.Name()), nil
			},
			ModuleOps: ral.ModuleOps{
				Methods: []string{"newest", "again", "upgrade"},
				Ask: func(context.Context, host.Reader, *ral.Resource, string) (value.Value, error) {
					if newest == "" {
						return value.Value{}, broken
					}
					return value.Str(newest), nil
				},
				Call: func(_ context.Context, _ host.Writer, _ *ral.Resource, method string) error {
					calls = append(calls, method)
					return nil
				},
			},
		}
	}}
	typ := ral.Type{
		Name: "thing", Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			standard.Ensure("", ral.Allowed{Name: "latest", Call: "upgrade", Means: "newest"}),
		},
		Methods: []ral.Method{{Name: "again", Refreshes: func(r *ral.Resource) bool { return r.Name() == "yes" }}},
	}
	env := raltest.Env(t, func(reg *ral.Registry) { reg.Add(typ, provider) }, fakehost.New(nil).Reader(), nil)
	ops := env.Registry.Type("thing").Provider("p").NewOps()
	for _, c := range []struct {
		is, should  value.Value
		newest      string
		same, known bool
		err         error
	}{
		{value.Str("2"), value.Sym("latest"), "2", true, true, nil},
		{value.Str("1"), value.Sym("latest"), "2", false, true, nil},
		{value.Strs("1", "2"), value.Sym("latest"), "2", true, true, nil},
		{value.Absent(), value.Sym("latest"), "", false, true, nil},
		{value.Str("1"), value.Sym("latest"), "", false, true, broken},
		{value.Str("1"), value.Present(), "", false, false, nil},
	} {
		newest = c.newest
		same, known, err := ops.InSync(t.Context(), env.Reader(), nil, "ensure", c.is, c.should)
		if same != c.same || known != c.known || !errors.Is(err, c.err) {
			t.Errorf("%s, %s: %v %v %v", c.is.Inspect(), c.should.Inspect(), same, known, err)
		}
	}
	for _, title := range []string{"yes", "no"} {
		r, diags := env.Build(t.Context(), raltest.Decl("thing", title))
		if err := errors.Join(diags.Err(), ops.Refresh(t.Context(), fakehost.New(nil).Writer(), r)); err != nil {
			t.Error(err)
		}
	}
	r, _ := env.Build(t.Context(), raltest.Decl("thing", "yes"))
	a := r.Type.Attr("ensure")
	wr := fakehost.New(nil).Writer()
	if err := ops.Bring(t.Context(), wr, r, a, value.Sym("latest")); err != nil {
		t.Error(err)
	}
	if _, lacks := errors.AsType[*ral.NoSetterError](ops.Bring(t.Context(), wr, r, a, value.Present())); !lacks {
		t.Error("present is brought about by nothing")
	}
	if got := strings.Join(calls, " "); got != "again upgrade" {
		t.Errorf("called %s", got)
	}
}
