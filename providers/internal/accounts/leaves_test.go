package accounts

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/real"
)

// A plan has the accounts that the tools leave: names, numbers, primary groups, homes and
// members.
func TestLeavesLikeTheRealTools(t *testing.T) {
	real.Need(t, "the shadow tools change a root")
	t.Run("Debian 12", func(t *testing.T) { leavesLike(t, real.Chroot(t), 1) })
	t.Run("Debian 13", func(t *testing.T) { leavesLike(t, real.Trixie(t), 2) })
}

func leavesLike(t *testing.T, root string, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, seed))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	for round := range 30 {
		passwd, group := "root:x:0:0::/root:/bin/sh\n", "root:x:0:\nusers:x:100:\n"
		for i := range rng.IntN(6) {
			id := pick("99", "100", "101", "998", "999", "1000", "1001", "1003", "1009", "1010", "2000", "60000")
			passwd += fmt.Sprintf("u%d:x:%s:%s::/home/u%[1]d:/bin/sh\n", i, id, pick(id, "100"))
			group += fmt.Sprintf("%s%d:x:%s:%s\n", pick("u", "u", "g"), i, id, pick("", "", "", "u0", fmt.Sprint("u", i)))
		}
		files := map[string]string{
			PasswdFile: passwd, GroupFile: group, ShadowFile: "root:*:19000::::::\n", "/etc/gshadow": "root:*::\n", "/etc/subuid": "", "/etc/subgid": "",
			"/etc/login.defs":      pick("", "USERGROUPS_ENAB yes\n", "USERGROUPS_ENAB yes\nUID_MIN 1000\nUID_MAX 1010\nSYS_UID_MIN 998\nGID_MIN 1001\nGID_MAX 1010\nSYS_GID_MAX 1000\n"),
			"/etc/default/useradd": pick("", "GROUP=0\nHOME=/srv\n", "GROUP=users\n"),
			"/etc/nsswitch.conf":   pick("", "passwd: files systemd\ngroup: files # all\n"),
		}
		for name, text := range files {
			real.Write(t, filepath.Join(root, name), text, 0o644)
		}
		fake := fakehost.New(files)
		var did []string
		for i := range 6 {
			line := pick("useradd", "useradd -r", "useradd -u 1001", "useradd -u 61000", "useradd -g users", "useradd -g 100 -d /x", "useradd -G users,u0", "groupadd", "groupadd -r", "groupadd -g 1002", "userdel", "userdel", "groupdel",
				"usermod -G users", "usermod -a -G users,u1", "usermod -G ''", "gpasswd -M u0,u1", "gpasswd -M ''", "gpasswd -a u1", "gpasswd -d u1", "usermod -g users", "usermod -g u1") + " "
			if strings.Contains(line, "del") || strings.Contains(line, "mod") || strings.Contains(line, "gpasswd") {
				line += pick("u0", "u1", "u2", "n0", "n1", "n2")
			} else {
				line += fmt.Sprint("n", i)
			}
			words := strings.Fields(strings.ReplaceAll(line, "''", ""))
			if strings.Contains(line, "''") {
				words = slices.Insert(words, 2, "")
			}
			full := fullRange(t, fake, words)
			out, err := real.Enter(root, words...).CombinedOutput()
			if refused := strings.Contains(string(out), "get unique"); refused != full {
				t.Fatalf("round %d, %s: a full range is %v in the plan\n%s\nfirst\n%s%s%s", round, line, full, out, passwd, group, files["/etc/login.defs"])
			}
			did = append(did, fmt.Sprintf("%s: %v %s", line, err, out))
			if err != nil {
				continue
			}
			for _, f := range leaves(words[0], words[1:])(t.Context(), fake.Reader()) {
				fake.Put(f.Path, string(f.Data), 0o644)
			}
			for _, file := range []string{PasswdFile, GroupFile} {
				data, err := os.ReadFile(filepath.Join(root, file))
				if want, got := accountsIn(string(data)), accountsIn(fake.Content(file)); err != nil || !maps.Equal(got, want) {
					t.Fatalf("round %d, %s%s\nplanned %v\nthere   %v, %v\nfirst\n%s%s%s", round, file, strings.Join(did, ""), got, want, err, passwd, group, files["/etc/login.defs"])
				}
			}
		}
	}
}

// fullRange reports whether the plan refuses a new account since no number is free.
func fullRange(t *testing.T, fake *fakehost.Host, words []string) bool {
	t.Helper()
	has := func(option string) bool { return slices.Contains(words, option) }
	name, system := words[len(words)-1], has("-r")
	var uid string
	var err error
	switch {
	case words[0] == "useradd" && !has("-u"):
		uid, err = NewNumber(t.Context(), fake.Reader(), PasswdFile, system, "")
	case words[0] == "useradd":
		uid = words[slices.Index(words, "-u")+1]
	case words[0] == "groupadd" && !has("-g"):
		_, err = NewNumber(t.Context(), fake.Reader(), GroupFile, system, "")
	}
	if words[0] == "useradd" && !has("-g") && err == nil && strings.Contains(fake.Content("/etc/login.defs"), "USERGROUPS") && !strings.Contains(fake.Content(GroupFile), name+":") {
		_, err = NewNumber(t.Context(), fake.Reader(), GroupFile, system, uid)
	}
	return err != nil
}

// accountsIn returns the fields that a plan knows, by name.
func accountsIn(text string) map[string]string {
	all := make(map[string]string)
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), ":")
		if len(fields) > 5 {
			fields = slices.Delete(fields[:6], 4, 5) // without comment and shell
		}
		all[fields[0]] = strings.Join(fields[2:], ":")
	}
	return all
}
