package undo_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model/modeltest"
	"ralsh/ral"
)

// placed returns the directory of TestUndoPlaces: each resource exists in more
// than one place.
func placed() map[string]string {
	uid, gid := adasIDs()
	ada := fmt.Sprintf("%d:%d", uid, gid)
	const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA laptop\n"
	return map[string]string{
		"/etc/passwd":                    "root:x:0:0::/root:/bin/sh\nada:x:" + ada + "::/home/ada:/bin/sh\n",
		"/etc/group":                     "root:x:0:\nada:x:1000:\n",
		"/etc/a.ini":                     "[one]\nkey = 1\n[two]\nkey = 2\nother = 3\n",
		"/etc/b.conf":                    "<one>\nkey: 1\n",
		"/etc/list":                      "a\n",
		"/etc/latin":                     "caf\xe9\n",
		"/var/spool/cron/crontabs/root":  "# Puppet Name: save\n1 * * * * /bin/save\n",
		"/var/spool/cron/crontabs/ada":   "# Puppet Name: save\n2 * * * * /bin/save\n",
		"/root/.ssh/authorized_keys":     key,
		"/home/ada/.ssh/authorized_keys": key,
		"/etc/ssh/keys/ada":              "# keys\n",
		"/etc/aliases":                   "ops: ada\n",
		"/etc/more.aliases":              "ops: root\n",
		"/etc/ssh/ssh_known_hosts":       "db ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA\n",
		"/etc/more.hosts":                "db ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBBB\n",
		"/etc/fstab":                     "/dev/vdb1\t/srv\text4\tdefaults\t0\t2\n",
		"/etc/more.fstab":                "/dev/vdc1\t/srv\text4\tnoatime\t0\t2\n",
		"/etc/sysctl.d/10-a.conf":        "vm.swappiness = 1\n",
		"/etc/sysctl.d/20-b.conf":        "vm.swappiness = 2\n",
	}
}

// TestUndoPlaces undoes changes of resources whose name does not locate them.
func TestUndoPlaces(t *testing.T) {
	for name, decl := range map[string]ral.Decl{
		"a setting made":        of("ini_setting", "odbc", "path", "/etc/a.ini", "section", "two", "setting", "new", "value", "x"),
		"a setting changed":     of("ini_setting", "odbc", "path", "/etc/a.ini", "section", "two", "setting", "key", "value", "x"),
		"a setting removed":     of("ini_setting", "odbc", "path", "/etc/a.ini", "section", "two", "setting", "other", "ensure", "absent"),
		"of another spelling":   of("ini_setting", "x", "path", "/etc/b.conf", "section", "one", "setting", "key", "value", "x", "section_prefix", "<", "section_suffix", ">", "key_val_separator", ": "),
		"a line made":           of("file_line", "a line", "path", "/etc/list", "line", "b"),
		"of another encoding":   of("file_line", "a line", "path", "/etc/latin", "line", "thé", "encoding", "iso-8859-1"),
		"a job made":            of("cron", "load", "user", "ada", "command", "/bin/load", "hour", "3"),
		"a job changed":         of("cron", "save", "user", "ada", "command", "/bin/save", "minute", "3"),
		"a job removed":         of("cron", "save", "user", "ada", "ensure", "absent"),
		"a job by its target":   of("cron", "load", "target", "ada", "command", "/bin/load", "hour", "3"),
		"a key made":            of("ssh_authorized_key", "phone", "user", "ada", "type", "ssh-ed25519", "key", "AAAAC3NzaC1lZDI1NTE5AAAAICCC"),
		"a key in another file": of("ssh_authorized_key", "laptop", "user", "ada", "target", "/etc/ssh/keys/ada", "type", "ssh-ed25519", "key", "AAAAC3NzaC1lZDI1NTE5AAAAICCC"),
		"a key changed":         of("ssh_authorized_key", "laptop", "user", "ada", "options", "no-pty"),
		"a key removed":         of("ssh_authorized_key", "laptop", "user", "ada", "ensure", "absent"),
		"an alias":              of("mailalias", "ops", "target", "/etc/more.aliases", "recipient", "ada"),
		"a host's key":          of("sshkey", "db", "target", "/etc/more.hosts", "type", "ssh-ed25519", "key", "AAAAC3NzaC1lZDI1NTE5AAAAICCC"),
		"a file system":         of("mount", "/srv", "target", "/etc/more.fstab", "options", "ro"),
		"a kernel setting":      of("sysctl", "vm.swappiness", "target", "/etc/sysctl.d/10-a.conf", "value", "60"),
		"one removed":           of("sysctl", "vm.swappiness", "target", "/etc/sysctl.d/10-a.conf", "ensure", "absent"),
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, placed())
			giveAda(t, root)
			before := tree(t, root)
			modeltest.Apply(t, s, decl)
			if slices.Equal(before, tree(t, root)) {
				t.Fatal("nothing was changed")
			}
			if cannot := undoLast(t, s); len(cannot) > 0 {
				t.Error(strings.Join(cannot, "\n"))
			}
			if diff := cmp.Diff(before, tree(t, root)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// adasIDs returns the user and group of ada. A key is written as its user,
// which is the user that runs the tests unless that is root.
func adasIDs() (uid, gid int) {
	if os.Geteuid() != 0 {
		return os.Geteuid(), os.Getegid()
	}
	return 1000, 1000
}

// giveAda sets the owner of the user's files: keys are written with the user's
// privileges, and a file of keys is private.
func giveAda(t *testing.T, root string) {
	t.Helper()
	for _, name := range []string{"/home/ada/.ssh/authorized_keys", "/etc/ssh/keys/ada"} {
		if err := os.Chmod(root+name, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if os.Geteuid() != 0 {
		return
	}
	uid, gid := adasIDs()
	for _, name := range []string{"/home/ada", "/home/ada/.ssh", "/home/ada/.ssh/authorized_keys", "/etc/ssh/keys", "/etc/ssh/keys/ada"} {
		if err := os.Chown(root+name, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
}

func of(typ, title string, pairs ...string) ral.Decl {
	d := modeltest.File(title, pairs...)
	d.Type = typ
	return d
}
