package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestLooks asks hosts by all means of naming them.
func TestLooks(t *testing.T) {
	s := newTrio(t)
	s.expect(s.ralsh("", "--on", "nats:", "facts", "kernel"), 0, "3 hosts: Linux: nats:web[1-3]\n")
	s.expect(s.ralsh("", "--on", "nats:web[1-2]", "facts", "kernel"), 0, "2 hosts: Linux: nats:web[1-2]\n")
	s.expect(s.ralsh("", "--on", "nats:,!nats:web2", "facts", "kernel"), 0, "2 hosts: Linux: nats:web[1,3]\n")
	s.expect(s.ralsh("", "--on", "nats:kernel~. and name=web3", "facts", "kernel"), 0, "1 host: Linux: nats:web3\n")
	s.expect(s.ralsh("", "--on", "nats:web1,nats:web9", "facts", "kernel"), 1, "1 host: Linux: nats:web1\n", "x 1 not reached: nats:web9 (the agent is not connected)")
	s.expect(s.ralsh("", "--on", "nats:kernel=none", "facts", "kernel"), 2, "no agent matches nats:kernel=none")
	s.expect(s.ralsh("", "--on", "nats:kernel~. and", "facts", "kernel"), 2, "character")

	a := s.ralsh("", "--on", "nats:web1,nats:web9", "facts", "kernel", "-o", "json")
	s.expect(a, 1)
	hosts := s.hosts(a.out)
	if one, nine := hosts["nats:web1"], hosts["nats:web9"]; one.Outcome != "done" || one.ExitStatus == nil || one.Result == nil || nine.Outcome != "not_reached" || nine.Reached || nine.ExitStatus != nil {
		t.Errorf("%s", a.out)
	}
	a = s.ralsh("", "--on", "nats:web[1-2]", "facts", "kernel", "-o", "jsonl")
	s.expect(a, 0)
	for line := range strings.Lines(a.out) {
		var doc struct{ Schema int }
		if err := json.Unmarshal([]byte(line), &doc); err != nil || doc.Schema == 0 {
			t.Errorf("%v: %s", err, line)
		}
	}
	if strings.Count(a.out, `"event":"ended"`) != 2 {
		t.Errorf("%s", a.out)
	}
}

// TestLooksRefused asks for what the list of looks does not have: hosts refuse it, and a look as
// root that is ordered is refused a secret too.
func TestLooksRefused(t *testing.T) {
	s := newTrio(t)
	s.write(s.path("web1/here/secret"), "s3cret\n", 0o600)
	for _, args := range [][]string{
		{"resource", "file", s.here + "/secret", "-o", "yaml", "--code", s.here},
		{"facts", "--external-dir", s.here},
		{"facts", "--config", s.here + "/secret"},
		{"--modulepath", s.here, "resource", "file", s.here + "/secret"},
		{"graph", s.here + "/secret"},
	} {
		a := s.ralsh("", append([]string{"--on", "nats:web1"}, args...)...)
		if a.status == 0 || strings.Contains(a.out+a.errs, "s3cret") {
			t.Errorf("%q: status %d\n%s%s", args, a.status, a.out, a.errs)
		}
	}
	for _, args := range [][]string{{"--root", "/", "facts"}, {"facts", "--modulepath", s.here}} {
		a := s.ralsh("", append([]string{"--on", "nats:web1+sudo"}, args...)...)
		if a.status == 0 || !strings.Contains(a.out+a.errs, "an order cannot contain") {
			t.Errorf("%q: status %d\n%s%s", args, a.status, a.out, a.errs)
		}
	}
	s.expect(s.ralsh("", "--on", "nats:web1", "resource", "user", "--show-secrets"), 2, "--show-secrets needs a single host")
}

// TestLooksOfRoot orders looks: they are signed, and change nothing.
func TestLooksOfRoot(t *testing.T) {
	s := newTrio(t)
	s.expect(s.ralsh("", "--on", "nats:web[1-2]+sudo", "facts", "kernel"), 0, "2 hosts: Linux: nats:web[1-2]+sudo\n")
	if text := s.orders("web1"); !strings.Contains(text, `"alice"`) || !strings.Contains(text, `"ended"`) {
		t.Error(text)
	}
	if text := s.orders("web3"); strings.Contains(text, `"begun"`) {
		t.Error(text)
	}
	s.write(s.path("nats/hosts/web2/revoked_keys"), s.read(s.home+"/.ssh/id_ed25519.pub"), 0o644)
	a := s.ralsh("", "--on", "nats:web[1-2]+sudo", "facts", "kernel", "-o", "json")
	s.expect(a, 1)
	if two := s.hosts(a.out)["nats:web2+sudo"]; two.Outcome != "refused" || two.Reached || !strings.Contains(two.Error, "does not accept the signature of alice") {
		t.Errorf("%s", a.out)
	}
}

func (s *trio) read(file string) string {
	s.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		s.Fatal(err)
	}
	return string(data)
}
