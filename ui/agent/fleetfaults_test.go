package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"time"

	"ralsh/ral/raltest/real"
)

// slow is a document whose exec has begun when /srv/began is there, and goes on until /srv/go is.
const slow = `
	file { '/srv/before': ensure => file }
	-> exec { 'slow': command => '/bin/sh /srv/slow.sh', creates => '/srv/done' }
	-> file { '/srv/after': ensure => file }
`

// slowHosts prepares hosts for the document.
func (s *site) slowHosts(names ...string) {
	real.Write(s, s.desk.Root()+"/home/alice/slow.pp", slow, 0o644)
	for _, name := range names {
		real.Write(s, s.hosts[name].Root()+"/srv/slow.sh", "echo >/srv/began; while ! test -e /srv/go; do sleep 0.1; done; echo >/srv/done\n", 0o644)
	}
}

// begun waits until the exec runs at hosts.
func (s *site) begun(names ...string) {
	s.Helper()
	for _, name := range names {
		s.eventually("beginning at "+name, func() (bool, string) { return s.has(name, "/srv/began"), "" })
	}
}

// goOn has the exec end at hosts.
func (s *site) goOn(names ...string) {
	for _, name := range names {
		real.Write(s, s.hosts[name].Root()+"/srv/go", "", 0o644)
	}
}

func (s *site) has(name, path string) bool {
	_, err := os.Lstat(s.hosts[name].Root() + path)
	return err == nil
}

// running is a command line of alice that runs.
type running struct {
	*site
	cmd *exec.Cmd
	out bytes.Buffer
}

func (s *site) start(line string) *running {
	s.Helper()
	r := &running{site: s, cmd: s.desk.Command(s.Context(), "runuser", "-l", "alice", "-c", line)}
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.out
	if err := r.cmd.Start(); err != nil {
		s.Fatal(err)
	}
	return r
}

// ends waits for the end, and looks for texts in what was printed.
func (r *running) ends(exit int, want ...string) {
	r.Helper()
	began := time.Now()
	_ = r.cmd.Wait() // its status is seen below
	r.Logf("it ended after %s\n%s", time.Since(began).Round(time.Second/10), r.out.String())
	if is := r.cmd.ProcessState.ExitCode(); is != exit {
		r.Errorf("the exit status is %d, not %d", is, exit)
	}
	for _, text := range want {
		if !strings.Contains(r.out.String(), text) {
			r.Errorf("no %q", text)
		}
	}
}

// wentOn checks that the run of hosts went on to its end, and that they say so.
func (s *site) wentOn(names ...string) {
	s.Helper()
	for _, name := range names {
		s.eventually("end at "+name, func() (bool, string) {
			list := s.orders(s.hosts[name])
			last := list[len(list)-1]
			return last.Outcome == "ended" && last.Exit != nil && *last.Exit == 0, s.runs(s.hosts[name], "ralsh-agent", "orders")
		})
		if !s.has(name, "/srv/done") || !s.has(name, "/srv/after") {
			s.Errorf("the run of %s was not all done", name)
		}
		s.lastRun(name, "changed 3")
	}
}

// lastRun checks who made the last run of a host, how it ended, and how much it changed.
func (s *site) lastRun(name, want string) {
	s.Helper()
	out := s.runs(s.hosts[name], "ralsh", "history", "--limit", "1")
	if !strings.Contains(strings.Join(strings.Fields(out), " "), "alice as root "+want) {
		s.Errorf("the history of %s has no %q:\n%s", name, want, out)
	}
}

// faults breaks something else at each of six hosts, in the middle of a change of ten. The
// other two of the batch are changed, and the last two are not begun.
func (s *site) faults() {
	s.slowHosts(s.names[:10]...)
	r := s.start("ralsh --on 'nats:web[01-10]' --batch 8,rest --yes apply - <slow.pp")
	s.begun(s.names[:8]...)
	s.runs(s.hosts["web01"], "systemctl", "kill", "--signal=KILL", "ralsh-agent.service")
	s.hosts["web02"].Cut(s, true)
	s.runs(s.hosts["web03"], "systemctl", "kill", "--signal=KILL", "ralsh-agent-order@*.service")
	s.hosts["web04"].Stop()
	s.runs(s.hosts["web05"], "systemctl", "restart", "ralsh-agent.service")
	s.runs(s.hosts["web06"], "systemctl", "kill", "--signal=KILL", "ralsh-agent-run@*.service")
	s.goOn("web07", "web08")
	r.ends(1,
		"2 hosts: changed, 3 changes: nats:web[07-08]\n", "where the command may still be running: ",
		" nats:web[01-02,04] (no message for 20s)", " nats:web[03,06] (the helper of the agent has ended)", " nats:web05 (the agent was stopped)",
		"x 2 not begun: nats:web[09-10]\n", "@failed", "@notbegun")
	s.goOn("web01", "web02", "web03", "web05", "web09", "web10")
	s.wentOn("web01", "web02", "web03", "web05")
	s.lastRun("web06", "cut off 1")
	if s.has("web06", "/srv/after") || s.has("web09", "/srv/before") {
		s.Error("a host that was killed or not begun was changed")
	}
	s.hosts["web02"].Cut(s, false)
	s.eventually("agent of web01 and web02", func() (bool, string) {
		out, exit := s.alice("ralsh --on 'nats:web[01-02]' facts os.family")
		return exit == 0, out
	})
	s.start("ralsh --on @failed apply - --noop <slow.pp").ends(1, "1 host: this plan: nats:web06\n", "4 hosts: no changes are needed: nats:web[01-03,05]\n", "x 1 host: skipped: nats:web04 (")
	s.start("ralsh --on @notbegun --yes apply - <slow.pp").ends(0, "2 hosts: changed, 3 changes: nats:web[09-10]\n")
}

// serverRestarts stops the server in the middle of a change, and starts it again.
func (s *site) serverRestarts() {
	names := []string{"web11", "web12", "web13"}
	s.slowHosts(names...)
	r := s.start("ralsh --on 'nats:web[11-13]' --batch 2,rest --yes apply - <slow.pp")
	s.begun("web11", "web12")
	s.runs(s.broker, "systemctl", "stop", "nats-server")
	s.runs(s.broker, "systemctl", "start", "nats-server")
	s.goOn(names...)
	r.ends(1, "x lost contact with 2 hosts, where the command may still be running: nats:web[11-12] (the connection to the server was lost)\n", "x 1 not begun: nats:web13\n")
	s.wentOn("web11", "web12")
	began := time.Now()
	s.connected(len(s.names) - 1)
	s.Logf("all agents came back in %s", time.Since(began).Round(time.Second/10))
	s.start("ralsh --on @last --yes apply - <slow.pp").ends(0, "2 hosts: no changes are needed: nats:web[11-12]\n", "1 host: changed, 3 changes: nats:web13\n")
}

// interrupts presses ctrl+c at the operator's terminal, twice.
func (s *site) interrupts() {
	s.slowHosts("web21", "web22", "web23")
	// ctrl+c is for ralsh alone, and not for the programs between the terminal and it.
	argv := append([]string{"env", "--ignore-signal=INT"}, s.desk.Command(s.Context(), "setpriv", "--reuid=alice", "--regid=alice", "--init-groups", "--reset-env",
		"env", "--default-signal=INT", "bash", "-c", "exec ralsh --on 'nats:web[21-23]' --batch 2,rest --yes apply - <~/slow.pp").Args...)
	term := real.Terminal(s, argv, 160, 40)
	s.begun("web21", "web22")
	term.Keys("C-c")
	s.goOn("web21")
	s.eventually("end at web21", func() (bool, string) {
		list := s.orders(s.hosts["web21"])
		return list[len(list)-1].Outcome == "ended", ""
	})
	if s.has("web22", "/srv/done") {
		s.Error("the first ctrl+c has ended a change")
	}
	term.Keys("C-c")
	exit := term.Exit()
	s.Logf("status %d\n%s", exit, strings.TrimSpace(term.Screen()))
	if exit != 130 {
		s.Errorf("the exit status is %d", exit)
	}
	for _, want := range []string{"x 2 interrupted: nats:web[21-22]", "x 1 not begun: nats:web23"} {
		if !strings.Contains(term.Screen(), want) {
			s.Errorf("no %q", want)
		}
	}
	if !s.has("web21", "/srv/done") || s.has("web21", "/srv/after") || s.has("web22", "/srv/done") || s.has("web23", "/srv/before") {
		s.Error("other changes were made than those that had begun")
	}
	for name, want := range map[string]string{"web21": "stopped 2", "web22": "failed 1"} {
		list := s.orders(s.hosts[name])
		if last := list[len(list)-1]; last.Exit == nil || *last.Exit != 130 {
			s.Errorf("the order of %s ended as %+v", name, last)
		}
		s.lastRun(name, want)
	}
}
