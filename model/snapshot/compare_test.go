package snapshot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/noise"
)

// told returns the rows of a difference, with the counts of what was left out.
func told(d *Difference) string {
	var out []string
	for _, g := range d.Groups {
		if g.NotOn != "" {
			out = append(out, g.Type+" is not on "+g.NotOn)
		}
		for _, gap := range g.Gaps {
			out = append(out, "gap "+gap)
		}
		for _, r := range g.Rows {
			line := string(r.Sign) + " " + r.Ref()
			if r.Why != "" {
				line += ": " + r.Why
			}
			if r.Sign == Differs || r.Sign == Unknown && r.Why == "" {
				for _, c := range r.Changes {
					line += fmt.Sprintf(" %c%s %s|%s%s", c.Sign, c.Property, c.A.Text(), c.B.Text(), c.Why)
				}
			}
			out = append(out, line)
		}
	}
	left := d.Left()
	if left.Count() > 0 {
		out = append(out, fmt.Sprintf("left %v %d %d", left.Classes[1:], left.Secrets, left.Unread))
	}
	return strings.Join(out, "\n")
}

func TestCompare(t *testing.T) {
	alice := func(shell any) record { return user("alice", map[string]any{"ensure": "present", "shell": shell}) }
	notRoot := func(h *Head) { h.User, h.Privileged = "eve", false }
	users := func(p Provider, records ...record) []Listing { return []Listing{listing(t, "user", p, records...)} }
	secret := func(r record, names ...string) record {
		r.Redacted = names
		for _, n := range names {
			r.Properties[n] = nil
		}
		return r
	}
	unread := func(r record, name, why string) record {
		r.Unknown, r.Properties[name] = map[string]string{name: why}, nil
		return r
	}
	classed := func(r record, name string, c noise.Class) record {
		r.Classes = map[string]noise.Class{name: c}
		return r
	}
	state := func(r record) record { r.Class = noise.State; return r }
	for name, c := range map[string]struct {
		a, b []Listing
		asB  func(*Head)
		want string
	}{
		"equal":                       {users(useradd(), alice("/bin/sh")), users(useradd(), alice("/bin/sh")), nil, ""},
		"only on A":                   {users(useradd(), alice("/bin/sh")), users(useradd()), nil, "- User[alice]"},
		"only on B":                   {users(useradd()), users(useradd(), alice("/bin/sh")), nil, "+ User[alice]"},
		"one property":                {users(useradd(), alice("/bin/sh")), users(useradd(), alice("/bin/zsh")), nil, "~ User[alice] ~shell /bin/sh|/bin/zsh"},
		"a number and a text":         {users(useradd(), alice(1)), users(useradd(), alice("1")), nil, "~ User[alice] ~shell 1|1"},
		"not set is absent":           {users(useradd(), alice("absent")), users(useradd(), user("alice", map[string]any{"ensure": "present"})), nil, ""},
		"an ordinary user on B":       {users(useradd(), alice("/bin/sh")), users(useradd()), notRoot, "? User[alice]: listed by the unprivileged user eve"},
		"more on an ordinary user's":  {users(useradd()), users(useradd(), alice("/bin/sh")), notRoot, "+ User[alice]"},
		"a provider failed on B":      {users(useradd(), alice("/bin/sh")), users(Provider{Name: "useradd", Suitable: true, Error: "broken"}), nil, "gap B: useradd: broken\n? User[alice]: useradd cannot list all resources: broken"},
		"a provider failed twice":     {users(useradd(), alice("/bin/sh")), users(Provider{Name: "useradd", Suitable: true, Error: "broken\nand more"}), nil, "gap B: useradd: broken; and more\n? User[alice]: useradd cannot list all resources: broken; and more"},
		"a provider failed on A":      {users(Provider{Name: "useradd", Suitable: true, Error: "broken"}), users(useradd(), alice("/bin/sh")), nil, "gap A: useradd: broken\n? User[alice]: useradd cannot list all resources: broken"},
		"a provider is missing on B":  {users(useradd(), alice("/bin/sh")), users(Provider{Name: "useradd", Why: "useradd missing"}), nil, "? User[alice]: useradd is not suitable: useradd missing"},
		"another provider on B":       {users(useradd(), alice("/bin/sh")), users(Provider{Name: "pw", Suitable: true}), nil, "? User[alice]: unknown provider useradd"},
		"the type is missing on B":    {users(useradd(), alice("/bin/sh")), nil, nil, "user is not on B"},
		"a secret on both":            {users(useradd(), secret(alice("/bin/sh"), "password")), users(useradd(), secret(alice("/bin/sh"), "password")), nil, "left [0 0 0] 1 0"},
		"a secret on one":             {users(useradd(), secret(alice("/bin/sh"), "password")), users(useradd(), user("alice", map[string]any{"ensure": "present", "shell": "/bin/sh", "password": "!"})), nil, "? User[alice] ?password |!ralsh does not compare secrets"},
		"not read on B":               {users(useradd(), alice("/bin/sh")), users(useradd(), unread(alice(nil), "shell", "no")), nil, "? User[alice] ?shell /bin/sh|B: no"},
		"not read on either":          {users(useradd(), unread(alice(nil), "shell", "no")), users(useradd(), unread(alice(nil), "shell", "no")), nil, "left [0 0 0] 0 1"},
		"only one provider knows":     {users(useradd(), alice("/bin/sh")), users(Provider{Name: "pw", Suitable: true}, user("alice", map[string]any{"ensure": "present"})), nil, "? User[alice] ?shell /bin/sh|only one of the providers useradd and pw supports the property"},
		"a class on A":                {users(useradd(), classed(alice(1), "shell", noise.Identity)), users(useradd(), alice(2)), nil, "left [0 1 0] 0 0"},
		"a class on B":                {users(useradd(), alice(1)), users(useradd(), classed(alice(2), "shell", noise.Volatile)), nil, "left [0 0 1] 0 0"},
		"what is only there now":      {users(useradd(), state(alice(1))), users(useradd()), nil, "left [1 0 0] 0 0"},
		"there now, and wanted":       {users(useradd(), state(alice(1))), users(useradd(), alice(2)), nil, "~ User[alice] ~shell 1|2"},
		"of one name, in other order": {users(useradd(), alice(1), alice(2), alice(3)), users(useradd(), alice(3), alice(1)), nil, "- User[alice]"},
		"of one name, one other":      {users(useradd(), alice(1), alice(2)), users(useradd(), alice(2), alice(3)), nil, "~ User[alice] ~shell 1|3"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Compare(made(t, nil, c.a), made(t, c.asB, c.b))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, told(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Of a type whose instances are of their providers, those of one name are two.
func TestComparePerProvider(t *testing.T) {
	list := func(p string) []Listing {
		l := listing(t, "package", Provider{Name: p, Suitable: true}, user("rake", map[string]any{"ensure": "1"}))
		l.PerProvider, l.Providers = true, []Provider{{Name: "apt", Suitable: true}, {Name: "gem", Suitable: true}}
		return []Listing{l}
	}
	d, err := Compare(made(t, nil, list("apt")), made(t, nil, list("gem")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("- Package[rake]\n+ Package[rake]", told(d)); diff != "" {
		t.Error(diff)
	}
}

func TestCompareFacts(t *testing.T) {
	a := made(t, nil, nil, fact("kernel", "Linux", 0), fact("load", 1, noise.Volatile), fact("old", 1, 0))
	b := made(t, nil, nil, fact("kernel", "Hurd", 0), fact("load", 2, noise.Volatile), fact("disks.x", 1, noise.State))
	d, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("~ kernel ~value Linux|Hurd\n- old\nleft [1 0 1] 0 0", told(d)); diff != "" {
		t.Error(diff)
	}
	if d, _ = Compare(a, made(t, nil, nil)); len(d.Groups) != 0 {
		t.Errorf("facts are compared with none: %s", told(d))
	}
}

// Many rows that are alike are one, and all are there.
func TestFolded(t *testing.T) {
	many := func(shell string, n int) []Listing {
		var list []record
		for i := range n {
			list = append(list, user(fmt.Sprintf("u%02d", i), map[string]any{"shell": shell}))
		}
		return []Listing{listing(t, "user", useradd(), append(list, user("x", map[string]any{"shell": "a", "home": shell}))...)}
	}
	for n, want := range map[int]string{9: "1 1 1 1 1 1 1 1 1 1", 10: "10 1", 30: "30 1"} {
		d, err := Compare(made(t, nil, many("a", n)), made(t, nil, many("b", n)))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range d.Groups[0].Folded() {
			got = append(got, fmt.Sprint(len(f)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: %v, want %s", n, got, want)
		}
	}
}

// TestNamesakes holds that instances of one name are compared with those at the same place, and
// that rows of them have the place.
func TestNamesakes(t *testing.T) {
	key := func(user, options string) record {
		return record{Title: "me@x", Properties: map[string]any{"user": user, "target": "/home/" + user + "/keys", "options": options}}
	}
	keys := func(records ...record) *Snapshot {
		list := listing(t, "ssh_authorized_key", Provider{Name: "parsed", Suitable: true}, records...)
		list.Places = []string{"user", "target"}
		list.sort()
		return made(t, nil, []Listing{list})
	}
	d, err := Compare(keys(key("alice", "a"), key("bob", "a"), key("carol", "a")), keys(key("bob", "b"), key("carol", "a"), key("dave", "b")))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range d.Groups[0].Rows {
		got = append(got, fmt.Sprintf("%c %s %d", r.Sign, r.Label(), len(r.Changes)))
	}
	if diff := cmp.Diff([]string{"~ me@x (user bob) 1", "~ me@x (user alice) 3"}, got); diff != "" {
		t.Error(diff)
	}
	if d, err = Compare(keys(key("bob", "a")), keys(key("bob", "b"))); err != nil || d.Groups[0].Rows[0].Label() != "me@x" {
		t.Errorf("a single one has %+v, %v", d.Groups[0].Rows, err)
	}
}
