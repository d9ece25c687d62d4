package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"ralsh/ral/raltest/real"
)

// fleetHosts makes $hosts hosts of a root: servers of ssh in mount namespaces of their own,
// with an own /srv and an own history. No packet comes back from gone, and no server is
// behind refusing. The command held runs until the file of its argument exists.
const fleetHosts = `
	ip link set lo up
	ip route add 192.0.2.0/24 dev lo
	mkdir -p /run/sshd /root/.ssh /etc/ralsh /var/lib/ralsh
	ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
	install -m 600 /root/.ssh/id_ed25519.pub /root/.ssh/authorized_keys
	printf 'Host *\n  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n  LogLevel ERROR\n' >/root/.ssh/config
	echo '[n]' >/etc/ralsh/hosts
	for i in $(seq 1 $hosts); do
		n=$(printf n%02d $i)
		echo "$n ansible_host=127.0.0.1 ansible_port=$((2200 + i))" >>/etc/ralsh/hosts
		unshare -m sh -c "mount -t tmpfs -o mode=755 none /srv; mount -t tmpfs -o mode=700 none /var/lib/ralsh; exec /usr/sbin/sshd -o PidFile=none -p $((2200 + i))"
	done
	printf '[bad]\ngone ansible_host=192.0.2.1\nrefusing ansible_host=127.0.0.1 ansible_port=9\n' >>/etc/ralsh/hosts
	# at HOST COMMAND runs a command in the namespace of a host; evil HOST has standard input in place of the program there.
	cat >/usr/local/bin/at <<'END'
#!/bin/sh
port=$((2100 + 1${1#n})); shift
exec nsenter -m -r -w -t "$(pgrep -o -f "sshd.* -p $port")" -- "$@"
END
	cat >/usr/local/bin/evil <<'END'
#!/bin/sh
cat >/srv/evil-$1
cp /srv/evil-$1 /run/evil-$1; chmod 755 /run/evil-$1
at "$1" sh -c "f=\$(ls /var/cache/ralsh/ralsh-* | head -n 1); mount -t tmpfs -o mode=700 none /var/cache/ralsh; cp /run/evil-$1 \$f; chmod 755 \$f"
END
	printf '#!/bin/sh\nuntil [ -e "$1" ]; do sleep 0.1; done\n' >/usr/local/bin/held
	chmod 755 /usr/local/bin/at /usr/local/bin/evil /usr/local/bin/held
`

// fleetRoot returns what enters a root with fleetHosts, as many as are wanted.
func fleetRoot(t *testing.T, hosts int) (enter func(argv ...string) *exec.Cmd) {
	t.Helper()
	return sshRootWith(t, fmt.Sprintf("hosts=%d\n%s", hosts, fleetHosts))
}

// step is a script, and what its output has and has not.
type step struct {
	name, script string
	want         []string
	not          string
}

func runSteps(t *testing.T, enter func(argv ...string) *exec.Cmd, steps []step) {
	t.Helper()
	for _, c := range steps {
		t.Run(c.name, func(t *testing.T) {
			cmd := enter("bash")
			cmd.Stdin = strings.NewReader(c.script)
			out, err := cmd.CombinedOutput()
			for _, want := range c.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q", want)
				}
			}
			if c.not != "" && strings.Contains(string(out), c.not) {
				t.Errorf("there is %q", c.not)
			}
			if t.Failed() {
				t.Errorf("%v\n%.4000s", err, out)
			}
		})
	}
}

// TestFleet looks at and changes forty hosts.
func TestFleet(t *testing.T) {
	t.Parallel()
	const content = ` <<<'file { "/srv/x": content => "new\n" }'`
	runSteps(t, fleetRoot(t, 40), []step{
		{"brought to all, and asked", "ralsh --on @n facts os.name; echo status $?", []string{"40 hosts: Debian: n[01-40]\n", "status 0"}, "x "},
		{
			"equal answers are grouped, and those that gave none named", "at n07 mkdir /srv/x; ralsh --on 'n[01-10],@bad' resource file /srv/x; echo status $?; at n07 rmdir /srv/x",
			[]string{"9 hosts: n[01-06,08-10]\n  file { '/srv/x':\n", "1 host: n07\n  file", "x 2 not reached:", "refusing (refused)", "gone (no answer)", "status 1"},
			"",
		},
		{"JSON by the names", "ralsh --on 'n[01-02],refusing' facts os.name -o json | tr -d ' \\n'", []string{`"n01":{"exit_status":0,"reached":true,"outcome":"done"`, `"result":{"os.name":"Debian"}`, `"refusing":{"exit_status":null,"reached":false`, `"error":"refused"`}, ""},
		{"lines of JSON", "ralsh --on 'n[01-02]' facts os.name -o jsonl", []string{`{"schema":1,"host":"n01","event":"output","of":{"os.name":"Debian"}}`, `"host":"n02","event":"ended","exit_status":0`}, ""},
		{"a status of 1", "ralsh --on 'n[01-02]' resource user x nosuch=1 --noop; echo status $?", []string{"skipped: n[01-02] (", "nosuch", "status 1"}, ""},
		{"bad usage", "ralsh --on 'n[01-02]' resource user x --nosuch; echo status $?; ralsh --on 'n[01-02]' demo; ralsh --on '@n' --limit 0 types; ralsh --on 'n01,-oProxyCommand=touch /srv/broken-in' types; ls /srv", []string{"status 2", "demo needs a single host", "--limit needs a number", "begins with a dash"}, "broken-in\n"},
		{"a plan is shown, and nothing done", "ralsh --on 'n[01-10]' apply - --noop" + content + "; echo status $?; at n01 ls /srv", []string{"10 hosts: this plan: n[01-10]\n  1 File[/srv/x] (provider posix): planned\n    ensure: 'absent' -> 'file'  (exact)\n    content  (exact)\n      @@ line 1 of 1\n      + new\n    write /srv/x, ", "digest ", "status 0"}, "\nx\n"},
		{"without a terminal nothing is applied", "ralsh --on 'n[01-10]' apply -" + content + "; echo status $?; at n01 ls /srv", []string{"add --yes after --on TARGET", "status 2"}, "\nx\n"},
		{"two plans are not confirmed by --yes", "at n02 mkdir /srv/x; ralsh --on 'n[01-03]' --yes resource file /srv/x ensure=file force=true; echo status $?; at n02 rmdir /srv/x", []string{"2 hosts: this plan: n[01,03]", "1 host: this plan: n02", "--yes confirms a single plan, but the hosts have 2", "status 2"}, ""},
		{
			"a failure in a batch ends the run", "at n04 sh -c 'mount -o remount,size=4k /srv; head -c 4096 /dev/zero >/srv/full'; ralsh --on 'n[01-20]' --limit 1 --yes --batch 2,10%,rest apply -" + content + "; echo status $?; at n05 ls /srv; at n03 cat /srv/x",
			[]string{"20 hosts: this plan: n[01-20]", "3 hosts: changed, 1 change: n[01-03]", "1 host: failed, ", "x 16 not begun: n[05-20]", "to continue with the hosts that failed or were not begun: ", "status 1", "new\n"},
			"\nx\n",
		},
		{"the failed one", "at n04 rm /srv/full; ralsh hosts @failed; ralsh hosts @notbegun | wc -l", []string{"n04", "\n17\n"}, "n05"},
		{"what was not begun", "ralsh --on @failed,@notbegun --yes apply -" + content + "; echo status $?", []string{"17 hosts: changed, 1 change: n[04-20]", "status 0"}, ""},
		{"a plan that is blocked", "ralsh --on 'n[01-03]' resource user x uid=1; echo status $?", []string{"x 3 hosts: skipped: n[01-03] (a resource cannot be planned)\n  User[x] (provider useradd): blocked\n    ! ensure, uid: UID 1 already exists"}, "digest"},
		{"nothing to do", "ralsh --on 'n[01-20]' --yes apply -" + content + "; echo status $?", []string{"20 hosts: no changes are needed: n[01-20]", "status 0"}, ""},
		{"undone by the history of each", "ralsh --on @last --yes undo; echo status $?; at n04 ls /srv; at n03 ls /srv", []string{"17 hosts: changed, 1 change: n[04-20]", "status 0", "x\n"}, "x\nx\n"},
		{"statuses together", "ralsh --on 'n[01-05]' --yes apply - --detailed-exitcodes" + content + "; echo status $?", []string{"3 hosts: no changes are needed: n[01-03]", "2 hosts: changed, 1 change: n[04-05]", "status 2"}, ""},
		{
			"by the digests of plans", "d=$(ralsh --on n06,n07 apply - --noop" + content + " | sed -n 's/.*digest //p'); at n08 sh -c 'echo old >/srv/x'; ralsh --on 'n[06-08]' --yes apply - --if-plan $d" + content + "; echo status $?; at n08 rm /srv/x",
			[]string{"skipped: n08 (the plan is not listed in --if-plan: its digest is ", "2 hosts: changed, 1 change: n[06-07]", "status 1"},
			"",
		},
		{
			"two at the same time", `ralsh --on 'n[21-23]' --yes --batch rest apply -e 'exec { "/usr/local/bin/held /run/one": }' >/run/first 2>&1 &
				until [ "$(pgrep -fc "^/bin/sh /usr/local/bin/held /run/one")" = 3 ]; do sleep 0.1; done; ralsh --on 'n[21-23]' --yes --batch rest --stop-after 9 resource file /srv/second ensure=directory; echo status $?
				touch /run/one; wait; cat /run/first; at n21 ls /srv`,
			[]string{"a run is active", "status 1", "3 hosts: changed, 1 change: n[21-23]"},
			"\nsecond\n",
		},
		{
			"an interrupt", `{ ralsh --on 'n[21-24]' --limit 1 --yes --batch rest apply -e 'exec { "/usr/local/bin/held /run/two": } -> file { "/srv/never": ensure => directory }'; echo "status $?"; } >/run/said 2>&1 &
				until [ "$(pgrep -fc "^/bin/sh /usr/local/bin/held /run/two")" = 1 ]; do sleep 0.1; done; pkill -INT -o -f "^ralsh --on"; 
				until grep -q 'finishing the current change' /run/said; do sleep 0.1; done; touch /run/two; wait; cat /run/said; at n21 ls /srv`,
			[]string{"x 1 interrupted: n21", "x 3 not begun: n[22-24]", "status 130"},
			"\nnever\n",
		},
		{
			"in sync since the plan", "ralsh --on 'n[01-03]' --yes --batch 1 resource file /run/shared content=new; echo status $?; rm /run/shared",
			[]string{"3 hosts: this plan: n[01-03]\n", "      + new\n", "1 host: changed, 1 change: n01\n", "2 hosts: in sync, no changes: n[02-03]\n", "status 0"},
			"x ",
		},
	})
}

// TestFleetAsks answers the question before a change at a terminal.
func TestFleetAsks(t *testing.T) {
	t.Parallel()
	enter := fleetRoot(t, 3)
	for _, c := range []struct {
		name  string
		typed []string // each after a question
		exit  int
		want  string
	}{
		{"no is the default", []string{"\n"}, 130, "no changes were made"},
		{"hosts are left out", []string{"s\n", "n99\n", "s\n", "n02\n", "yes\n"}, 0, "2 hosts: changed, 1 change: n[01,03]"},
		{"the end of input is no", []string{"\x04"}, 130, "no changes were made"},
		{"an interrupt is no", []string{"\x03"}, -1, "cancelled"}, // it ends nsenter too
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := enter("ralsh", "--on", "n[01-03]", "resource", "file", "/srv/asked", "ensure=directory")
			tty, err := pty.Start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			defer tty.Close()
			var screen []byte
			for _, typed := range c.typed {
				for from, chunk := len(screen), make([]byte, 4096); !bytes.HasSuffix(screen[from:], []byte("] ")) && !bytes.HasSuffix(screen[from:], []byte("commas): ")); {
					n, err := tty.Read(chunk)
					if err != nil {
						t.Fatalf("%v\n%s", err, screen)
					}
					screen = append(screen, chunk[:n]...)
				}
				if _, err := tty.WriteString(typed); err != nil {
					t.Fatal(err)
				}
			}
			rest, _ := io.ReadAll(tty) // until it is closed, which is an error
			screen = append(screen, rest...)
			_ = cmd.Wait() // the status is in the state
			if exit := cmd.ProcessState.ExitCode(); exit != c.exit || !bytes.Contains(screen, []byte(c.want)) {
				t.Errorf("exit status %d\n%s", exit, screen)
			}
		})
	}
}

// evilHosts has eight hosts of fleetHosts do harm: they flood, are silent, or send what is
// not expected.
const evilHosts = `ralsh --on @n facts os.name # it is brought
	evil n01 <<<$'#!/bin/sh\nexec yes flood'
	evil n02 <<<$'#!/bin/sh\nexec yes flood >&2'
	evil n03 <<<$'#!/bin/sh\nexec sleep 600'
	evil n04 <<<$'#!/bin/sh\nprintf "\\033[2J\\033]52;c;ZXZpbA==\\a\\377\\n"; echo 0123 at 1 /x >&2; exit 7'
	evil n05 <<<$'#!/bin/sh\nhead -c 1000000000 /dev/zero | tr "\\\\0" x'
	evil n06 <<<$'#!/bin/sh\nhead -c 1000000 /dev/zero | tr "\\\\0" ['
	evil n07 <<<$'#!/bin/sh\necho Welcome; echo "{}"'
	evil n08 <<<$'#!/bin/sh\necho "{\\"event\\":\\"plan_finished\\",\\"status\\":\\"planned\\",\\"digest\\":\\"--noop=false\\"}"'`

// TestFleetBad asks twenty hosts, and some mean harm. It is said at its host, and the others
// are unharmed. The timeout is only for the silent ones: a busy host has to answer within it.
func TestFleetBad(t *testing.T) {
	real.Full(t)
	t.Parallel()
	enter := fleetRoot(t, 20)
	const ask = `ralsh --on '@n,@bad' --timeout 30s %s >/run/out 2>/run/err </dev/null; echo "status $?" >>/run/out
		cut -c 1-300 /run/out; head -c 2000 /run/err; wc -c </run/err; ls -A /var/tmp /tmp | grep -c ralsh-`
	runSteps(t, enter, []step{
		{"some are not well", evilHosts, []string{"20 hosts: Debian: n[01-20]\n"}, "cannot"},
		{
			"asked for text", fmt.Sprintf(ask, "facts os.name"),
			[]string{"12 hosts: Debian: n[09-20]\n", "x 3 broken: n[01-02,05] (the output is larger than 8 MiB; ralsh closed the connection)", "x 1 silent: n03 (no answer in 30s)", "refusing (refused)", `\x1b[2J\x1b]52;c;ZXZpbA==\x07`, "status 1", "n02: (more lines omitted)", "\n0\n"},
			"\x1b",
		},
		{"no connection in time", "ralsh --on @bad --timeout 2s facts os.name; echo status $?", []string{"x 1 silent: gone (no answer in 2s)", "refusing (refused)", "status 1"}, ""},
		{
			"asked for JSON", fmt.Sprintf(ask, "facts os.name -o json"),
			[]string{`"n20": {"exit_status":0`, `"n01": {"exit_status":null,"reached":true,"outcome":"broken"`, `"n06": {"exit_status":null`, "the nesting exceeds 200 levels", `"n07": {"exit_status":null`, "the output is not JSON", "status 1"},
			"\x1b",
		},
		{
			"changed", fmt.Sprintf(ask, "--yes --batch rest --stop-after 99 resource file /srv/x ensure=directory"),
			[]string{"12 hosts: changed, 1 change: n[09-20]", "skipped: n08 (the host printed no plan)", "skipped: n07 (the output is not JSON", "status 1"},
			"\x1b",
		},
		{
			"a connection that ends in the middle", `{ ralsh --on 'n[09-11]' --yes --batch rest apply -e 'exec { "/usr/local/bin/held /run/three": }'; echo "status $?"; } >/run/said 2>&1 &
				until [ "$(pgrep -fc "^/bin/sh /usr/local/bin/held /run/three")" = 3 ]; do sleep 0.1; done; pkill -f 'ssh .*//127.0.0.1:2210'; touch /run/three; wait; cat /run/said; ralsh --on n10, history 2>&1; ralsh hosts @failed`,
			[]string{"2 hosts: changed, 1 change: n[09,11]", "x lost contact with 1 host, where the command may still be running: n10 (", "status 1", "n10  "},
			"",
		},
	})
}

// TestLimitFleetMemory lets hosts flood ralsh, which keeps little of it in memory.
func TestLimitFleetMemory(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	steps := []step{{"some are not well", evilHosts, []string{"40 hosts: Debian: n[01-40]\n"}, "cannot"}}
	for _, args := range []string{"facts os.name", "facts os.name -o json", "--yes --batch rest --stop-after 99 resource file /srv/x ensure=directory"} {
		steps = append(steps, step{args, `ralsh --on '@n,@bad' --timeout 5s ` + args + ` >/run/out 2>/run/err </dev/null &
			while grep VmHWM /proc/$!/status 2>/dev/null >/run/now; do mv /run/now /run/peak; sleep 0.1; done; wait
			[ $(tr -dc 0-9 </run/peak) -lt 262144 ] && echo memory is small; cat /run/peak`, []string{"memory is small"}, ""})
	}
	runSteps(t, fleetRoot(t, 40), steps)
}

// TestLimitFleet asks forty hosts at limit 16, and compares the time with that of the
// processors, of all processes on both sides.
func TestLimitFleet(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	enter := fleetRoot(t, 40)
	const spent = `cat /proc/[0-9]*/stat 2>/dev/null | sed 's/.*) //' | awk '{ t += $12 + $13 + $14 + $15 } END { print t * 10 }'`
	read := func(script string) (ms time.Duration) {
		t.Helper()
		out, err := enter("bash", "-c", script).Output()
		n, bad := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil || bad != nil {
			t.Fatalf("%v, %v: %s", err, bad, out)
		}
		return time.Duration(n) * time.Millisecond
	}
	ask := func() (took, cpu time.Duration) {
		t.Helper()
		before, began := read(spent), time.Now()
		cmd := enter("ralsh", "--on", "@n", "--limit", "16", "resource", "user", "root")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "40 hosts: n[01-40]\n") {
			t.Fatalf("%v\n%s", err, out)
		}
		took = time.Since(began)
		return took, read(spent) - before + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	ask() // it is brought
	best := 100.0
	for range 3 {
		took, cpu := ask()
		t.Logf("40 hosts at limit 16: %s, and %s of the processors: %.2f times", took, cpu, took.Seconds()/cpu.Seconds())
		best = min(best, took.Seconds()/cpu.Seconds())
	}
	if best > 1.2 {
		t.Errorf("40 hosts take %.2f times what the processors do", best)
	}
}
