package user_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/group"
	"ralsh/providers/user"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/accountstest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Users come after their groups, by name and by number, in any order of declaration.
// The apply does what the plan says.
func TestTogether(t *testing.T) {
	a, l := raltest.A, raltest.L
	catalog := []ral.Decl{
		{Type: "user", Title: "carl", Attrs: []ral.Attr{a("gid", "5000"), l("groups", "web")}},
		{Type: "user", Title: "dora", Attrs: []ral.Attr{a("gid", "web")}},
		{Type: "group", Title: "web", Attrs: []ral.Attr{a("ensure", "present")}},
		{Type: "group", Title: "other", Attrs: []ral.Attr{{Name: "gid", Value: value.Int(5000)}}},
	}
	want := []string{"groupadd web", "useradd -g web -M dora", "groupadd -g 5000 other", "useradd -g 5000 -G web -M carl"}

	for name, newHost := range map[string]func(*testing.T) host.Host{
		"fake": func(*testing.T) host.Host { return accountstest.New(accountstest.Files()).Host },
		"real": accountstest.Below,
	} {
		t.Run(name, func(t *testing.T) {
			reg := ral.NewRegistry()
			user.Register(reg)
			group.Register(reg)
			h := newHost(t)
			env := onhost.NewEnv(reg, h.Reader(), nil)
			plan, err := transaction.NewPlan(t.Context(), env, catalog)
			if err != nil {
				t.Fatal(err)
			}
			rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatalf("%v, %+v", err, rep)
			}
			if h.Root() == "/" {
				var got []string
				for _, s := range rep.Steps {
					for _, act := range s.Acts() {
						got = append(got, host.Command{Name: act.Path[len("/usr/sbin/"):], Args: act.Args}.String())
					}
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("acts (-want +got):\n%s", d)
				}
			}
			again, err := transaction.NewPlan(t.Context(), env, catalog)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range again.Steps {
				if s.Status != transaction.InSync {
					t.Errorf("%s is %s in a second plan", s.Resource.Ref(), s.Status)
				}
			}
		})
	}
}
