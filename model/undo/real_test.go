package undo_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/journal"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// accountsState prints the account files and the contents of the homes.
const (
	sortedAccounts = `sort /etc/passwd /etc/group`
	accountsState  = `cat /etc/passwd /etc/group /etc/gshadow; cut -d: -f1,2 /etc/shadow; ` + homesState
	homesState     = `find /home -type d -printf '%p %m %u:%g\n' -o -printf '%p %y %m %u:%g %l %s\n' | sort`
)

const alternatives = `for i in ls cat; do update-alternatives --quiet --install /usr/bin/t1 t1 /bin/$i 10; done; `

const sysctlState = `cat /etc/sysctl.conf; grep -r . /etc/sysctl.d; cat /proc/sys/net/ipv4/ip_forward /proc/sys/net/ipv4/conf/lo/forwarding`

// TestUndoWithTools undoes runs of the real tools, in a root of its own.
func TestUndoWithTools(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	undoEach(t, map[string]undoCase{
		"a group and its member": {
			decls: `group { 'g1': ensure => present } -> user { 'u1': ensure => present, groups => ['g1'] }`,
			state: accountsState,
		},
		"a group and its only user": {
			decls: `group { 'u4': ensure => present } -> user { 'u4': ensure => present, gid => 'u4' }`,
			state: accountsState,
		},
		"a new user of a group that was there": {
			ready: "groupadd -g 4444 u7", state: accountsState,
			decls: `user { 'u7': ensure => present, gid => 'u7' }`,
		},
		"a new user of a group that was there, and whose number changes": {
			ready: "groupadd -g 4555 u9", state: sortedAccounts,
			decls: `group { 'u9': gid => 4556 } -> user { 'u9': ensure => present, gid => 'u9' }`,
		},
		"a new user without gid, with its group": {
			state: sortedAccounts, decls: `user { 'u8': ensure => present }`,
		},
		"a removed group that a new user makes again": {
			ready: "groupadd -g 4601 x1", state: sortedAccounts,
			decls: `group { 'x1': ensure => absent } -> user { 'x1': ensure => present, uid => 4601 }`,
		},
		"a removed user, and a new group that it was added to": {
			ready: "useradd x2", state: sortedAccounts,
			decls: `group { 'x3': ensure => present, members => ['x2'] } -> user { 'x2': ensure => absent }`,
		},
		"a removed user, and the members of its groups": {
			ready: "groupadd v3; useradd -G v3 v2; useradd v4", state: sortedAccounts,
			decls: `user { 'v2': ensure => absent } -> group { 'v3': members => ['v4'], auth_membership => true }`,
		},
		"a removed user, and another group of its name": {
			ready: "useradd v8", state: sortedAccounts,
			decls: `user { 'v8': ensure => absent } -> group { 'v8': ensure => present, gid => 4558 }`,
		},
		"two removed users, one of which is in the group of the other": {
			ready: "useradd w2; useradd -G w2 w3", state: sortedAccounts, decls: `user { 'w3': ensure => absent } -> user { 'w2': ensure => absent }`,
		},
		"members of a group, one of which is removed": {
			ready: "groupadd v6; useradd -G v6 v5; useradd v7", state: sortedAccounts,
			decls: `group { 'v6': members => ['v7'] } -> user { 'v5': ensure => absent }`,
		},
		"a group that was there, and a new member": {
			ready: "groupadd g2; useradd u2", state: accountsState,
			decls: `group { 'g2': members => [], auth_membership => true, gid => 4321 } -> user { 'u2': groups => ['g2'], comment => 'two' }`,
		},
		"a file that a command of the run changed": {
			decls: `file { '/srv/f1': content => "one\n" } -> exec { '/bin/chmod 600 /srv/f1': } -> exec { '/usr/bin/tee -a /srv/f1': }`,
			state: "ls -A /srv",
			cannot: []string{
				"Exec[/usr/bin/tee -a /srv/f1] : the effect of `/usr/bin/tee -a /srv/f1` is unknown",
				"Exec[/bin/chmod 600 /srv/f1] : the effect of `/bin/chmod 600 /srv/f1` is unknown",
			},
		},
		"a file that a command of the run removed": {
			ready: "mkdir -p /srv; echo before >/srv/f2", decls: `file { '/srv/f2': content => "one\n" } -> exec { '/bin/rm /srv/f2': }`,
			state:  "cat /srv/f2 || :",
			cannot: []string{"Exec[/bin/rm /srv/f2] : the effect of `/bin/rm /srv/f2` is unknown"},
		},
		"a member of a group by both": {
			ready: "groupadd g5; groupadd g6; useradd u5", state: accountsState,
			decls: `group { 'g5': members => ['u5'], auth_membership => true } -> user { 'u5': groups => ['g5', 'g6'], membership => inclusive }`,
		},
		"a crontab that is new": {
			ready: "useradd c1", decls: `cron { 'j': command => '/bin/true', user => 'c1', hour => 3 }`, state: "ls -A /var/spool/cron/crontabs",
		},
		"a job from the middle of a crontab": {
			ready: "useradd c2; printf '# a\\n# Puppet Name: j\\n@daily /bin/true\\nMAILTO=ops\\n5 4 * * 1 /bin/date\\n' | crontab -u c2 -",
			decls: `cron { 'j': ensure => absent, user => 'c2' }`, state: "ls -Al /var/spool/cron/crontabs/c2 | cut -c1-30; cat /var/spool/cron/crontabs/c2",
		},
		"one that others changed since": {
			ready: "useradd c3; printf '# Puppet Name: j\\n@daily /bin/true\\nMAILTO=ops\\n5 4 * * 1 /bin/date\\n' | crontab -u c3 -",
			decls: `cron { 'j': ensure => absent, user => 'c3' }`, then: "{ crontab -u c3 -l; echo '# mine'; } | crontab -u c3 -",
			state:  "crontab -u c3 -l | grep -v mine | sort",
			cannot: []string{"Cron[j] : undo may restore it at a different position: /var/spool/cron/crontabs/c3: it changed after the run"},
		},
		"a user made with its home": {
			decls: `user { 'h1': ensure => present, managehome => true }`, state: accountsState,
		},
		"a user made with its home, of which later steps change the rest": {
			decls: `user { 'h7': ensure => present, managehome => true }
				file { '/home/h7': ensure => directory, mode => '0711', owner => 'h7' }
				file { '/home/h7/.profile': content => "mine\n" } -> exec { '/bin/chmod 600 /home/h7/.profile': }
				file { ['/home/h7/.ssh', '/home/h7/.ssh/a']: ensure => directory, owner => 'h7' } file { '/home/h7/.bashrc': ensure => absent }`,
			state:  accountsState,
			cannot: []string{"Exec[/bin/chmod 600 /home/h7/.profile] : the effect of `/bin/chmod 600 /home/h7/.profile` is unknown"},
		},
		"a user made with its home, which is used since": {
			decls: `user { 'h2': ensure => present, managehome => true, uid => 4002 }`, then: "echo mine >/home/h2/mine; echo more >>/home/h2/.profile",
			state: "grep h2 /etc/passwd || :; ls -A /home/h2 2>/dev/null | grep -v -e mine -e .profile || :",
			cannot: []string{
				"User[h2] : /home/h2: the directory contains .profile",
				"User[h2] : /home/h2/.profile: it changed after the run",
			},
		},
		"a user removed with its home": {
			ready: "useradd -m h3; cd /home/h3; mkdir -m 700 d; echo x >d/x; ln -s d/x l; echo b >b; chmod 4711 b; chown -Rh h3:h3 .; chgrp mail d/x; chmod 750 .; " +
				"echo mail >/var/mail/h3; chown h3:mail /var/mail/h3; chmod 660 /var/mail/h3",
			decls: `user { 'h3': ensure => absent, managehome => true }`,
			state: "cat /etc/passwd /etc/group; cat /var/mail/h3 || :; stat -c '%a %u %g' /var/mail/h3 || :; " + homesState,
			cannot: []string{
				"User[h3] : an undo restores /home/h3 with different modification times",
			},
		},
		"a user removed with a password": {
			ready:  "useradd -m -p '$6$salt$hash' h5",
			decls:  `user { 'h5': ensure => absent }`,
			state:  "getent passwd h5 || :",
			cannot: []string{"User[h5] password: it is a secret, and ralsh saves only its fingerprint"},
		},
		"an account that was locked": {
			ready: "useradd -m h6",
			decls: `user { 'h6': ensure => present, password => '$6$salt$hash' }`,
			state: "grep h6: /etc/shadow",
		},
		"a user removed with a home that is too large": {
			ready: "useradd -m h4; head -c 17000000 /dev/zero >/home/h4/z; echo z >/home/h4/a",
			decls: `user { 'h4': ensure => absent, managehome => true }`, state: "getent passwd h4 || :",
			cannot: []string{
				"User[h4] : an undo does not restore the home directory /home/h4: /home/h4 contains more than 16777216 bytes",
			},
		},
		"the path of a group in auto, where several have its priority": {
			ready: alternatives + "update-alternatives --auto t1",
			decls: `alternatives { 't1': path => '/bin/cat' }`, state: "update-alternatives --query t1",
		},
		"the mode auto of a group": {
			ready: strings.ReplaceAll(alternatives, "t1", "t2") + "update-alternatives --set t2 /bin/cat",
			decls: `alternatives { 't2': mode => auto }`, state: "update-alternatives --query t2",
		},
		"a file of a user whose number the run changes later": {
			ready: "useradd -u 7700 o1; touch /srv/o1; chmod 600 /srv/o1", state: "stat -c '%u %a' /srv/o1; id o1",
			decls: `file { '/srv/o1': owner => 'o1', mode => '0644' } -> user { 'o1': uid => 3777 }`,
		},
		"a file of a user whose number the run changes before": {
			ready: "useradd -u 8800 o2; touch /srv/o2; chmod 600 /srv/o2", state: "stat -c '%u %a' /srv/o2; id o2",
			decls: `user { 'o2': uid => 3778 } -> file { '/srv/o2': owner => 'o2', mode => '0644' }`,
		},
		"a removed user, and a file that it owned": {
			ready: "useradd o3; echo x >/srv/o3; chown o3 /srv/o3", state: "stat -c '%u %a' /srv/o3 || :; cat /etc/passwd /etc/group",
			decls: `user { 'o3': ensure => absent } -> file { '/srv/o3': ensure => absent }`,
		},
		"a removed user, and a file that gets another owner": {
			ready: "useradd o4; echo x >/srv/o4; chown o4 /srv/o4", state: "stat -c '%u %a' /srv/o4; cat /etc/passwd /etc/group",
			decls: `user { 'o4': ensure => absent } -> file { '/srv/o4': owner => 'root' }`,
		},
		"a kernel setting that is new": {
			decls: `sysctl { 'net.ipv4.ip_forward': value => '1' }`, state: sysctlState,
		},
		"one of the kernel alone": {
			decls: `sysctl { 'net.ipv4.ip_forward': value => '1', persist => false }`, state: sysctlState,
		},
		"a link that is followed, in a file that others change": {
			ready: "echo a >/srv/target; ln -s target /srv/link", decls: `file { '/srv/link': links => follow, content => 'b' }`,
			then: "chmod 640 /srv/target", state: "cat /srv/target; readlink /srv/link",
		},
		"one that is new in a file of its own": {
			decls: `sysctl { 'net.ipv4.ip_forward': value => '1', target => '/etc/sysctl.d/20-own.conf' }`, state: sysctlState,
		},
		"one that is new in a file that others change": {
			decls: `sysctl { 'net.ipv4.ip_forward': value => '1', target => '/etc/sysctl.d/20-new.conf' }`,
			then:  "echo '# other' >>/etc/sysctl.d/20-new.conf",
			state: "cat /proc/sys/net/ipv4/ip_forward; grep -rh forward /etc/sysctl.d || :",
		},
		"one that was saved and not so": {
			ready: "echo 'net.ipv4.conf.lo.forwarding = 1' >/etc/sysctl.d/20-a.conf; echo 0 >/proc/sys/net/ipv4/conf/lo/forwarding",
			decls: `sysctl { 'net.ipv4.conf.lo.forwarding': value => '1', comment => 'x' }`, state: sysctlState,
		},
		"one that goes, and the kernel keeps it": {
			ready: "echo 'net.ipv4.conf.lo.rp_filter = 1' >/etc/sysctl.d/20-b.conf; echo 0 >/proc/sys/net/ipv4/conf/lo/rp_filter",
			decls: `sysctl { 'net.ipv4.conf.lo.rp_filter': ensure => absent }`,
			then:  "echo '# other' >>/etc/sysctl.d/20-b.conf",
			state: "cat /proc/sys/net/ipv4/conf/lo/rp_filter; grep -H rp_filter /etc/sysctl.conf /etc/sysctl.d/*",
			cannot: []string{
				"Sysctl[net.ipv4.conf.lo.rp_filter] : undo may restore it at a different position: /etc/sysctl.d/20-b.conf: it changed after the run",
			},
		},
	})
}

// TestUndoOfAugeas is TestUndoWithTools where augtool is.
func TestUndoOfAugeas(t *testing.T) {
	if !real.InsideOf(t, real.Tools, nil) {
		return
	}
	undoEach(t, map[string]undoCase{
		"a file and a new one by Augeas": {
			ready: "printf '127.0.0.1\\tlocalhost\\n' >/etc/hosts; chmod 640 /etc/hosts; mkdir -p /etc/sysctl.d",
			decls: `augeas { 'a': changes => ['set /files/etc/hosts/1/canonical a', 'set /files/etc/sysctl.d/a.conf/a.b 1'] }`,
			state: "stat -c '%a %u %g' /etc/hosts; cat /etc/hosts; ls /etc/sysctl.d",
		},
		"a file behind a link": {
			ready: "printf '127.0.0.1\\tlocalhost\\n' >/srv/hosts; ln -sf /srv/hosts /etc/hosts.link",
			decls: `augeas { 'a': changes => ['set 1/canonical a'], lens => 'Hosts.lns', incl => '/etc/hosts.link' }`,
			state: "cat /srv/hosts; readlink /etc/hosts.link",
		},
		"one by Augeas that is never done": { // the lens calls the new line 2
			ready: "printf '127.0.0.1\\tlocalhost\\n' >/etc/hosts",
			decls: `augeas { 'a': changes => ['set 01/ipaddr 192.0.2.1', 'set 01/canonical a'], lens => 'Hosts.lns', incl => '/etc/hosts' }`,
			state: "cat /etc/hosts",
		},
	})
}

// undoCase is a run that is undone.
type undoCase struct {
	ready  string // shell commands before the run
	decls  string
	then   string // and after it
	state  string // shell commands whose output is as before
	cannot []string
}

func undoEach(t *testing.T, cases map[string]undoCase) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			shell(t, c.ready)
			reg := ral.NewRegistry()
			providers.Register(reg)
			s := model.NewSession(t.Context(), reg, local.Machine())
			s.KeepJournal(filepath.Join(t.TempDir(), "state"))
			before := shell(t, c.state)
			in, err := manifest.Read("x.pp", []byte(c.decls))
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Plan(t.Context(), in.Decls(reg)...)
			if err != nil {
				t.Fatal(err)
			}
			var ahead []string
			for _, step := range p.Steps {
				for _, loss := range journal.Losses(step) {
					ahead = append(ahead, step.Ref()+" "+loss.Property+": "+strings.TrimPrefix(loss.Text, loss.Property+": "))
				}
			}
			if rep, err := s.Apply(t.Context(), p, transaction.Options{}); err != nil || !rep.OK() {
				t.Fatalf("%v, %v", err, rep)
			}
			if shell(t, c.state) == before {
				t.Fatal("nothing was changed")
			}
			shell(t, c.then)
			cannot := undoLast(t, s)
			if diff := cmp.Diff(c.cannot, cannot); diff != "" {
				t.Error(diff)
			}
			// The plan reports all of them beforehand.
			slices.Sort(ahead)
			slices.Sort(cannot)
			if diff := cmp.Diff(ahead, cannot); diff != "" && c.then == "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(before, shell(t, c.state)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// shell runs commands of a test and returns their output.
func shell(t *testing.T, text string) string {
	t.Helper()
	if text == "" {
		return ""
	}
	out, err := exec.Command("sh", "-c", text).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", text, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

// An undo of a removed account restores the private files of its home as secrets, and
// the others as they were: later runs show them.
func TestUndoOfAHome(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	shell(t, "useradd -m h9; cd /home/h9; echo 'umask 027' >.profile; chmod 644 .profile; echo private >key; chmod 600 key; chown h9:h9 key")
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, local.Machine())
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	modeltest.Apply(t, s, ral.Decl{Type: "user", Title: "h9"}.With("ensure", value.Absent()).With("managehome", value.Bool(true)))
	undoLast(t, s)
	for name, hidden := range map[string]bool{"/home/h9/.profile": false, "/home/h9/key": true} {
		p, err := s.Plan(t.Context(), modeltest.File(name, "content", "new"))
		if err != nil {
			t.Fatal(err)
		}
		if is := p.Steps[0].Changes[0].Is; is.IsSecret() != hidden {
			t.Errorf("%s: %s", name, is.Text())
		}
	}
}
