package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// motd returns a change of a file that each host has.
func (s *trio) motd(content string) []string {
	return []string{"resource", "file", s.here + "/motd", "ensure=file", "content=" + content}
}

// on returns a command line for hosts.
func on(hosts string, flags []string, command ...string) []string {
	return append(append([]string{"--on", hosts}, flags...), command...)
}

// digests matches the digests of plans in a document.
var digests = regexp.MustCompile(`"digest": *"([0-9a-f]{64})"`)

// agreed makes a change with all the plans that hosts have.
func (s *trio) agreed(in, hosts string, command ...string) asked {
	s.Helper()
	plan := s.ralsh(in, on(hosts, nil, append(command, "--noop", "-o", "json")...)...)
	var all []string
	for _, match := range digests.FindAllStringSubmatch(plan.out, -1) {
		all = append(all, match[1])
	}
	return s.ralsh(in, on(hosts, []string{"--yes"}, append(command, "--if-plan="+strings.Join(all, ","))...)...)
}

// TestChange plans and applies at all hosts, and undoes it at each by its own run.
func TestChange(t *testing.T) {
	s := newTrio(t)
	a := s.ralsh("", on("nats:", nil, append(s.motd("one"), "--noop", "-o", "json")...)...)
	s.expect(a, 0)
	for name, h := range s.hosts(a.out) {
		if h.Outcome != "done" || h.Result == nil {
			t.Errorf("%s: %+v", name, h)
		}
	}
	if !digests.MatchString(a.out) || s.has("web1", "motd") != "" {
		t.Fatalf("%s", a.out)
	}
	s.expect(s.ralsh("", on("nats:", []string{"--yes"}, append(s.motd("other"), "--if-plan="+digests.FindStringSubmatch(a.out)[1])...)...), 1, "the plan is not listed in --if-plan")
	if s.has("web1", "motd") != "" {
		t.Fatal("another plan was applied")
	}
	// web1 has one run more than the others, so that the numbers differ.
	s.expect(s.ralsh("", on("nats:web1", []string{"--yes"}, s.motd("zero")...)...), 0, "1 host: changed")
	s.expect(s.ralsh("", on("nats:", []string{"--yes"}, s.motd("one")...)...), 2, "--yes confirms a single plan, but the hosts have 2",
		"1 host: this plan: nats:web1\n  File["+s.here+"/motd] (provider posix): planned\n    content  (exact)\n      @@ line 1 of 1\n      - zero\n")
	s.expect(s.agreed("", "nats:", s.motd("one")...), 0, "changed")
	for _, name := range []string{"web1", "web2", "web3"} {
		if got := s.has(name, "motd"); got != "one" {
			t.Errorf("%s has %q", name, got)
		}
	}
	s.expect(s.agreed("", "@last", "undo"), 0)
	if one, two := s.has("web1", "motd"), s.has("web2", "motd"); one != "zero" || two != "" {
		t.Errorf("after the undo: %q and %q", one, two)
	}
	if text := s.orders("web2"); strings.Count(text, `"ended"`) < 4 || strings.Contains(text, "content=one") {
		t.Errorf("%s", text)
	}
	a = s.ralsh("", on("nats:web[2-3]", []string{"--yes"}, append(s.motd("two"), "-o", "json")...)...)
	s.expect(a, 0)
	if hosts := s.hosts(a.out); len(hosts) != 2 || hosts["nats:web2"].Outcome != "done" || hosts["nats:web3"].Result == nil {
		t.Errorf("%s", a.out)
	}
}

// TestDocument applies a document of standard input, in batches: what comes after a failure is
// not begun, and is addressed so.
func TestDocument(t *testing.T) {
	s := newTrio(t)
	site := "exec { 'test ! -e " + s.here + "/bad': path => '/usr/bin:/bin' }\nfile { '" + s.here + "/made': ensure => file, content => 'x' }\n"
	s.write(s.path("web2/here/bad"), "", 0o600)
	a := s.ralsh(site, on("nats:web1,nats:web2,nats:web3", []string{"--yes", "--batch", "1"}, "apply", "-")...)
	s.expect(a, 1, "x 1 not begun: nats:web3")
	if s.has("web1", "made") != "x" || s.has("web3", "made") != "" {
		t.Errorf("web1 and web3 have %q and %q", s.has("web1", "made"), s.has("web3", "made"))
	}
	if err := os.Remove(s.path("web2/here/bad")); err != nil {
		t.Fatal(err)
	}
	s.expect(s.agreed(site, "@failed,@notbegun", "apply", "-"), 0, "nats:web2", "nats:web3")
	if s.has("web3", "made") != "x" {
		t.Error("web3 has nothing")
	}
}

// TestNotSigned has no key, no ssh-keygen, or nowhere to ask for a passphrase: that is said, and
// no host changes.
func TestNotSigned(t *testing.T) {
	s := newTrio(t)
	key := s.home + "/.ssh/id_ed25519"
	keep := func(file string) func() {
		text := s.read(file)
		return func() { s.write(file, text, 0o600) }
	}
	for _, c := range []struct {
		name string
		env  []string
		do   func()
		want string
	}{
		{"no ssh-keygen", []string{"PATH=" + s.here}, func() {}, "ssh-keygen"},
		{"no key", nil, func() { s.remove(key) }, "cannot sign the order"},
		{"a key with a passphrase", nil, func() { s.remove(key); s.remove(key + ".pub"); s.keygen(key, "secret") }, "cannot sign the order"},
		{"a foreign key", nil, func() { s.remove(key); s.remove(key + ".pub"); s.keygen(key, "") }, "does not accept the signature of alice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer keep(key)()
			defer keep(key + ".pub")()
			c.do()
			a := s.ralshWith(c.env, "", on("nats:", []string{"--yes"}, s.motd("x")...)...)
			if a.status != 1 || !strings.Contains(a.out+a.errs, c.want) {
				t.Errorf("status %d\n%s\n%s", a.status, a.out, a.errs)
			}
			if s.has("web1", "motd") != "" {
				t.Error("a host was changed")
			}
		})
	}
	s.expect(s.ralsh("", on("nats:", []string{"--yes"}, s.motd("x")...)...), 0)
}

func (s *trio) remove(file string) {
	s.Helper()
	if err := os.Remove(file); err != nil {
		s.Fatal(err)
	}
}
