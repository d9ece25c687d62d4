package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestElsewhereMachine runs a command line in a booted machine of systemd-nspawn, in all its
// namespaces and below its root. machinectl(1) needs a systemd here that runs the machine, so a
// script replaces it, which knows its first process.
func TestElsewhereMachine(t *testing.T) {
	t.Parallel()
	m := real.Boot(t, "")
	const place = "/var/cache/ralsh"
	before, _ := os.ReadDir(place) // it may not be there
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\n[ \"$*\" = 'show --property=Leader --value -- box' ] && echo %d\n", m.Leader)
	if err := os.WriteFile(filepath.Join(bin, "machinectl"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		on   string
		args []string
		exit int
		want string
	}{
		{"nspawn:box", []string{"facts", "virtual"}, 0, "systemd_nspawn"},
		{"nspawn:box", []string{"resource", "user", "made", "ensure=present", "shell=/bin/sh"}, 0, "created"},
		{"nspawn:box", []string{"resource", "file", "etc/hostname"}, 2, "fully qualified"}, // and no path of this host
		{"nspawn:box+chroot:/", []string{"resource", "user", "made"}, 0, "present"},
		{"nspawn:box", []string{"--forget"}, 0, "removed /var/cache/ralsh/ralsh-"},
		{"nspawn:none", []string{"types"}, 1, "nspawn:none was not reached"},
	} {
		cmd := exec.Command(real.Binary(t), append([]string{"--on", c.on}, c.args...)...)
		cmd.Env = append(cmd.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
		var text bytes.Buffer
		cmd.Stdout, cmd.Stderr = &text, &text
		_ = cmd.Run() // its status is looked at
		if exit := cmd.ProcessState.ExitCode(); exit != c.exit || !strings.Contains(text.String(), c.want) || strings.Contains(text.String(), "getcwd") {
			t.Errorf("%s %q: exit status %d, not %d\n%s", c.on, c.args, exit, c.exit, text.String())
		}
	}
	holds(t, m, "made:", "getent", "passwd", "made")
	if after, _ := os.ReadDir(place); len(after) != len(before) {
		t.Error("the program was brought to this host")
	}
}
