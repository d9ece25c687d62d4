package transaction_test

import (
	"context"
	"slices"
	"testing"

	"ralsh/providers/resources"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

func purgeWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	reg := ral.NewRegistry()
	reg.Add(thingType(), ral.Provider{Name: "files", New: func() any { return things{} }})
	reg.Add(resources.Type(reg))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	w.env = onhost.NewEnv(reg, w.Reader(), nil)
	return w
}

func TestPurge(t *testing.T) {
	purge := ral.Decl{Type: "resources", Title: "thing", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}}
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
	}{
		"what nobody declares is removed":      {[]ral.Decl{purge, thing("a", "color", "red")}, "[thing=in_sync b=changed half=changed a=in_sync]"},
		"its metaparameters go with it":        {[]ral.Decl{purge.With("noop", value.Bool(true))}, "[thing=in_sync a=noop b=noop half=noop]"},
		"without purge nothing is":             {[]ral.Decl{{Type: "resources", Title: "thing"}}, "[thing=in_sync]"},
		"what is declared by alias is spared":  {[]ral.Decl{purge, thing("x", "alias", "a"), thing("b"), thing("half", "size", "1")}, "[thing=in_sync x=in_sync b=in_sync half=in_sync]"},
		"what is declared to be absent may go": {[]ral.Decl{thing("a", "ensure", "absent"), purge, thing("b"), thing("half", "size", "1")}, "[a=changed thing=in_sync b=in_sync half=in_sync]"},
	} {
		t.Run(name, func(t *testing.T) {
			rep, _ := ran(t, purgeWorld(t), transaction.Options{}, c.decls...)
			if got := statuses(rep); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestPurgeOfNothing(t *testing.T) {
	w := purgeWorld(t)
	_, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{{Type: "resources", Title: "zip", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}}})
	if err == nil {
		t.Error("a type that is not there is purged")
	}
}

// Between a plan and its apply: a new instance is not removed, a resource that
// could not be planned still counts as declared, and an instance that is
// already gone is no failure.
func TestPurgeAsPlanned(t *testing.T) {
	purge := ral.Decl{Type: "resources", Title: "thing", Attrs: []ral.Attr{{Name: "purge", Value: value.Bool(true)}}}
	for name, c := range map[string]struct {
		decls []ral.Decl
		since func(w world)
		want  string
		keeps []string
	}{
		"as it was": {
			[]ral.Decl{purge, thing("b"), thing("half", "size", "1")},
			func(world) {},
			"[thing=in_sync a=changed b=in_sync half=in_sync]",
			[]string{"/things/b/color"},
		},
		"one came to be": {
			[]ral.Decl{purge, thing("b"), thing("half", "size", "1")},
			func(w world) { w.Put("/things/new/color", "red", 0o644) },
			"[thing=in_sync a=changed new=stopped b=in_sync half=in_sync]",
			[]string{"/things/new/color"},
		},
		"one came to be, and another comes after it": {
			[]ral.Decl{purge, thing("b"), thing("half", "size", "2", "owner", "new")},
			func(w world) { w.Put("/things/new/color", "red", 0o644) },
			"[thing=in_sync a=changed new=stopped b=in_sync half=changed]",
			[]string{"/things/new/color"},
		},
		"one could not be planned": {
			[]ral.Decl{purge, thing("a"), thing("b"), thing("half", "color", "blue")},
			func(world) {},
			"[thing=in_sync a=in_sync b=in_sync]",
			[]string{"/things/half/size"},
		},
		"one that has another title could not": {
			[]ral.Decl{purge, thing("a"), thing("b"), thing("unreadable", "name", "half", "color", "blue")},
			func(world) {},
			"[thing=in_sync a=in_sync b=in_sync]",
			[]string{"/things/half/size"},
		},
		"one is gone": {
			[]ral.Decl{purge, thing("b"), thing("half", "size", "1")},
			func(w world) {
				if err := w.Writer().Remove(t.Context(), "/things/a", true); err != nil {
					t.Fatal(err)
				}
			},
			"[thing=in_sync b=in_sync half=in_sync]", nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := purgeWorld(t)
			plan, err := transaction.NewPlan(t.Context(), w.env, c.decls)
			if err != nil {
				t.Fatal(err)
			}
			c.since(w)
			rep, err := plan.Apply(t.Context(), w.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := statuses(rep); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			for _, file := range c.keeps {
				if ok, _ := w.Reader().Exists(t.Context(), file); !ok {
					t.Errorf("%s was removed", file)
				}
			}
		})
	}
}

// accounts are users with uids, as the exemptions need.
type accounts struct{ things }

func (accounts) List(ctx context.Context, in *ral.Listing) error {
	for name, uid := range map[string]string{"root": "0", "daemon": "1", "sshd": "110", "alice": "1000", "bob": "1001", "odd": "?"} {
		in.Yield(ral.NewInstance(in.Type, name).Set("ensure", value.Present()).Set("uid", value.Str(uid)))
	}
	return nil
}

func TestPurgeExemptsUsers(t *testing.T) {
	for name, c := range map[string]struct {
		attrs []string
		defs  string
		want  []string
	}{
		"below UID_MIN":          {nil, "# a\nUID_MIN 1001 # ours\n", []string{"bob"}},
		"without login.defs":     {nil, "", []string{"alice", "bob"}},
		"a number":               {[]string{"unless_system_user", "100"}, "", []string{"alice", "bob", "sshd"}},
		"the greatest stays too": {[]string{"unless_system_user", "1000"}, "", []string{"bob"}},
		"as this host has it":    {[]string{"unless_system_user", "true"}, "UID_MIN 1001\n", []string{"bob"}},
		"no limit":               {[]string{"unless_system_user", "false"}, "UID_MIN 1001\n", []string{"alice", "bob", "sshd"}},
		"one number":             {[]string{"unless_uid", "1001"}, "", []string{"alice"}},
		"not to be read":         {nil, "unreadable", nil},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(nil, fakehost.WithUID(1000))
			switch c.defs {
			case "":
			case "unreadable":
				fake.Put("/etc/login.defs", "UID_MIN 1001\n", 0o644)
				fake.Deny("/etc/login.defs")
			default:
				fake.Put("/etc/login.defs", c.defs, 0o644)
			}
			reg := ral.NewRegistry()
			user := thingType()
			user.Name, user.Relations = "user", nil
			user.Attributes = append(user.Attributes, &ral.Attribute{Name: "uid", Kind: ral.Property})
			reg.Add(user, ral.Provider{Name: "files", New: func() any { return accounts{} }})
			reg.Add(resources.Type(reg))
			d := thing("user", append(c.attrs, "purge", "true")...)
			d.Type = "resources"
			plan, err := transaction.NewPlanWith(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{d}, transaction.Options{Noop: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range plan.Steps[1:] {
				got = append(got, s.Resource.Title)
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("removes %q, want %q", got, c.want)
			}
		})
	}
}
