package e2e_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// sshHosts makes a root two hosts: a server of ssh, and accounts with several shells. Some
// may become root. Root's ssh knows them as alice, fish, csh and busy, and no server is
// behind dead.
const sshHosts = `
	ip link set lo up
	mkdir -p /dev/pts /run/sshd /root/.ssh
	mount -t devpts -o newinstance,ptmxmode=0666,gid=5 devpts /dev/pts; ln -sf pts/ptmx /dev/ptmx
	echo "127.0.1.1 $(hostname)" >>/etc/hosts
	ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
	for user in alice fish csh busy asked; do
		useradd -m "$user"
		install -d -m 700 -o "$user" -g "$user" "/home/$user/.ssh"
		install -m 600 -o "$user" -g "$user" /root/.ssh/id_ed25519.pub "/home/$user/.ssh/authorized_keys"
		printf 'Host %s\n  HostName 127.0.0.1\n  User %s\n' "$user" "$user" >>/root/.ssh/config
	done
	printf 'Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  LogLevel ERROR\nHost dead\n  HostName 127.0.0.1\n  Port 9\nHost typed own\n  HostName 127.0.0.1\n  User asked\n  PubkeyAuthentication no\nHost shared\n  HostName 127.0.0.1\n  User alice\nHost own shared\n  ControlPath /run/own-%%n\n  ControlMaster auto\n  ControlPersist 30\n' >>/root/.ssh/config
	usermod -s /bin/bash alice
	usermod -s /usr/bin/fish fish
	usermod -s /bin/tcsh csh
	cp /bin/busybox /usr/local/bin/bbsh; echo /usr/local/bin/bbsh >>/etc/shells
	printf '#!/bin/busybox sh\nexport PATH=/opt/bb\nexec /bin/busybox sh "$@"\n' >/usr/local/bin/bb; chmod 755 /usr/local/bin/bb
	mkdir /opt/bb; /bin/busybox --install -s /opt/bb; rm -f /opt/bb/id /opt/bb/sha256sum
	usermod -s /usr/local/bin/bb busy
	printf 'alice ALL=(ALL) NOPASSWD: ALL\nasked ALL=(ALL) ALL\n' >/etc/sudoers.d/test
	echo 'asked:secret word' | chpasswd
	printf 'permit nopass alice\npermit asked\n' >/etc/doas.conf
	echo 'a banner of this host' >/etc/motd
	sed -i '1i echo chatter on stderr >&2' /home/alice/.bashrc
	mkdir -p /etc/ralsh; echo 'known ansible_host=127.0.0.1 ansible_user=alice' >/etc/ralsh/hosts
	/usr/sbin/sshd
`

// TestElsewhere runs command lines at other hosts: through a real server of ssh, sudo, doas
// and a chroot, under login shells that read a command line in different ways.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	enter := sshRoot(t)
	const odd = `it's "odd" $HOME \n ! ; | & * ~ {a,b}`
	for _, c := range []struct {
		name, on string
		args     []string
		in       string
		exit     int
		out      string // is part of standard output
		errs     string // is part of standard error
	}{
		{name: "a first call brings it", on: "alice", args: []string{"resource", "user", "alice"}, out: "user { 'alice':"},
		{name: "a second one does not", on: "alice", args: []string{"--version"}, out: "ralsh "},
		{name: "the status of a refusal", on: "alice", args: []string{"resource", "user", "x", "nosuch=1"}, exit: 2, errs: "no parameter named 'nosuch'"},
		{name: "the status of changes", on: "alice+sudo", args: []string{"apply", "-", "--detailed-exitcodes"}, in: "file { '/srv/by-sudo': content => \"x\\n\" }", exit: 2, errs: "by-sudo"},
		{name: "sudo to another account", on: "alice+sudo:fish", args: []string{"history"}, errs: "/home/fish/"},
		{name: "doas", on: "alice+doas", args: []string{"resource", "file", "/srv/by-sudo"}, out: "ensure "},
		{name: "an odd word", on: "alice", args: []string{"apply", "--noop", "-e", "notify { 'x': message => $m }", odd}, exit: 1, errs: `it's "odd" $HOME`},
		{name: "an odd word under fish", on: "fish", args: []string{"resource", "file", "/srv/" + odd}, out: `/srv/it\'s "odd" $HOME`},
		{name: "an odd word under csh", on: "csh", args: []string{"resource", "file", "/srv/" + odd}, out: `/srv/it\'s "odd" $HOME`},
		{name: "a line break under csh", on: "csh", args: []string{"apply", "--noop", "-e", "file { '/srv/x':\n  content => \"a\nb\" }"}, out: "/srv/x"},
		{name: "busybox without id and sha256sum", on: "busy", args: []string{"facts", "os.name"}, out: "Debian"},
		{name: "two hops of ssh", on: "alice+csh@127.0.0.1", args: []string{"resource", "file", "/srv/" + odd}, exit: 1, errs: "was not reached"}, // alice has no key
		{name: "a chroot", on: "chroot:/", args: []string{"resource", "user", "root"}, out: "user { 'root':"},
		{name: "sudo here", on: "sudo", args: []string{"resource", "user", "root"}, out: "user { 'root':"},
		{name: "standard input and a document", on: "alice", args: []string{"apply", "-", "--noop", "-o", "json"}, in: "notify { 'hello': }", out: `"Notify[hello]"`},
		{name: "a secret in the arguments", on: "alice+sudo", args: []string{"resource", "user", "fish", "password=$6$verysecret", "comment=known"}, out: "comment ", errs: "can see the password in the arguments"},
		{name: "a secret on standard input", on: "alice+sudo", args: []string{"resource", "user", "csh", "password=-"}, in: "$6$verysecret\n", out: "password "},
		{name: "a secret with a line break", on: "alice", args: []string{"resource", "user", "fish", "password=a\nb"}, exit: 2, errs: "contains a line break"},
		{name: "a name of the inventory", on: "known+sudo", args: []string{"resource", "user", "root"}, out: "password "},
		{name: "a comparison with a name of the inventory", on: "chroot:/", args: []string{"compare", "known", "known", "--types", "group"}, out: "B: "},
		{name: "a comparison with many", on: "chroot:/", args: []string{"compare", "w[01-02]", "now"}, exit: 2, errs: "needs a single host on each side"},
		{name: "no server", on: "dead", args: []string{"types"}, exit: 1, errs: "dead was not reached"},
		{name: "no such name", on: "nowhere.invalid", args: []string{"types"}, exit: 1, errs: "nowhere.invalid was not reached"},
		{name: "a password that cannot be asked", on: "asked+sudo", args: []string{"types"}, exit: 1, errs: "a password is required"},
		{name: "a password of ssh that cannot be asked", on: "typed", args: []string{"types"}, exit: 1, errs: "typed was not reached"},
		{name: "an option in place of a host", on: "-oProxyCommand=touch /srv/broken-in", args: []string{"types"}, exit: 2, errs: "begins with a dash"},
		{name: "the screens without a terminal", on: "alice", exit: 2, errs: "the terminal UI needs a terminal"},
		{name: "a clipboard without screens", on: "alice", args: []string{"--clipboard", "types"}, exit: 2, errs: "--clipboard needs the terminal UI"},
		{name: "where it is", on: "alice", args: []string{"--where"}, out: "/home/alice/.cache/ralsh/ralsh-"},
		{name: "forgotten", on: "alice", args: []string{"--forget"}, out: "removed /home/alice/.cache/ralsh/ralsh-"},
		{name: "and gone", on: "alice", args: []string{"--where"}},
		{name: "brought once more", on: "alice", args: []string{"--version"}, out: "ralsh "},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := enter(append([]string{"ralsh", "--on", c.on}, c.args...)...)
			cmd.Stdin = strings.NewReader(c.in)
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			err := cmd.Run()
			exit := 0
			if failed, ok := err.(*exec.ExitError); ok {
				exit = failed.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if exit != c.exit || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) || c.out == "" && out.Len() > 0 {
				t.Errorf("exit status %d, not %d; it prints\n%s\nand says\n%s", exit, c.exit, out.String(), errs.String())
			}
		})
	}
	t.Run("a password that is asked for", func(t *testing.T) {
		s := atTerminal(t, enter("ralsh", "--on", "asked+sudo", "resource", "user", "root"))
		s.until("password of sudo on asked+sudo: ")
		s.types("wrong\n")
		s.until("the password is wrong\r\npassword of sudo on asked+sudo: ")
		s.types("secret word\n")
		s.until("user { 'root':")
		s.end()
		if !s.cmd.ProcessState.Success() || bytes.Contains(s.drawn, []byte("secret word")) || bytes.Contains(s.drawn, []byte("is required")) {
			t.Errorf("%v\n%s", s.cmd.ProcessState, s.drawn)
		}
	})
	t.Run("colours", func(t *testing.T) {
		for variable, want := range map[string]bool{"TERM=xterm": true, "TERM=dumb": false, "NO_COLOR=1": false} {
			s := atTerminal(t, enter("env", "TERM=xterm", variable, "ralsh", "--on", "alice", "resource", "user", "root"))
			s.end()
			if got := bytes.Contains(s.drawn, []byte("\x1b[")); got != want || !bytes.Contains(s.drawn, []byte("'root'")) {
				t.Errorf("%s: colours %v, want %v\n%q", variable, got, want, s.drawn)
			}
		}
	})
	t.Run("a password of doas", func(t *testing.T) {
		s := atTerminal(t, enter("setpriv", "--reuid=asked", "--regid=asked", "--init-groups", "env", "HOME=/home/asked", "ralsh", "--on", "doas", "resource", "user", "root"))
		s.until("password: ")
		s.types("secret word\n")
		s.until("user { 'root':")
		s.end()
		if !s.cmd.ProcessState.Success() || bytes.Contains(s.drawn, []byte("is not known")) {
			t.Errorf("%v\n%s", s.cmd.ProcessState, s.drawn)
		}
	})
	for _, on := range []string{"typed", "own"} {
		t.Run("a password of ssh, "+on, func(t *testing.T) {
			s := atTerminal(t, enter("ralsh", "--on", on, "resource", "user", "root"))
			s.until("password:")
			s.types("secret word\n")
			s.until("user { 'root':")
			s.end()
			if !s.cmd.ProcessState.Success() || bytes.Contains(s.drawn, []byte("secret word")) {
				t.Errorf("%v\n%s", s.cmd.ProcessState, s.drawn)
			}
			again := enter("ralsh", "--on", on, "--version")
			if out, err := again.CombinedOutput(); err != nil {
				t.Errorf("the connection is not shared: %v\n%s", err, out)
			}
		})
	}
	after := enter("bash", "-c", "ralsh history 1; ls /srv /var/cache/ralsh | cut -c1-8; grep -c '^[cf].*verysecret' /etc/shadow; grep -rl verysecret /var/log /var/lib/ralsh /root /home; ralsh history")
	out, _ := after.CombinedOutput()
	if text := string(out); !strings.Contains(text, "by alice as root on ") || !strings.Contains(text, "over ssh from 127.0.0.1, sent by root@") || strings.Contains(text, "broken") || !strings.Contains(text, "\n2\n") || strings.Contains(text, "/home") || strings.Contains(text, "verysecret") {
		t.Errorf("afterwards:\n%s", text)
	}
}

// sshRoot returns what enters a root with sshHosts.
func sshRoot(t *testing.T) (enter func(argv ...string) *exec.Cmd) {
	t.Helper()
	return sshRootWith(t, sshHosts)
}

// sshRootWith returns what enters a root with ssh, in which a script has made hosts.
func sshRootWith(t *testing.T, hosts string) (enter func(argv ...string) *exec.Cmd) {
	t.Helper()
	root := real.SSH(t)
	real.Install(t, root, "usr/local/bin/ralsh", real.Binary(t))
	enter = real.Stay(t, root)
	ready := enter("bash", "-e")
	ready.Stdin = strings.NewReader(hosts)
	if out, err := ready.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return enter
}

// TestElsewhereBad runs a command line at a host that has no place for it, breaks, or
// means harm. It is said at its host, and nothing is left here.
func TestElsewhereBad(t *testing.T) {
	t.Parallel()
	enter := sshRoot(t)
	const (
		run   = "ralsh --on alice --version 2>&1 </dev/null; echo \"status $?\""
		cover = "for d in /home/alice/.cache /var/tmp /dev/shm /tmp; do mkdir -p $d; mount -t tmpfs -o mode=1777,"
		evil  = "rm -rf /home/alice/.cache/ralsh; ralsh --on alice --version >/dev/null </dev/null; f=$(ls /home/alice/.cache/ralsh/ralsh-*); cat >$f <<'END'\n"
	)
	runSteps(t, enter, []step{
		{
			"no program may run", cover + "noexec none $d; done; " + run + "; umount /home/alice/.cache /var/tmp /dev/shm /tmp",
			[]string{"/home/alice/.cache/ralsh: programs cannot run in the directory (noexec)", "/tmp/ralsh-alice: programs cannot run in the directory", "status 1"},
			"ralsh 0",
		},
		{
			"too little space", cover + "size=5m none $d; done; " + run + "; find /home/alice/.cache /tmp -type f; umount /home/alice/.cache /var/tmp /dev/shm /tmp",
			[]string{"/home/alice/.cache/ralsh: not enough free space", "status 1"},
			"/.new",
		},
		{
			"the second folder", "mkdir -p /home/alice/.cache; mount -t tmpfs -o noexec,mode=1777 none /home/alice/.cache; " + run + "; ls -d /var/tmp/ralsh-alice; rm -rf /var/tmp/ralsh-alice; umount /home/alice/.cache",
			[]string{"ralsh 0", "status 0", "/var/tmp/ralsh-alice"},
			"noexec",
		},
		{
			"a folder of another account", "mkdir -p /home/alice/.cache; mount -t tmpfs -o noexec none /home/alice/.cache; mkdir -m 777 /var/tmp/ralsh-alice; " + run + "; ls -A /var/tmp/ralsh-alice | wc -l; rmdir /var/tmp/ralsh-alice; umount /home/alice/.cache",
			[]string{"ralsh 0", "status 0", "\n0\n"},
			"",
		},
		{
			"a link", "mkdir -p /home/alice/.cache; chown alice /home/alice/.cache; mkdir -m 777 /srv/trap; ln -s /srv/trap /home/alice/.cache/ralsh; chown -h alice /home/alice/.cache/ralsh; " + run + "; ls -A /srv/trap | wc -l; rm /home/alice/.cache/ralsh; rmdir /srv/trap; rm -rf /var/tmp/ralsh-alice",
			[]string{"ralsh 0", "\n0\n"},
			"",
		},
		{
			"another machine", "printf '#!/bin/sh\ncase $1 in -m) echo aarch64;; *) echo Linux;; esac\n' >/usr/local/bin/uname; chmod 755 /usr/local/bin/uname; ralsh --on alice --forget </dev/null; " + run + "; rm /usr/local/bin/uname",
			[]string{"the host has the architecture aarch64: put the file ralsh-linux-arm64", "status 1"},
			"ralsh 0",
		},
		{
			"a host that floods", evil + "#!/bin/sh\nexec yes $(printf %01000d)\nEND\nchmod 755 $f; ralsh --on alice types </dev/null 2>&1 | tail -c 100; echo \"status ${PIPESTATUS[0]}\"",
			[]string{"the output of alice is larger than 64 MiB; ralsh closed the connection", "status 1"},
			"",
		},
		{
			"a host that floods with errors", evil + "#!/bin/sh\nexec yes $(printf %01000d) >&2\nEND\nchmod 755 $f; ralsh --on alice types </dev/null 2>&1 | tail -c 100; echo \"status ${PIPESTATUS[0]}\"",
			[]string{"the output of alice is larger than 64 MiB; ralsh closed the connection", "status 1"},
			"",
		},
		{
			"a host that forges", evil + "#!/bin/sh\nprintf '\\033[2J\\033]52;c;ZXZpbA==\\a here\\n' >&2; echo 0123 at 1 /x >&2; exit 7\nEND\nchmod 755 $f; " + run,
			[]string{`\x1b[2J\x1b]52;c;ZXZpbA==\x07 here`, "0123 at 1 /x", "status 7"},
			"\x1b",
		},
		{
			"a connection that ends", evil + "#!/bin/sh\nsleep 600\nEND\nchmod 755 $f; { ralsh --on alice types </dev/null; echo \"status $?\"; } >/tmp/said 2>&1 & until pgrep -u alice sleep >/dev/null; do sleep 0.1; done; pkill -f 'ssh .*-- alice'; wait; cat /tmp/said; pkill -u alice sleep; rm /tmp/said",
			[]string{"lost contact with alice; the run may still be in progress: ralsh --on alice history", "status 1"},
			"",
		},
		{
			"a program that is gone, and holds the connection", evil + "#!/bin/sh\nsleep 600 &\nexit 3\nEND\nchmod 755 $f; { ralsh --on alice types </dev/null; echo \"status $?\"; } >/tmp/said 2>&1 & until pgrep -u alice sleep >/dev/null; do sleep 0.1; done; pkill -TERM -o -f '^ralsh --on'; wait; cat /tmp/said; pkill -u alice sleep; rm /tmp/said",
			[]string{"lost contact with alice", "status 1"},
			"",
		},
		{
			"an interrupt", "rm -rf /home/alice/.cache/ralsh; " + `{ ralsh --on alice+sudo apply -e 'exec { "/bin/sh -c \"until test -e /run/go; do sleep 0.1; done\"": } -> file { "/srv/never": ensure => directory }' </dev/null; echo "status $?"; } >/tmp/said 2>&1 &
				until pgrep -f "^/bin/sh -c until" >/dev/null; do sleep 0.1; done; pkill -INT -o -f "^ralsh --on"
				until grep -q 'finishing' /tmp/said; do sleep 0.1; done; touch /run/go; wait; cat /tmp/said; ls -d /srv/n* | wc -l`,
			[]string{"executed successfully", "not started", "status 130", "\n0\n"},
			"",
		},
	})
}
