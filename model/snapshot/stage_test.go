package snapshot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model/basket"
	"ralsh/ral/noise"
)

// stagedOf stages rows of a difference on a host, and returns the drafts and what was
// refused, a line each.
func stagedOf(t *testing.T, b *basket.Basket, st Staged) string {
	t.Helper()
	var out []string
	for _, d := range b.Drafts() {
		line := d.Ref()
		for _, a := range d.Type.Properties() {
			if text, ok := d.Text(a.Name); ok {
				line += " " + a.Name + "=" + text
			}
		}
		if slices.Contains(st.Along, d) {
			line += " (along)"
		}
		if slices.Contains(st.Drafts, d) != (d.From != "") {
			line += " from " + d.From
		}
		out = append(out, line)
	}
	for _, r := range st.Refused {
		out = append(out, "not "+r.Ref+": "+r.Why)
	}
	if st.Removals > 0 {
		out = append(out, fmt.Sprint("removals ", st.Removals))
	}
	return strings.Join(out, "\n")
}

func TestStage(t *testing.T) {
	add := func(r record) []record { return []record{r} }
	home := func(more map[string]any) map[string]any {
		all := map[string]any{"ensure": "present", "shell": "/bin/sh", "home": "/home/bob"}
		for name, is := range more {
			all[name] = is
		}
		return all
	}
	alice := func(shell any) record {
		return record{Title: "alice", Properties: map[string]any{
			"ensure": "present", "shell": shell, "home": "/home/alice", "comment": "Alice", "gid": "staff", "groups": []string{},
		}}
	}
	for name, c := range map[string]struct {
		typ, provider string
		a             []record
		want          string // without what only B has
	}{
		"a user": {"user", "useradd", add(record{Title: "bob", Properties: home(nil)}), "User[bob] ensure=present home=/home/bob shell=/bin/sh"},
		"a number of its own": {
			"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"uid": 1005}), Classes: map[string]noise.Class{"uid": noise.Identity}}),
			"User[bob] ensure=present home=/home/bob shell=/bin/sh",
		},
		"a number that A calls wanted": {
			"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"uid": 0})}),
			"User[bob] ensure=present home=/home/bob shell=/bin/sh",
		},
		"a secret": {
			"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"password": nil}), Redacted: []string{"password"}}),
			"User[bob] ensure=present home=/home/bob shell=/bin/sh\nnot User[bob] password: the value is a secret",
		},
		"a secret that is sent": {
			"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"password": "$y$evil"})}),
			"User[bob] ensure=present home=/home/bob shell=/bin/sh",
		},
		"what was not read": {
			"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"expiry": nil}), Unknown: map[string]string{"expiry": "no"}}),
			"User[bob] ensure=present home=/home/bob shell=/bin/sh\nnot User[bob] expiry: A could not read the value: no",
		},
		"one property":         {"user", "useradd", add(alice("/bin/zsh")), "User[alice] shell=/bin/zsh"},
		"an invalid value":     {"user", "useradd", add(alice("bin\nsh:x")), "not User[alice]: shell: "},
		"an invalid title":     {"user", "useradd", add(record{Title: "bob:\x1b[2J", Properties: home(nil)}), "not User[bob:\x1b[2J]: "},
		"a type that is none":  {"nosuch", "p", add(record{Title: "x", Properties: map[string]any{"ensure": "present"}}), "not Nosuch[x]: B does not have a comparable type nosuch"},
		"a program":            {"exec", "posix", add(record{Title: "/bin/evil", Properties: map[string]any{"returns": "0"}}), "not Exec[/bin/evil]: B does not have a comparable type exec"},
		"a file with content":  {"file", "posix", add(record{Title: "/etc/evil", Properties: map[string]any{"ensure": "file", "content": "evil"}}), "not File[/etc/evil]: a snapshot does not contain"},
		"content of a link":    {"file", "posix", add(record{Title: "/etc/evil", Properties: map[string]any{"ensure": "link", "target": "/x", "content": "evil"}}), "File[/etc/evil] ensure=link target=/x\nnot File[/etc/evil] content: "},
		"what is only live":    {"sysctl", "parsed", add(record{Title: "net.a.b", Properties: map[string]any{"ensure": "absent", "live": "1"}}), "removals 1"},
		"what is purged on A":  {"package", "apt", add(record{Title: "x", Properties: map[string]any{"ensure": "purged"}, Class: noise.State}), ""},
		"only a place differs": {"host", "parsed", add(record{Title: "web1", Properties: map[string]any{"ensure": "present", "comment": nil, "target": "/etc/hosts"}, Redacted: []string{"comment"}}), "Host[web1] ensure=present target=/etc/hosts\nnot Host[web1] comment: the value is a secret"},
		"a large value":        {"user", "useradd", add(record{Title: "bob", Properties: home(map[string]any{"comment": strings.Repeat("x", 5<<20)})}), "not User[bob]: the basket is full"},
		"a saved setting":      {"sysctl", "parsed", add(record{Title: "net.a.b", Properties: map[string]any{"ensure": "present", "value": "1", "live": "2"}}), "Sysctl[net.a.b] ensure=present value=1"},
		"what is left out":     {"host", "parsed", add(record{Title: "x", Properties: map[string]any{"ensure": "present", "ip": "192.0.2.1"}, LeftOut: "another one counts"}), "not Host[x]: the resource cannot be declared: another one counts"},
		"a draft there":        {"host", "parsed", add(record{Title: "mine", Properties: map[string]any{"ensure": "present", "ip": "192.0.2.9"}}), "Host[mine] ip=192.0.2.8\nnot Host[mine]: the basket already contains a draft of the resource"},
		"a provider of A only": {"package", "brew", add(record{Title: "rake", Properties: map[string]any{"ensure": "1"}}), "not Package[rake]: the provider brew is not suitable on B"},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t, accounts())
			b := basket.New(s)
			if name == "a draft there" {
				b.Draft(s.Env.Registry.Type("host"), "mine", nil, nil).Set("ip", "192.0.2.8")
			}
			la := listing(t, c.typ, Provider{Name: c.provider, Suitable: true}, c.a...)
			there := alice("/bin/sh")
			there.Properties["password"] = "!" // which A does not have, and which is not taken away
			lb := listing(t, c.typ, Provider{Name: c.provider, Suitable: true}, there)
			la.PerProvider = c.typ == "package"
			d, err := Compare(made(t, nil, []Listing{la}), made(t, nil, []Listing{lb}))
			if err != nil {
				t.Fatal(err)
			}
			rows := slices.DeleteFunc(d.Rows(), func(r Row) bool { return r.Sign == OnlyB })
			st, err := Stage(t.Context(), s, b, d, rows)
			if err != nil {
				t.Fatal(err)
			}
			if got := stagedOf(t, b, st); got != c.want && (!strings.Contains(c.want, "not ") || !strings.HasPrefix(got, c.want)) {
				t.Errorf("%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A group that a user needs comes along, once, and nothing is ever removed.
func TestStageAlong(t *testing.T) {
	a := []Listing{
		listing(t, "group", Provider{Name: "groupadd", Suitable: true},
			record{Title: "deployers", Properties: map[string]any{"ensure": "present", "gid": 1009, "members": []string{"bob"}}, Classes: map[string]noise.Class{"gid": noise.Identity}},
			record{Title: "other", Properties: map[string]any{"ensure": "present"}}),
		listing(t, "user", useradd(), record{Title: "bob", Properties: map[string]any{"ensure": "present", "gid": "deployers", "groups": []string{"staff"}}}),
	}
	b := []Listing{
		listing(t, "group", Provider{Name: "groupadd", Suitable: true}, record{Title: "staff", Properties: map[string]any{"ensure": "present"}}),
		listing(t, "user", useradd(), user("eve", map[string]any{"ensure": "present"})),
	}
	for name, c := range map[string]struct {
		choose func(Row) bool
		want   string
	}{
		"one user": {func(r Row) bool { return r.Title == "bob" }, "User[bob] ensure=present gid=deployers groups=staff\nGroup[deployers] ensure=present (along)"},
		"all":      {func(Row) bool { return true }, "Group[deployers] ensure=present\nGroup[other] ensure=present\nUser[bob] ensure=present gid=deployers groups=staff\nremovals 2"},
		"none":     {func(Row) bool { return false }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t, accounts())
			bk := basket.New(s)
			d, err := Compare(made(t, nil, a), made(t, nil, b))
			if err != nil {
				t.Fatal(err)
			}
			st, err := Stage(t.Context(), s, bk, d, slices.DeleteFunc(d.Rows(), func(r Row) bool { return !c.choose(r) }))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, stagedOf(t, bk, st)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
