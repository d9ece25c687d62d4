package e2e_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// TestCompareElsewhere compares with hosts of ssh, and with one whose ralsh is another
// program.
func TestCompareElsewhere(t *testing.T) {
	t.Parallel()
	enter := sshRoot(t)
	script := func(text string) string {
		return "$r --on csh --version >/dev/null; p=$(echo /home/csh/.cache/ralsh/ralsh-*); printf '#!/bin/sh\\n%s\\n' '" + text + "' >$p; $r compare csh now"
	}
	for _, c := range []struct {
		name, run string
		exit      int
		out, errs string // are parts
	}{
		{"both at once", "$r compare alice+sudo alice+doas --types user,group,host", 0, "A and B are equal.", ""},
		{"the same machine", "$r compare alice+sudo now --types user,group,host", 0, "A and B are equal.", ""},
		{"an ordinary user", "useradd late; $r compare now csh --types user", 2, "by csh (unprivileged)", ""},
		{"less than root", "$r compare now csh --types cron,user", 2, "? ", ""},
		{"a chroot", "mkdir -p /srv/x; $r compare chroot:/ now --types user", 0, "A and B are equal.", ""},
		{"a path", "$r compare /srv/nosuch now", 2, "", "cannot read /srv/nosuch"},
		{"no server", "$r compare dead now", 2, "", "dead was not reached: ssh ended with status 255, and no file of this name exists"},
		{"neither", "$r compare dead nowhere.invalid", 2, "", "nowhere.invalid was not reached"},
		{"an option", "$r compare -- -oProxyCommand=x now", 2, "", "begins with a dash"},
		{"drafts over there", "$r snapshot --types host >/tmp/a; echo 192.0.2.9 gone >>/etc/hosts; $r snapshot --types host >/tmp/b; sed -i /gone/d /etc/hosts; " +
			"$r compare /tmp/b alice+sudo --types host --stage; grep -c gone /var/lib/ralsh/baskets/*.json", 0, "1 draft staged in the basket of B", ""},
		{"drafts over there, as JSON", "$r compare /tmp/b alice+sudo --types host --stage -o json | grep already", 0, "the basket already contains a draft of the resource", ""},
		{"a flood", script("yes"), 2, "", "csh"},
		{"a long line", script("tr \"\\\\0\" x </dev/zero"), 2, "", "csh"},
		{"no snapshot", script("echo hello"), 2, "", "csh: line 1: not a line of a snapshot"},
		{"nothing", script("exit 0"), 2, "", "csh: the snapshot is empty"},
		{"a failure", script("echo bad >\\&2; exit 3"), 2, "", "csh: the remote command snapshot ended with status 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := enter("sh", "-c", "r=ralsh; "+c.run)
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			err := cmd.Run()
			exit := 0
			if failed, ok := err.(*exec.ExitError); ok {
				exit = failed.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if exit != c.exit || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) {
				t.Errorf("exit status %d, not %d; it prints\n%s\nand says\n%s", exit, c.exit, out.String(), errs.String())
			}
		})
	}
}
