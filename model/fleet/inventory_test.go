package fleet_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ralsh/model/fleet"
	"ralsh/model/hops"
)

// tree has the files that an inventory includes, by their paths.
type tree map[string]string

func (t tree) Read(name string) ([]byte, error) {
	if text, ok := t[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("no such file")
}

func (t tree) Glob(pattern string) []string {
	if strings.HasSuffix(pattern, "*") {
		return []string{strings.TrimSuffix(pattern, "*") + "one"}
	}
	return []string{pattern}
}

// shown returns an inventory as a line a host: its name, target, groups and place.
func shown(inv *fleet.Inventory) string {
	var out strings.Builder
	for _, h := range inv.Hosts() {
		fmt.Fprintf(&out, "%s %s [%s] %s\n", h.Name, h.Target(), strings.Join(h.Groups, " "), h.Place)
	}
	return out.String()
}

const lines = `# ours
web[01-02]
[db]
db1 ansible_host=10.0.0.5 ansible_user=alice ansible_port=2222 color="dark blue" # a comment
db2:2200
[prod:children]
db
[prod:vars]
region = north
`

const boltFile = `# bolt
version: 2
config:
  transport: ssh
  ssh:
    user: deploy
    host-key-check: true
targets:
  - lone.example.com
groups:
  - name: web
    targets:
      - uri: ssh://alice@192.0.2.1:2222
        name: web1
        alias: w1
      - web2
    config:
      ssh: {run-as: root}
  - name: prod
    groups:
      - name: db
        targets: [{name: db1, config: {ssh: {host: 192.0.2.9, user: bob, run-as: postgres}}}]
`

const ansibleList = `{
  "_meta": {"hostvars": {"db1": {"ansible_host": "192.0.2.9", "ansible_port": 2222, "rack": 7}}},
  "all": {"children": ["ungrouped", "prod"]},
  "prod": {"children": ["db"]},
  "db": {"hosts": ["db1", "db2"]}
}`

func TestInventory(t *testing.T) {
	for _, c := range []struct{ name, text, want, warning string }{
		{
			"lines", lines,
			"web01 web01 [] f:2\nweb02 web02 [] f:2\ndb1 alice@ssh://10.0.0.5:2222 [db prod] f:4\ndb2 ssh://db2:2200 [db prod] f:5\n",
			"f: ignored settings: color, region",
		},
		{
			"Bolt", boltFile,
			"lone.example.com deploy@lone.example.com [] f:9\nweb1 alice@ssh://192.0.2.1:2222+sudo [web] f:13\nweb2 deploy@web2+sudo [web] f:16\ndb1 bob@192.0.2.9+sudo:postgres [db prod] f:22\n",
			"f: ignored settings: alias, ssh.host-key-check",
		},
		{
			"Ansible", ansibleList,
			"db1 ssh://192.0.2.9:2222 [all db prod] f\ndb2 db2 [all db prod] f\n",
			"f: ignored settings: rack",
		},
		{
			"ssh", "Include more/*\nHost web1 web2 !web3 *.example.com\n  User alice\nHost -oProxyCommand=x\nMatch all\nHost=db1\n",
			"far far [] more/one:1\nweb1 web1 [] f:2\nweb2 web2 [] f:2\ndb1 db1 [] f:6\n",
			"",
		},
		{"nothing", "", "", ""},
		{"a range in front", "[1-2]x\n", "1x 1x [] f:1\n2x 2x [] f:1\n", ""},
		{"one host in two groups", "[a]\nx\n[b]\nx ansible_user=bob\n", "x bob@x [a b] f:2\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			inv, err := fleet.ParseInventory("f", []byte(c.text), tree{"more/one": "Host far\n"})
			if err != nil {
				t.Fatal(err)
			}
			if got := shown(inv); got != c.want || strings.Join(inv.Warnings, "\n") != c.warning {
				t.Errorf("it has\n%swarns %q\nand should have\n%s", got, inv.Warnings, c.want)
			}
		})
	}
}

func TestBadInventory(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an option", "web1\n-oProxyCommand=x\n", `f:2: "-oProxyCommand=x" begins with a dash`},
		{"an option as an address", "web1 ansible_host=-oProxyCommand=x\n", "begins with a dash"},
		{"a hop", "sudo\n", "is not a host"},
		{"a container", "chroot:x\n", "is not a host"},
		{"a hop behind a host", "web1+sudo\n", "is not the name of a host"},
		{"a blank", "\"web 1\"\n", "is not the name of a host"},
		{"a line feed", "{\"g\": {\"hosts\": [\"a\\nb\"]}}", "is not the name of a host"},
		{"an escape", "we\x1bb\n", "is not the name of a host"},
		{"broken UTF-8", "we\xffb\n", "is not the name of a host"},
		{"a long name", strings.Repeat("a", 300), "is too long (300 bytes, at most 253)"},
		{"a quote", "web1 a='b\n", "f:1: a quote is not closed"},
		{"two words", "web1 web2\n", "put each host on a separate line"},
		{"a port", "web1 ansible_port=70000\n", "is not a port"},
		{"a loop", "[a:children]\nb\n[b:children]\na\n", "f:4: the group a contains itself: a > b > a"},
		{"itself", "[a:children]\na\n", "contains itself"},
		{"an unknown child", "[a:children]\nb\n", `f:2: unknown group "b"`},
		{"two addresses", "x ansible_host=a\n[g]\nx ansible_host=b\n", "f:3: x has different connection settings at f:1"},
		{"a section", "[a:hosts]\n", "is not a group"},
		{"a password", "web1\nweb2 ansible_password=x\n", "f:2: remove ansible_password"},
		{"an older password", "web1 ansible_ssh_pass=x\n", "remove ansible_ssh_pass"},
		{"a key", "web1 ansible_ssh_private_key_file=x\n", "remove ansible_ssh_private_key_file"},
		{"a password of a group", "[g]\nw\n[g:vars]\nansible_become_pass=x\n", "f:4: remove ansible_become_pass"},
		{"a password in JSON", `{"_meta":{"hostvars":{"a":{"ansible_password":"x"}}},"g":{"hosts":["a"]}}`, "remove ansible_password"},
		{"JSON that is cut off", `{"g":`, "invalid JSON"},
		{"JSON of something else", `{"g": 5}`, `"g" differs from the format of ansible-inventory --list`},
		{"deep JSON", `{"g":` + strings.Repeat("[", 100_000), "invalid JSON"},
		{"a password of Bolt", "targets:\n- name: a\n  uri: a\n  config:\n    ssh:\n      password: x\n", "f:6: remove password"},
		{"a key of Bolt", "config:\n  ssh:\n    private-key: x\n", "f:3: remove private-key"},
		{"a plugin", "targets:\n- _plugin: puppetdb\n", "f:2: remove _plugin"},
		{"a plugin in what is not used", "vars:\n  a:\n  - _plugin: vault\n", "f:3: remove _plugin"},
		{"a password in a URI", "targets:\n- ssh://a:b@c\n", "remove a password in a URI"},
		{"another transport", "config:\n  transport: winrm\n", "does not support the transport winrm"},
		{"another transport in a URI", "targets: [winrm://a]\n", "does not support winrm"},
		{"an old version", "version: 1\n", "only version 2"},
		{"deep YAML", "groups: " + strings.Repeat("[", 100_000), "exceeds 64 levels"},
		{"deep lists", "groups:\n" + strings.Repeat("- ", 100_000), "exceeds 64 levels"},
		{"an alias", "groups: &a\n- *a\n", "expected a"},
		{"YAML that is cut off", "groups: [\n", "invalid YAML"},
		{"YAML of Ansible", "all:\n  hosts:\n", "ansible-inventory --list"},
		{"too large", strings.Repeat("#\n", 1<<20), "at most 1024 KiB"},
		{"no name", "''\n", "the name of a host is empty"},
		{"the same over and over", strings.Repeat("a[0-9999]\n", 20), "more than 100000 host entries"},
		{"a long word", strings.Repeat("a", 600), "longer than 512 bytes"},
		{"too many", "a[1-9999]\nb[1-9999]\n", "more than 10000 hosts"},
		{"files that include each other", "Include f\n", "Include exceeds 16 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inv, err := fleet.ParseInventory("f", []byte(c.text), tree{"f": "Include f\n"})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, %v", inv, err)
			}
		})
	}
}

func TestExpand(t *testing.T) {
	inv, err := fleet.ParseInventory("f", []byte("web[01-12]\n[db]\ndb1 ansible_host=10.0.0.5\ndb2\n[prod:children]\ndb\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	last := fleet.Last{Hosts: []fleet.LastHost{
		{Name: "web01", Outcome: fleet.Done, Run: 7}, {Name: "db1+sudo", Outcome: fleet.NotReached}, {Name: "web02", Outcome: fleet.NotBegun}, {Name: "web03", Outcome: fleet.LeftOut},
	}}
	for _, c := range []struct{ on, want string }{
		{"web[01-03]", "web01=web01 web02=web02 web03=web03"},
		{"@db", "db1=10.0.0.5 db2=db2"},
		{"@prod+sudo", "db1+sudo=10.0.0.5+sudo db2+sudo=db2+sudo"},
		{"web0[1-2]+sudo:deploy,db1", "web01+sudo:deploy=web01+sudo:deploy web02+sudo:deploy=web02+sudo:deploy db1=10.0.0.5"},
		{"db*,db1", "db1=10.0.0.5 db2=db2"},
		{"@prod+sudo,!db1", "db2+sudo=db2+sudo"},
		{"!web0[2-9],web0[1-3]", "web01=web01"},
		{"web1?", "web10=web10 web11=web11 web12=web12"},
		{"alice@new[1,3]", "alice@new1=alice@new1 alice@new3=alice@new3"},
		{"@failed", "db1+sudo=10.0.0.5+sudo"},
		{"@notbegun,@failed", "web02=web02 db1+sudo=10.0.0.5+sudo"},
		{"@last", "web01=web01 db1+sudo=10.0.0.5+sudo web02=web02 web03=web03"},
	} {
		targets, err := inv.Expand(c.on, last)
		var got []string
		for _, x := range targets {
			got = append(got, x.Name+"="+x.On.String())
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s is %v, %v", c.on, got, err)
		}
	}
	for _, c := range []struct{ on, want string }{
		{"@dbb", "did you mean @db?"},
		{"zz*", "no host of f matches"},
		{"db1,!db1", "--on matches no host"},
		{"@db,!@dbb", "did you mean @db?"},
		{"a,,b", "contains an empty name"},
		{"a,-oProxyCommand=x", "begins with a dash"},
		{"a b,c", "contains a space"},
		{"a\nb,c", "contains a space or a control character"},
		{"web[1-2", "is not closed"},
		{"a[1-9999],b[1-9999]", "more than 10000 hosts"},
	} {
		if targets, err := inv.Expand(c.on, last); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is %v, %v", c.on, targets, err)
		}
	}
	const none = "@last selects no host: this account has not changed several hosts yet (name the hosts: --on web1,web2)"
	if _, err := inv.Expand("@last", fleet.Last{}); err == nil || err.Error() != none {
		t.Error(err)
	}
	const other = "@failed selects no host: no host of the last change has this outcome (all hosts of the last change: --on @last)"
	if _, err := inv.Expand("@failed", fleet.Last{Hosts: last.Hosts[:1]}); err == nil || err.Error() != other {
		t.Error(err)
	}
}

func TestIsMany(t *testing.T) {
	for on, want := range map[string]bool{"web1": false, "alice@web1+sudo": false, "podman:app": false, "chroot:/x": false, "web[1]": true, "a,b": true, "@db": true, "web*": true} {
		if fleet.IsMany(on) != want {
			t.Errorf("%s is many: %t", on, !want)
		}
	}
}

func TestLeaveOut(t *testing.T) {
	inv, err := fleet.ParseInventory("f", []byte("web[1-3]\n[db]\ndb1\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	targets, err := inv.Expand("@all+sudo,far", fleet.Last{})
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{"@db": "db1+sudo", "web[1-2]+sudo,far": "web1+sudo web2+sudo far", "web*": "web1+sudo web2+sudo web3+sudo"} {
		rest, left, err := inv.LeaveOut(targets, words)
		var got []string
		for _, x := range left {
			got = append(got, x.Name)
		}
		if err != nil || strings.Join(got, " ") != want || len(rest)+len(left) != len(targets) {
			t.Errorf("%s leaves out %v, %v", words, got, err)
		}
	}
	for _, words := range []string{"web9", "@nosuch", "web[", ""} {
		if _, left, err := inv.LeaveOut(targets, words); err == nil {
			t.Errorf("%q leaves out %v", words, left)
		}
	}
}

func fuzzInventory(f *testing.F, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		inv, err := fleet.ParseInventory("f", data, nil)
		if err != nil {
			return
		}
		for _, h := range inv.Hosts() {
			target, err := hops.Parse(h.Target())
			if err != nil || strings.Count(target.String(), "+") > 1 {
				t.Fatalf("%+v: %v", h, err)
			}
		}
	})
}

func FuzzLines(f *testing.F) {
	fuzzInventory(f, ":", "a ansible_host=b:", lines, "[1-2]x\n[a:children]\na\n")
}

func FuzzBolt(f *testing.F) {
	fuzzInventory(f, "targets: [{name: a, config: {ssh: {host: 'b:'}}}]", boltFile, "groups: &a\n- *a\n", "targets: [a]\n")
}
func FuzzAnsible(f *testing.F) { fuzzInventory(f, ansibleList, `{"all":{"hosts":["a"]}}`) }
func FuzzSSH(f *testing.F)     { fuzzInventory(f, "Host a b\nInclude x\n", "Host=c\nMatch all\n") }
