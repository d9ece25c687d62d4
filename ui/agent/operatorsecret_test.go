package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestSecret gives a user of two hosts a password on standard input: no file has it but their
// shadow(5), and nothing prints it.
func TestSecret(t *testing.T) {
	real.Need(t, "a user is added", "useradd", "cp")
	s := newTrio(t)
	for _, name := range []string{"web1", "web2"} {
		if out, err := exec.Command("cp", "-a", "/etc/.", s.path(name+"/etc")).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	const hash = "$6$salt$aVerySecretHash.OfAPassword"
	command := []string{"resource", "user", "ralshtest", "ensure=present", "password=-"}
	a := s.agreed(hash+"\n", "nats:web[1-2]", command...)
	s.expect(a, 0, "changed")
	if strings.Contains(a.out+a.errs, hash) {
		t.Errorf("it printed\n%s%s", a.out, a.errs)
	}
	shadows := 0
	if err := filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if !bytes.Contains(data, []byte(hash)) {
			return err
		}
		if name := filepath.Base(path); name != "shadow" {
			t.Errorf("%s has the password", path)
		} else {
			shadows++
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if shadows != 2 {
		t.Errorf("%d hosts have the password", shadows)
	}
	if data, err := os.ReadFile("/etc/passwd"); err != nil || bytes.Contains(data, []byte("ralshtest")) {
		t.Errorf("this machine has the user: %v", err)
	}
}
