package e2e_test

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral/raltest/real"
)

// evilWorld is a root in which code of the module evil runs: a tree of files, those who
// listen, and a process. One shell lives in it, so that they outlive a command.
type evilWorld struct {
	root   string
	in     io.Writer
	out    *bufio.Reader
	before string
}

// beEvil prepares a world: /srv/tree has a file for each act, or what the act needs.
const beEvil = `
ip link set lo up
mkdir /srv/tree; cd /srv/tree
for f in delete chmod rename file; do echo "$f" >$f; done
ruby -rsocket -e '
  tcp, udp, unix = TCPServer.new("127.0.0.1", 0), UDPSocket.new, UNIXServer.new("/srv/tree/unix")
  udp.bind("127.0.0.1", 0)
  File.write("tcp", tcp.addr[1].to_s)
  File.write("udp", udp.addr[1].to_s)
  File.write("ready", "")
  IO.select([tcp, udp, unix])
  File.write("heard", "something")' &
sleep 1000 & echo $! >kill
until [ -e ready ]; do sleep 0.1; done
mkdir -p /root/.config/ralsh /etc/ralsh
printf 'modules:\n  patience: 5\n  path: [/srv/fixtures]\n' | tee /etc/ralsh/config.yaml >/root/.config/ralsh/config.yaml
chmod -R go-w /srv/fixtures
ralsh types >/dev/null
`

func newEvilWorld(t *testing.T) *evilWorld {
	t.Helper()
	w := &evilWorld{root: rubyRoot(t)}
	shell := real.Enter(w.root, "bash")
	shell.Stderr = os.Stderr
	in, err := shell.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := shell.StdoutPipe()
	if err == nil {
		err = shell.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = in.Close(), shell.Wait() })
	w.in, w.out = in, bufio.NewReader(out)
	w.run(t, beEvil)
	w.before = w.look(t)
	return w
}

// run runs a script in the shell of the world, and returns what it prints.
func (w *evilWorld) run(t *testing.T, script string) string {
	t.Helper()
	const end = "-- end of the command --\n"
	fmt.Fprintf(w.in, "{ %s\n} </dev/null 2>&1; echo; echo %q\n", script, strings.TrimSuffix(end, "\n"))
	var text strings.Builder
	for {
		line, err := w.out.ReadString('\n')
		if err != nil {
			t.Fatalf("the shell ended: %v\n%s%s", err, text.String(), line)
		}
		text.WriteString(line)
		if said, over := strings.CutSuffix(text.String(), end); over {
			return said
		}
	}
}

// notOfEvil are what ralsh itself may change, and the kernel's.
var notOfEvil = regexp.MustCompile(`^/(proc|dev|sys|var/lib/ralsh|tmp/[a-z]+\.pp|etc/evil\.json)(/|$)`)

// look describes all that was written in the root, those who listen, the process, and
// the mounts.
func (w *evilWorld) look(t *testing.T) string {
	t.Helper()
	upper, _ := real.Layers(t, w.root)
	var b strings.Builder
	err := filepath.WalkDir(upper, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, upper)
		if err != nil || notOfEvil.MatchString(name) || name == "" || name == "/tmp" || name == "/etc" || name == "/var/lib" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		st := info.Sys().(*syscall.Stat_t)
		fmt.Fprintf(&b, "%s %s %d:%d %d %d %d\n", name, info.Mode(), st.Uid, st.Gid, info.Size(), st.Mtim.Nano(), st.Ctim.Nano())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString(w.run(t, "cat /proc/self/mountinfo; kill -0 $(cat /srv/tree/kill) && echo alive"))
	return b.String()
}

// same fails the test if anything is not as it was.
func (w *evilWorld) same(t *testing.T, what string) {
	t.Helper()
	if after := w.look(t); after != w.before {
		t.Errorf("%s changed the root:\n%s", what, strings.Join(lineDiff(strings.Split(w.before, "\n"), strings.Split(after, "\n")), "\n"))
		w.before = after
	}
}

// evilActs returns the names of the acts of the module.
func evilActs(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(rubyFixtures, "evil/lib/puppet_x/evil/acts.rb"))
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, m := range regexp.MustCompile(`(?m)^    '([^']+)' =>`).FindAllStringSubmatch(string(data), -1) {
		acts = append(acts, m[1])
	}
	if len(acts) < 30 {
		t.Fatal(acts)
	}
	return acts
}

// refusals are what ralsh says of an act; of another one it says nothing, and nothing
// comes of it. A place is FILE:LINE of the act.
var refusals = map[string]string{
	"spawn": `spawn touch .*acts\.rb:12`, "pty": `acts\.rb:30`, "tcp": `not permitted.*acts\.rb:40`, "udp": `not permitted.*acts\.rb:41`,
	"unix": `not permitted.*acts\.rb:42`, "listen": `not permitted.*acts\.rb:43`, "kill": `not permitted.*acts\.rb:45`,
	"exit!": `the process ended with status 0`, "exit": `the code ended the process: exit .*acts\.rb:61`, "abort": `the code ended the process: evil .*acts\.rb:62`,
	"throw": `uncaught throw :evil .*acts\.rb:63`, "loop": `did not answer within 5s`, "sleep": `did not answer within 5s`,
	"recurse": `stack level too deep .*acts\.rb:67`, "memory": `failed to allocate memory`, "descriptors": `wrote to the connection of the worker`,
}

// evilPlaces are where the code acts: how a resource gets there. Where several acts can
// be tried in one run, each process that ends is followed by another.
var evilPlaces = map[string]struct {
	code  string
	alone bool
}{
	"prefetch": {`evil_look { 'ACT': ensure => present, state => 'calm', at => prefetch, how => 'ACT', path => 'PATH' }`, true},
	"exists":   {`evil_look { 'ACT': ensure => present, state => 'calm', at => exists, how => 'ACT', path => 'PATH' }`, false},
	"getter":   {`evil_look { 'ACT': ensure => present, state => 'calm', at => getter, how => 'ACT', path => 'PATH' }`, false},
	"insync":   {`evil_look { 'ACT': ensure => present, state => 'calm', at => insync, how => 'ACT', path => 'PATH' }`, false},
	"munge":    {`evil_look { 'ACT': munged => 'ACT:PATH' }`, true},
	"create":   {`evil_plan { 'ACT': ensure => present, at => create, how => 'ACT', path => 'PATH' }`, false},
	"setter":   {`evil_plan { 'ACT': state => 'x', at => setter, how => 'ACT', path => 'PATH' }`, false},
	"flush":    {`evil_plan { 'ACT': ensure => present, at => flush, how => 'ACT', path => 'PATH' }`, false},
	"refresh":  {`notify { 'ACT': } ~> evil_plan { 'ACT': state => 'calm', at => refresh, how => 'ACT', path => 'PATH' }`, false},
}

// TestRubyEvilPlans lets the code of a module do what it must not, at each place in it
// that a plan comes to.
func TestRubyEvilPlans(t *testing.T) {
	real.Full(t)
	t.Parallel()
	evilPlans(t, slices.Collect(maps.Keys(evilPlaces)))
}

// TestRubyEvilSetter does so at one place.
func TestRubyEvilSetter(t *testing.T) {
	t.Parallel()
	evilPlans(t, []string{"setter"})
}

func evilPlans(t *testing.T, places []string) {
	t.Helper()
	acts := evilActs(t)
	for _, name := range places {
		place := evilPlaces[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newEvilWorld(t)
			var all string
			for _, act := range acts {
				code := strings.NewReplacer("ACT", act, "PATH", "/srv/tree/"+act).Replace(place.code)
				if all += code + "\n"; !place.alone {
					continue
				}
				w.judge(t, name, act, w.run(t, evilNoop(code)))
				w.same(t, act)
			}
			if !place.alone {
				text := w.run(t, evilNoop(all))
				for _, act := range acts {
					of := regexp.MustCompile(`(?m)^\d+ Evil_\w+\[` + regexp.QuoteMeta(act) + `\].*\n(?: .*\n)*`).FindString(text)
					w.judge(t, name, act, of)
				}
				w.same(t, name)
			}
			w.recovers(t)
		})
	}
}

// TestRubyEvilLists does the same while instances are listed.
func TestRubyEvilLists(t *testing.T) {
	real.Full(t)
	t.Parallel()
	w := newEvilWorld(t)
	for _, act := range evilActs(t) {
		text := w.run(t, fmt.Sprintf("echo '{\"how\":%q,\"path\":%q}' >/etc/evil.json; ralsh resource evil_look; ralsh resource evil_look seen; rm /etc/evil.json", act, "/srv/tree/"+act))
		if act != "descriptors" { // a listing that it forges is empty
			w.judge(t, "instances", act, text)
		}
		w.same(t, act)
	}
	w.recovers(t)
}

func evilNoop(code string) string {
	return "cat >/tmp/a.pp <<'X'\n" + code + "\nX\nralsh apply --noop /tmp/a.pp"
}

// judge compares what is said of an act with what it should be.
func (w *evilWorld) judge(t *testing.T, place, act, text string) {
	t.Helper()
	want := refusals[act]
	looks := place == "instances" || place == "munge"
	switch {
	case looks && slices.Contains([]string{"write", "delete", "chmod", "rename", "symlink"}, act):
		want = `Read-only file system .*acts\.rb:7`
	case place == "munge" && act == "pty": // a refusal of the value, which has no place
		want = `in class munged: can't get Master/Slave device`
	case place == "munge" && (act == "exit" || act == "abort"): // as Puppet says it
		want = `munged: (exit|evil) .*acts\.rb:6`
	case place == "munge" && act == "throw": // an ArgumentError, which refuses, too
		want = `in class munged: uncaught throw :evil`
	}
	if got := strings.Contains(text, "! ") || strings.Contains(text, "cannot list") || strings.Contains(text, "a.pp:"); got != (want != "") || !regexp.MustCompile(want).MatchString(text) {
		t.Errorf("at %s, of %s it is said, and not %q:\n%s", place, act, want, text)
	}
}

// recovers fails the test if a process is left, or the next command does not work.
func (w *evilWorld) recovers(t *testing.T) {
	t.Helper()
	// The kernel ends the processes of a sandbox, a moment after ralsh.
	if left := w.run(t, "for i in $(seq 100); do grep -ls zygote /proc/[0-9]*/cmdline >/dev/null || break; sleep 0.1; done; grep -ls zygote /proc/[0-9]*/cmdline"); strings.TrimSpace(left) != "" {
		t.Errorf("processes are left: %s", left)
	}
	if text := w.run(t, "ralsh resource evil_plan x; ralsh resource evil_look seen"); !strings.Contains(text, "calm") {
		t.Errorf("afterwards, a look says\n%s", text)
	}
}
