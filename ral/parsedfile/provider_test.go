package parsedfile_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/raltest"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// register adds a type of mail aliases that uses all fields of Provider.
func register(reg *ral.Registry) { registerNamed(reg, aliasFormat(), "key") }

// registerNamed registers the type with another format and the field that is the
// name.
func registerNamed(reg *ral.Registry, format *parsedfile.Format, name string) {
	reg.Add(ral.Type{
		Name: "alias",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true},
			standard.Ensure(""),
			{Name: "recipient", Kind: ral.Property, MatchAll: true},
			{Name: "size", Kind: ral.Property},
		},
	}, ral.Provider{Name: "aliases", New: parsedfile.Provider{
		Format: format,
		Target: "/etc/aliases", MissingOK: true,
		Name: func(r parsedfile.Record) string { return strings.ToLower(r.Text(name)) },
		Fill: func(inst *ral.Instance, r parsedfile.Record) {
			inst.Set("recipient", value.Strs(strings.Fields(r.Text("recipient"))...))
			inst.Set("size", value.Int(int64(len(r.Text("recipient")))))
		},
		BeforeWrite: func(r *parsedfile.Record, res *ral.Resource) {
			if r.Text("key") == "" {
				r.Set("key", value.Str(res.Name()))
			}
		},
	}.New})
}

func aliasFormat() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^#`)},
		{
			Name: "alias", Fields: []string{"key", "recipient"}, Match: lazyre.New(`^(\w+):\s*(.*)$`),
			Write: func(r parsedfile.Record) (string, error) { return r.Text("key") + ": " + r.Text("recipient"), nil },
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
				Host:       func(*testing.T) host.Host { return fakehost.New(files).Host },
				NotCovered: map[string]string{"size": "Fill counts it, it is nothing to write"},
				Several: &raltest.Several{
					Titles: []string{"one", "two"}, Remove: "absent",
					Create: func(int) []ral.Attr { return []ral.Attr{raltest.L("recipient", "a", "b")} },
				},
				Cases: []raltest.Case{{
					Title: "web", Create: []ral.Attr{raltest.L("recipient", "a", "b")}, Remove: "absent",
					Changes: []ral.Attr{raltest.L("recipient", "b")},
				}},
			}.Run(t)
		})
	}
}
