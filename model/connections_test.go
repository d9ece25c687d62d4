package model_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

func town(t *testing.T) *model.Session {
	s, _ := modeltest.Kept(t, map[string]string{
		"etc/passwd": "root:x:0:0::/root:/bin/sh\n" +
			"alice:x:1000:1000::/home/alice:/bin/sh\n" +
			"bob:x:1001:100::/home/bob:/bin/fish\n",
		"etc/group":       "root:x:0:\nusers:x:100:\nalice:x:1000:\nadm:x:4:alice,bob\n",
		"etc/shadow":      "",
		"etc/gshadow":     "",
		"etc/fstab":       "/dev/vda1 / ext4 defaults 0 1\n/dev/vdb1 /srv ext4 defaults 0 2\n/dev/vdc1 /srv/www/site ext4 defaults 0 2\n",
		"etc/aliases":     "webmaster: alice, bob@example.com\n",
		"bin/sh":          "",
		"home/alice/note": "",
	})
	return s
}

// knownOf lists some types, as a user would have before.
func knownOf(t *testing.T, s *model.Session, types ...string) map[string]model.KnownInstances {
	t.Helper()
	known := make(map[string]model.KnownInstances)
	for _, name := range types {
		typ, err := s.Type(name)
		if err != nil {
			t.Fatal(err)
		}
		k := model.KnownInstances{All: true}
		s.Env.List(t.Context(), typ, func(ev onhost.ListEvent) {
			if ev.Err != nil {
				t.Error(name, ev.Err)
			}
			k.Found = append(k.Found, ev.Found...)
		})
		known[name] = k
	}
	return known
}

func one(t *testing.T, s *model.Session, typ, title string) *ral.Instance {
	t.Helper()
	ty, err := s.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	for _, seen := range s.Env.Find(t.Context(), ty, title) {
		if seen.Found.Present() {
			return seen.Found
		}
	}
	t.Fatalf("there is no %s %s", typ, title)
	return nil
}

func said(l model.Link) string {
	there := "there"
	switch {
	case !l.Resolved:
		there = "not looked at"
	case l.Found == nil:
		there = "not there"
	}
	return fmt.Sprintf("%s %s by %s, %s", l.Type, l.Title, l.Via, there)
}

func TestConnections(t *testing.T) {
	s := town(t)
	known := knownOf(t, s, "user", "group", "mount", "mailalias", "ssh_authorized_key", "cron")
	home := one(t, s, "file", "/home/alice")
	known["file"] = model.KnownInstances{Found: []*ral.Instance{home}}
	for _, c := range []struct {
		typ, title string
		to, from   []string
	}{
		{
			"user", "alice",
			[]string{"group adm by groups, there", "group alice by gid, there", "file /home/alice by home, there", "file /bin/sh by shell, there"},
			[]string{"mailalias webmaster by recipient, there"},
		},
		{
			"user", "bob", // a group by its gid, a missing shell
			[]string{"group adm by groups, there", "group users by gid, there", "file /home/bob by home, not there", "file /bin/fish by shell, not there"},
			nil,
		},
		{"group", "users", nil, []string{"user bob by gid, there"}},
		{"group", "adm", []string{"user alice by members, there", "user bob by members, there"}, nil},
		{
			"mount", "/srv/www/site", // only mounts above it
			[]string{"mount / by name, there", "mount /srv by name, there", "file /srv/www/site by name, not there", "file /dev/vdc1 by device, not there"},
			nil,
		},
		{"mount", "/srv", []string{"mount / by name, there", "file /srv by name, not there", "file /dev/vdb1 by device, not there"}, []string{"mount /srv/www/site by name, there"}},
		{
			"file", "/home/alice/note", // only the directory that contains it
			[]string{"file /home/alice by path, there"},
			[]string{"mount / by name, there"},
		},
		{"mailalias", "webmaster", []string{"user alice by recipient, there"}, nil},
	} {
		got := s.Links.Of(t.Context(), one(t, s, c.typ, c.title), known)
		to := slices.DeleteFunc(linkTexts(got.To), func(text string) bool { // the owner of the test's files is not known
			return c.typ == "file" && (text[:5] == "user " || text[:6] == "group ")
		})
		if diff := cmp.Diff(c.to, to); diff != "" {
			t.Errorf("%s %s leads to: %s", c.typ, c.title, diff)
		}
		if diff := cmp.Diff(c.from, linkTexts(got.From)); diff != "" {
			t.Errorf("what leads to %s %s: %s", c.typ, c.title, diff)
		}
	}
}

func linkTexts(links []model.Link) []string {
	var list []string
	for _, l := range links {
		list = append(list, said(l))
	}
	return list
}

func TestWhatIsNotKnownIsNotLookedAt(t *testing.T) {
	s := town(t)
	alice := one(t, s, "user", "alice")
	got := s.Links.Of(t.Context(), alice, nil)
	want := []string{"group adm by groups, not looked at", "file /home/alice by home, there", "file /bin/sh by shell, there"}
	if diff := cmp.Diff(want, linkTexts(got.To)); diff != "" {
		t.Error(diff)
	}
	known := knownOf(t, s, "cron")
	known["mailalias"] = model.KnownInstances{Found: knownOf(t, s, "mailalias")["mailalias"].Found}
	looked := map[string]string{}
	for _, l := range s.Links.Of(t.Context(), alice, known).Searched {
		looked[l.Type.Name] = fmt.Sprint(l.N, l.All)
	}
	if looked["cron"] != "0 true" || looked["mailalias"] != "1 false" || looked["group"] != "0 false" {
		t.Error(looked)
	}
	file, _ := s.Type("file")
	for _, typ := range s.Links.PointingAt(file) {
		if typ.Name == "package" {
			t.Error("what a package needs of files is not on a host")
		}
	}
}

// A user mentions its home and shell; only the file's owner orders them.
func TestAMentionMakesNoOrder(t *testing.T) {
	s := town(t)
	user := ral.Decl{Type: "user", Title: "alice", Attrs: []ral.Attr{
		{Name: "home", Value: value.Str("/home/alice")}, {Name: "shell", Value: value.Str("/bin/sh")},
	}}
	order, err := s.Order(t.Context(), modeltest.File("/bin/sh", "mode", "0755"), user, modeltest.File("/home/alice", "owner", "alice"))
	if err != nil {
		t.Fatal(err)
	}
	var edges []string
	for _, e := range order.Edges {
		edges = append(edges, order.Members[e.From].Decl.Ref()+" -> "+order.Members[e.To].Decl.Ref()+" "+e.By)
	}
	if diff := cmp.Diff([]string{"User[alice] -> File[/home/alice] autorequire"}, edges); diff != "" {
		t.Error(diff)
	}
}

func TestConnectionsEndWithTheirContext(t *testing.T) {
	s := town(t)
	known := knownOf(t, s, "user")
	users := one(t, s, "group", "users")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got := s.Links.Of(ctx, users, known); len(got.From) > 0 {
		t.Error("it went on:", linkTexts(got.From))
	}
}

// Leads and Connections agree on what was listed: the group of a user, and no
// missing mount.
func TestLeadsAsConnections(t *testing.T) {
	s := town(t)
	known := knownOf(t, s, "user", "group", "mount")
	names := func(links []model.Link) (list []string) {
		for _, l := range links {
			if l.Type != "file" {
				list = append(list, l.Type+" "+l.Title)
			}
		}
		return list
	}
	for ref, want := range map[[2]string][]string{
		{"user", "bob"}:            {"group adm", "group users"},
		{"user", "alice"}:          {"group adm", "group alice"},
		{"mount", "/srv/www/site"}: {"mount /", "mount /srv"},
		{"mount", "/srv"}:          {"mount /"},
		{"mailalias", "webmaster"}: {"user alice"},
	} {
		inst := one(t, s, ref[0], ref[1])
		links := names(s.Links.Of(t.Context(), inst, known).To)
		if slices.Sort(links); !slices.Equal(links, want) {
			t.Errorf("%v: %q, want %q", ref, links, want)
		}
	}
}
