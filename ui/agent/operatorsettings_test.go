package main

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestSettingsOfOperator has settings that are missing or wrong: ralsh says so, with status 2,
// and prints nothing of a key.
func TestSettingsOfOperator(t *testing.T) {
	real.NeedKeygen(t)
	real.AgentBinary(t)
	s := &trio{T: t, dir: t.TempDir()}
	s.here, s.home = s.path("here"), s.path("alice")
	s.mkdir(s.home + "/.ssh")
	s.keygen(s.home+"/.ssh/id_ed25519", "")
	s.configure()
	config := s.home + "/.config/ralsh/"
	seed := strings.TrimSpace(s.read(config + "alice.nk"))
	for name, c := range map[string]struct {
		do   func()
		want string
	}{
		"no server":             {func() {}, "no answer"},
		"no file":               {func() { s.remove(config + "nats.yaml") }, "to " + strings.TrimSuffix(config, "/") + " (docs/fleet.md)"},
		"no YAML":               {func() { s.write(config+"nats.yaml", "name: [\n", 0o600) }, "nats.yaml:"},
		"an unknown word":       {func() { s.write(config+"nats.yaml", "nmae: alice\n", 0o600) }, `nats.yaml:1:1: unknown field "nmae"`},
		"no TLS":                {func() { s.write(config+"nats.yaml", "name: alice\nservers: [nats://x]\nnkey: alice.nk\n", 0o600) }, "is not the address of a server"},
		"a large file":          {func() { s.write(config+"nats.yaml", strings.Repeat("#", 1<<20), 0o600) }, "at most 65536)"},
		"a key for all to read": {func() { s.mode(config+"alice.nk", 0o644) }, "alice.nk"},
		"no key":                {func() { s.remove(config + "alice.nk") }, "alice.nk"},
		"another key":           {func() { s.write(config+"alice.nk", "SUAxyz\n", 0o600) }, "alice.nk"},
		"no certificates":       {func() { s.remove(config + "nats-ca.pem") }, "nats-ca.pem"},
		"other certificates":    {func() { s.write(config+"nats-ca.pem", "x\n", 0o600) }, "no certificate in PEM"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.RemoveAll(config); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(config, os.DirFS(s.path("nats/operators/alice"))); err != nil {
				t.Fatal(err)
			}
			s.mode(config+"alice.nk", 0o600)
			c.do()
			a := s.ralsh("", "--on", "nats:", "facts", "kernel")
			if a.status != 2 || !strings.Contains(a.errs, c.want) || a.out != "" || strings.Contains(a.errs, seed) || strings.Count(a.errs, "\n") != 1 {
				t.Errorf("status %d, and not %q:\n%s%s", a.status, c.want, a.out, a.errs)
			}
		})
	}
}

func (s *trio) mode(file string, mode os.FileMode) {
	s.Helper()
	if err := os.Chmod(file, mode); err != nil {
		s.Fatal(err)
	}
}
