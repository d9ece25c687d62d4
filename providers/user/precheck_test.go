package user_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/providers/group"
	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
)

// The plan rejects what the tools would refuse, with the reason. The tools accept
// everything else: the same declarations are applied without a plan, by the fake's
// tools and by the machine's own.
func TestPrecheck(t *testing.T) {
	a, l := raltest.A, raltest.L
	u := func(title string, attrs ...ral.Attr) ral.Decl {
		return ral.Decl{Type: "user", Title: title, Attrs: attrs}
	}
	g := func(title string, attrs ...ral.Attr) ral.Decl {
		return ral.Decl{Type: "group", Title: title, Attrs: attrs}
	}
	present, absent := a("ensure", "present"), a("ensure", "absent")
	long := strings.Repeat("a", 33)
	for name, test := range map[string]struct {
		decls []ral.Decl
		why   string // reason for the last declaration; "" if it is planned
	}{
		"new":                         {[]ral.Decl{u("bob", present)}, ""},
		"uid of another":              {[]ral.Decl{u("bob", a("uid", "1000"))}, "UID 1000 already exists, use allowdupe to force user creation: it belongs to deploy (/etc/passwd:3)"},
		"uid of another, shared":      {[]ral.Decl{u("bob", a("uid", "1000"), a("allowdupe", "true"))}, ""},
		"uid of one who goes":         {[]ral.Decl{u("deploy", absent), u("bob", a("uid", "1000"))}, ""},
		"uid of one who gets another": {[]ral.Decl{u("deploy", a("uid", "1500")), u("bob", a("uid", "1000"))}, ""},
		"uid of one who stays":        {[]ral.Decl{u("deploy", a("comment", "x")), u("bob", a("uid", "1000"))}, "it belongs to deploy"},
		"uid of one who comes before": {[]ral.Decl{u("amy", a("uid", "1500")), u("bob", a("uid", "1500"))}, "it belongs to amy (in an earlier step)"},
		"uid that one before takes":   {[]ral.Decl{u("amy", present), u("bob", a("uid", "1002"))}, "it belongs to amy (in an earlier step)"},
		"gid that one before takes":   {[]ral.Decl{g("one", present), g("two", a("gid", "1002"))}, "it belongs to one (in an earlier step)"},
		"gid of a group made again":   {[]ral.Decl{g("users", absent), u("users", a("uid", "1500")), g("sudo", a("gid", "1500"))}, "it belongs to users (in an earlier step)"},
		"other uid, taken":            {[]ral.Decl{u("deploy", a("uid", "0"))}, "UID 0 already exists, use allowdupe to force it: it belongs to root"},
		"no group":                    {[]ral.Decl{u("bob", a("gid", "web"))}, "Could not find group web"},
		"no group of a number":        {[]ral.Decl{u("bob", a("gid", "5000"))}, "Could not find group 5000"},
		"one of the groups":           {[]ral.Decl{u("bob", l("groups", "adm", "web"))}, "Could not find group web"},
		"groups of one who is there":  {[]ral.Decl{u("deploy", l("groups", "web"))}, "Could not find group web"},
		"group that comes before":     {[]ral.Decl{u("bob", a("gid", "web"), l("groups", "adm", "web")), g("web", present)}, ""},
		"number that comes before":    {[]ral.Decl{u("bob", a("gid", "5000")), g("web", a("gid", "5000"))}, ""},
		"group of a user before":      {[]ral.Decl{u("amy", present), u("bob", a("gid", "amy"))}, ""},
		"group that goes":             {[]ral.Decl{g("users", absent), u("bob", a("gid", "users"))}, "Could not find group users"},
		"home that is there already":  {[]ral.Decl{u("deploy", a("home", "/etc/skel"), a("managehome", "true"))}, "usermod cannot move /home/deploy: /etc/skel already exists"},
		"home that is not":            {[]ral.Decl{u("deploy", a("home", "/home/d"), a("managehome", "true"))}, ""},
		"home of root":                {[]ral.Decl{u("nobody", a("home", "/etc/skel")), u("deploy", absent, a("managehome", "true"))}, "userdel cannot remove /home/deploy: it belongs to UID 0, not to deploy"},
		"name with a blank":           {[]ral.Decl{u("bob smith", present)}, `User names cannot include a blank: useradd rejects "bob smith"`},
		"name with a tilde":           {[]ral.Decl{u("~bob", present)}, "User names cannot begin with '~'"},

		"gid of another":             {[]ral.Decl{g("web", a("gid", "4"))}, "GID 4 already exists, use allowdupe to force group creation: it belongs to adm (/etc/group:2)"},
		"gid of another, shared":     {[]ral.Decl{g("web", a("gid", "4"), a("allowdupe", "true"))}, ""},
		"gid of a group that goes":   {[]ral.Decl{g("users", absent), g("web", a("gid", "100"))}, ""},
		"other gid, taken":           {[]ral.Decl{g("users", a("gid", "4"))}, "GID 4 already exists, use allowdupe to force it"},
		"long name of a group":       {[]ral.Decl{g(long, present)}, "Group names cannot have more than 32 bytes"},
		"group name with a blank":    {[]ral.Decl{g("a b", present)}, "Group names cannot include a blank"},
		"member who is not there":    {[]ral.Decl{g("web", l("members", "bob"))}, "Could not find user bob"},
		"member who comes before":    {[]ral.Decl{u("bob", present), g("web", l("members", "bob"))}, ""},
		"new member who is not":      {[]ral.Decl{g("sudo", l("members", "bob"))}, "Could not find user bob"},
		"primary group":              {[]ral.Decl{g("deploy", absent)}, "groupdel cannot remove the group: it is the primary group of deploy (/etc/passwd:3)"},
		"primary group, one goes":    {[]ral.Decl{u("nobody", absent), g("nogroup", absent)}, ""},
		"primary group, one moves":   {[]ral.Decl{u("deploy", a("gid", "100")), g("deploy", absent)}, ""},
		"primary group, one changes": {[]ral.Decl{u("deploy", a("comment", "x")), g("deploy", absent)}, "primary group of deploy"},
	} {
		for kind, newHost := range map[string]func(*testing.T) host.Host{
			"fake": func(*testing.T) host.Host { return accountstest.New(accountstest.Files()).Host },
			"real": accountstest.Below,
		} {
			if kind == "fake" && (strings.HasPrefix(name, "home") || strings.HasSuffix(name, "made again")) {
				continue // the fake's tools ignore directories, and useradd creates no group
			}
			t.Run(name+", "+kind, func(t *testing.T) {
				h := newHost(t)
				reg := raltest.Registry(t, func(reg *ral.Registry) {
					user.Register(reg)
					group.Register(reg)
				})
				env := onhost.NewEnv(reg, h.Reader(), nil)
				plan, err := transaction.NewPlan(t.Context(), env, test.decls)
				if err != nil {
					t.Fatal(err)
				}
				ref := test.decls[len(test.decls)-1].Ref()
				got := ""
				for _, s := range plan.Steps {
					switch {
					case s.LeftOut() == "":
					case len(s.Acts()) > 0:
						t.Errorf("%s cannot be, and would run %v", s.Ref(), s.Acts())
					case s.Ref() == ref:
						got = s.LeftOut()
					}
				}
				if !strings.Contains(got, test.why) || (got == "") != (test.why == "") {
					t.Errorf("the plan says %q, want %q", got, test.why)
				}
				rep, err := transaction.Run(t.Context(), env, test.decls, h.Writer(), transaction.Options{})
				if err != nil || rep.OK() != (test.why == "") {
					t.Errorf("%v: the tools say %s; the plan %q", err, rep.Summary(), got)
				}
			})
		}
	}
}

// installs adds a type whose step runs a command with unknown effects, as a package
// does.
func installs(reg *ral.Registry) {
	reg.Add(ral.Type{Name: "package", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure("Whether it is installed."),
	}}, ral.Provider{Name: "p", New: func() any { return installer{} }})
}

type installer struct{}

func (installer) Retrieve(_ context.Context, _ host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

func (installer) Create(ctx context.Context, wr host.Writer, _ *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: "true"})
}

// A command of any earlier step may create a missing group. A step of another user or
// group cannot, because its effects are known.
func TestPrecheckAwaits(t *testing.T) {
	present := raltest.A("ensure", "present")
	user1 := ral.Decl{Type: "user", Title: "bob", Attrs: []ral.Attr{raltest.A("gid", "web")}}
	for name, test := range map[string]struct {
		first   ral.Decl
		planned bool
	}{
		"a package":     {ral.Decl{Type: "package", Title: "web", Attrs: []ral.Attr{present}}, true},
		"another user":  {ral.Decl{Type: "user", Title: "amy", Attrs: []ral.Attr{present}}, false},
		"another group": {ral.Decl{Type: "group", Title: "new", Attrs: []ral.Attr{present}}, false},
	} {
		f := accountstest.New(accountstest.Files())
		f.Command("/bin/true")
		env := raltest.Env(t, func(reg *ral.Registry) { user.Register(reg); group.Register(reg); installs(reg) }, f.Reader(), nil)
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{test.first, user1})
		if err != nil {
			t.Fatal(err)
		}
		s := plan.Steps[1]
		if (s.LeftOut() == "") != test.planned {
			t.Errorf("after %s: %s, %q", name, s.Status, s.LeftOut())
		}
		if c := s.Changes[0]; test.planned && (c.Certainty != ral.UnknownUntil || c.Until != 1 || c.Note != "Could not find group web yet") {
			t.Errorf("after %s: %s until %d, %q", name, c.Certainty, c.Until, c.Note)
		}
	}
}

// A plan refuses a new account if all numbers are in use.
func TestFullRange(t *testing.T) {
	files := accountstest.Files()
	files["/etc/login.defs"] = "UID_MAX 1001\n"
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, accountstest.New(files)), []ral.Decl{{Type: "user", Title: "bob", Attrs: []ral.Attr{raltest.A("ensure", "present")}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.Steps[0].LeftOut(); !strings.HasSuffix(got, "no UID from 1000 to 1001 is free (/etc/login.defs)") {
		t.Error(got)
	}
}

// userdel -r removes the account and the home, and then fails at mail that belongs to root.
func TestMailOfAnother(t *testing.T) {
	files := accountstest.Files()
	files["/var/mail/deploy"] = "mail"
	plan, err := transaction.NewPlan(t.Context(), newEnv(t, accountstest.New(files)), []ral.Decl{
		{Type: "user", Title: "deploy", Attrs: []ral.Attr{raltest.A("ensure", "absent"), raltest.A("managehome", "true")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.Steps[0].LeftOut(); !strings.HasSuffix(got, "userdel cannot remove /var/mail/deploy: it belongs to UID 0, not to deploy") {
		t.Error(got)
	}
}

// The tools add users only to groups of /etc/group.
func TestGroupsOfADirectory(t *testing.T) {
	for attr, want := range map[string]string{"groups": "Could not find group staff", "gid": ""} {
		f := accountstest.New(accountstest.Files())
		accountstest.LDAP(f, map[string]string{"group staff": "staff:*:70000:"})
		plan, err := transaction.NewPlan(t.Context(), newEnv(t, f), []ral.Decl{{Type: "user", Title: "bob", Attrs: []ral.Attr{raltest.A("ensure", "present"), raltest.A(attr, "staff")}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0].LeftOut(); !strings.HasSuffix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s: %q", attr, got)
		}
	}
}
