package parsedfile_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// register adds a type of mail aliases, with all that a Provider can be told.
func register(reg *ral.Registry) {
	reg.Add(ral.Type{
		Name: "alias",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			ral.Ensure(""),
			{Name: "recipient", Kind: ral.Property, MatchAll: true},
			{Name: "password", Kind: ral.Property, Sensitive: true},
			{Name: "size", Kind: ral.Property},
		},
	}, ral.Provider{Name: "aliases", New: parsedfile.Provider{
		Format: aliasFormat(),
		Target: "/etc/aliases", MissingOK: true, Lists: map[string]string{"recipient": ","},
		Name: func(r parsedfile.Record) string { return strings.ToLower(r.Text("key")) },
		Fill: func(inst *ral.Instance, r parsedfile.Record) {
			inst.Set("size", value.Int(int64(len(r.Text("recipient")))))
		},
		BeforeWrite: func(r *parsedfile.Record, res *ral.Resource) {
			if r.Text("key") == "" {
				r.Set("key", value.Str(res.Name()))
			}
		},
		Write: host.WriteOptions{Secret: true},
	}.New})
}

func aliasFormat() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^#`)},
		{
			Name: "alias", Fields: []string{"key", "recipient", "password"}, Optional: []string{"password"},
			Match: lazyre.New(`^(\w+):\s*([^;]*)(?:; (.*))?$`),
			Write: func(r parsedfile.Record) (string, error) {
				text := r.Text("key") + ": " + r.Text("recipient")
				if pw := r.Get("password"); pw.Kind() == value.String {
					text += "; " + pw.Raw()
				}
				return text, nil
			},
		},
	}}
}

func TestProviderInTheSuite(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"missing": {"/etc/": ""},
		"there":   {"/etc/aliases": "# mine\nRoot: alice\n:broken\nx: y"},
	} {
		t.Run(name, func(t *testing.T) {
			raltest.Suite{
				Register: register, Type: "alias", Provider: "aliases",
				Host:       func(*testing.T) host.Host { return host.NewFake(files).Host },
				NotCovered: map[string]string{"size": "Fill counts it, it is nothing to write"},
				Several: &raltest.Several{
					Titles: []string{"one", "two"}, Remove: "absent",
					Create: func(int) []ral.Attr { return []ral.Attr{raltest.L("recipient", "a", "b")} },
				},
				Cases: []raltest.Case{{
					Title: "web", Create: []ral.Attr{raltest.L("recipient", "a", "b")}, Remove: "absent",
					Changes: []ral.Attr{raltest.L("recipient", "b"), raltest.A("password", "hush")},
				}},
			}.Run(t)
		})
	}
}

func TestSecretsStayOutOfActs(t *testing.T) {
	fake := host.NewFake(map[string]string{"/etc/aliases": "Root: alice\n"})
	plan := host.NewRecorder(fake.Reader())
	reg := ral.NewRegistry()
	register(reg)
	env := ral.NewEnv(reg, plan.Reader(), nil)
	r, diags := env.Build(t.Context(), ral.Decl{Type: "alias", Title: "root", Attrs: []ral.Attr{raltest.A("password", "hush")}})
	if diags.Err() != nil {
		t.Fatal(diags.Err())
	}
	run := ral.NewRun(env, plan.Reader())
	var err error
	if r.Found, err = run.Retrieve(t.Context(), r); err != nil || r.Is("size").Inspect() != "5" {
		t.Fatalf("%v, %v", r.Found, err)
	}
	ops := run.Ops(r.Provider)
	if err := ops.Set(t.Context(), plan.Writer(), r, "password", r.Get("password")); err != nil {
		t.Fatal(err)
	}
	if err := ops.Flush(t.Context(), plan.Writer(), r); err != nil {
		t.Fatal(err)
	}
	acts := plan.Acts()
	if len(acts) != 1 || !acts[0].Secret || string(acts[0].After) != "Root: alice; hush\n" {
		t.Errorf("%+v", acts)
	}
}
