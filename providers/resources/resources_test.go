package resources

import (
	"fmt"
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// register adds resources, and types that can and cannot be purged.
func register(reg *ral.Registry) {
	name := func() *ral.Attribute {
		return &ral.Attribute{Name: "name", Kind: ral.Param, Namevar: true, Doc: "The name."}
	}
	exists := func() *ral.Attribute { return standard.Ensure("Whether it exists.") }
	always := exists()
	always.Values = ral.Literals("running", "stopped")
	for _, ty := range []ral.Type{
		{Name: "user", Attributes: []*ral.Attribute{exists(), name(), {Name: "uid", Kind: ral.Property, Doc: "The number."}}},
		{Name: "entry", Attributes: []*ral.Attribute{exists(), name()}},
		{Name: "message", Attributes: []*ral.Attribute{name()}},
		{Name: "daemon", Attributes: []*ral.Attribute{always, name()}},
		{Name: "path", NotListable: "by path", Attributes: []*ral.Attribute{exists(), name()}},
	} {
		ty.Summary, ty.Doc = "a type", "A type."
		reg.Add(ty)
	}
	reg.Add(Type(reg))
}

func built(t *testing.T, title string, attrs ...ral.Attr) (*ral.Resource, diagnostic.Diags) {
	t.Helper()
	env := raltest.Env(t, register, fakehost.New(nil).Reader(), nil)
	return env.Build(t.Context(), ral.Decl{Type: "resources", Title: title, Attrs: attrs})
}

// TestPurge has the types that can be purged, and Puppet's messages for the others
// (semantics.md T58).
func TestPurge(t *testing.T) {
	purge := func(text string) []ral.Attr { return []ral.Attr{raltest.A("purge", text)} }
	for name, c := range map[string]struct {
		title  string
		attrs  []ral.Attr
		purges bool
		err    string
	}{
		"a type":                        {"entry", purge("true"), true, ""},
		"a type, in another word":       {"entry", purge("yes"), true, ""},
		"purge is false":                {"entry", purge("false"), false, ""},
		"without purge":                 {"entry", nil, false, ""},
		"no type":                       {"nothing", purge("true"), false, "Could not find resource type 'nothing'"},
		"a type without ensure":         {"message", purge("true"), false, "Purging is only supported on types that accept 'ensure'"},
		"a type that cannot be absent":  {"daemon", purge("yes"), false, "Purging is only supported on types that accept 'ensure'"},
		"a type that cannot be listed":  {"path", purge("true"), false, "Purging resources of type path is not supported, since they cannot be queried from the system"},
		"no purge of a type as such":    {"path", purge("false"), false, ""},
		"a limit that is not a number":  {"user", []ral.Attr{raltest.A("unless_system_user", "many")}, false, "Invalid value \"many\". Valid values are true, false. Valid values match /\\A[0-9]{1,9}\\z/."},
		"a user that is not a number":   {"user", []ral.Attr{raltest.L("unless_uid", "1000", "bob")}, false, "Invalid value \"bob\"."},
		"the type itself has no ensure": {"resources", purge("true"), false, "Purging is only supported on types that accept 'ensure'"},
	} {
		t.Run(name, func(t *testing.T) {
			r, diags := built(t, c.title, c.attrs...)
			got := ""
			if len(diags) > 0 {
				got = diags[0].Message
			}
			if got != c.err {
				t.Fatalf("got %q, want %q", got, c.err)
			}
			if c.err != "" {
				return
			}
			p := purger{}.Purge(r)
			if (p != nil) != c.purges || p != nil && (p.Type != c.title || p.Exempt != nil) {
				t.Errorf("the purge is %+v, want %v", p, c.purges)
			}
		})
	}
}

// TestExempt has the users that no purge removes. Unlike Puppet, ralsh exempts system
// accounts and unless_uid also with unless_system_user => false.
func TestExempt(t *testing.T) {
	for name, c := range map[string]struct {
		attrs    []ral.Attr
		defs     string // login.defs; "" if it does not exist
		user     string
		uid      value.Value
		deny     bool
		exempted bool
	}{
		"a user":                           {nil, "UID_MIN 1000\n", "alice", value.Int(1000), false, false},
		"below UID_MIN":                    {nil, "UID_MIN 1000\n", "sshd", value.Int(999), false, true},
		"UID_MIN with a comment":           {nil, "#UID_MIN 100\n\tUID_MIN\t1001 # local\n", "alice", value.Int(1000), false, true},
		"UID_MIN without a number":         {nil, "UID_MIN many\n", "alice", value.Int(500), false, false},
		"by default, 499":                  {nil, "", "alice", value.Int(499), false, true},
		"by default, 500":                  {nil, "", "alice", value.Int(500), false, false},
		"a limit":                          {[]ral.Attr{raltest.A("unless_system_user", "700")}, "UID_MIN 1000\n", "alice", value.Int(701), false, false},
		"a limit is inclusive":             {[]ral.Attr{raltest.A("unless_system_user", "700")}, "", "alice", value.Int(700), false, true},
		"true is the limit of the host":    {[]ral.Attr{raltest.A("unless_system_user", "true")}, "UID_MIN 1000\n", "sshd", value.Int(999), false, true},
		"no limit":                         {[]ral.Attr{raltest.A("unless_system_user", "false")}, "UID_MIN 1000\n", "sshd", value.Int(110), false, false},
		"no limit, a system account":       {[]ral.Attr{raltest.A("unless_system_user", "false")}, "", "daemon", value.Int(1), false, true},
		"no limit, root":                   {[]ral.Attr{raltest.A("unless_system_user", "false")}, "", "root", value.Int(0), false, true},
		"a system account with a high uid": {nil, "UID_MIN 1000\n", "nobody", value.Int(65534), false, true},
		"a uid":                            {[]ral.Attr{raltest.L("unless_uid", "1001", "1000")}, "UID_MIN 1000\n", "alice", value.Int(1000), false, true},
		"a different uid":                  {[]ral.Attr{raltest.L("unless_uid", "1001")}, "UID_MIN 1000\n", "alice", value.Int(1000), false, false},
		"a uid and no limit":               {[]ral.Attr{raltest.A("unless_uid", "110"), raltest.A("unless_system_user", "false")}, "", "sshd", value.Int(110), false, true},
		"a uid that is not known":          {nil, "UID_MIN 1000\n", "alice", value.Unread("no permission"), false, true},
		"a uid that is no number":          {nil, "UID_MIN 1000\n", "alice", value.Str("x"), false, true},
		"login.defs cannot be read":        {nil, "UID_MIN 1000\n", "alice", value.Int(5000), true, true},
	} {
		t.Run(name, func(t *testing.T) {
			r, diags := built(t, "user", append(slices.Clone(c.attrs), raltest.A("purge", "true"))...)
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			fake := fakehost.New(nil, fakehost.WithUID(1000))
			if c.defs != "" {
				fake.Put("/etc/login.defs", c.defs, 0o644)
			}
			if c.deny {
				fake.Deny("/etc/login.defs")
			}
			inst := ral.NewInstance(raltest.Registry(t, register).Type("user"), c.user).Set("ensure", value.Present()).Set("uid", c.uid)
			if got := (purger{}).Purge(r).Exempt(t.Context(), fake.Reader(), inst); got != c.exempted {
				t.Errorf("%s is exempted: %v, want %v", fmt.Sprint(c.user, " ", c.uid.Text()), got, c.exempted)
			}
		})
	}
}
