package laws

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

// machine is a booted system that runs scenarios one after the other.
type machine struct {
	*real.Machine
	dir  string // on the host: output of strace
	base map[string]entry
}

// boot boots a machine of a root with a repository of small packages and with Augeas.
func boot(t *testing.T, root, binary string) *machine {
	t.Helper()
	m := &machine{Machine: real.BootOf(t, root, binary), dir: t.TempDir()}
	if root == "debian" {
		giveAugeas(t, m.Root())
	}
	m.AptRepo(
		t,
		real.Deb{Name: "laws-one", Version: "1.0", Files: map[string]string{"/usr/share/laws-one/text": "1.0\n", "/etc/laws-one.conf": "one\n"}},
		real.Deb{Name: "laws-one", Version: "2.0", Files: map[string]string{"/usr/share/laws-one/text": "2.0\n", "/etc/laws-one.conf": "one, two\n"}},
		real.Deb{Name: "laws-two", Version: "1.0", Depends: "laws-one", Files: map[string]string{"/usr/share/laws-two/text": "two\n"}},
		real.Deb{Name: "laws-three", Version: "3.1-1", Files: map[string]string{"/usr/share/laws-three/text": "three\n"}},
	)
	// These commands write files on their first run, which is not a change of a
	// scenario. augtool creates ~/.augeas/history for every user and has no option
	// against it, so a file takes that place, except in the kept scenario about it. Timers
	// change files at midnight.
	m.sh(t, "systemctl stop '*.timer'; mkdir -p /srv /mnt /home; touch /root/.augeas; apt-get -q check; systemctl daemon-reload")
	var err error
	if m.base, err = files(m.Root(), nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// giveAugeas copies augtool with its libraries and lenses from the root of tools.
func giveAugeas(t *testing.T, root string) {
	t.Helper()
	tools := real.Tools(t)
	list := "{ ldd /usr/bin/augtool | grep -o '/[^ ]*'; echo /usr/bin/augtool; echo /usr/share/augeas; } | tar -chf - -T -"
	from := real.Enter(tools, "sh", "-c", list)
	to := exec.Command("tar", "-xf", "-", "-C", root, "--keep-directory-symlink", "--skip-old-files")
	pipe, err := from.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	to.Stdin = pipe
	if err := from.Start(); err != nil {
		t.Fatal(err)
	}
	if out, err := to.CombinedOutput(); err != nil {
		t.Fatalf("copying augtool: %v\n%s", err, out)
	}
	if err := from.Wait(); err != nil {
		t.Fatalf("copying augtool: %v", err)
	}
}

// sh runs a script in the machine. An error fails the test.
func (m *machine) sh(t testing.TB, script string) string {
	t.Helper()
	stdout, stderr, exit := m.Run(t.Context(), "sh", "-ec", script)
	if exit != 0 {
		t.Fatalf("exit %d of the script\n%s\n%s%s", exit, script, stdout, stderr)
	}
	return stdout
}

// kernel are the settings that scenarios change: those of the machine's own network
// namespace.
var kernel = []string{"net.ipv4.ip_forward", "net.ipv4.tcp_fin_timeout", "net.ipv4.conf.all.log_martians", "net.ipv4.ip_local_port_range"}

// probe prints what is not on the disk. An inactive unit that was not found is only a
// name which systemd has not forgotten yet.
const probe = `
systemctl list-units --all --plain --no-legend --no-pager 'laws-*' cron.service | sed 's/^/unit /' | cut -d' ' -f1-2,3- | awk '$3 != "not-found" || $4 != "inactive" {print "unit " $2 "\t" $3 " " $4 " " $5}'
systemctl list-unit-files --no-legend --no-pager 'laws-*' cron.service | awk '{print "unit file " $1 "\t" $2}'
awk '$5 ~ "^/(mnt|srv)" {print "mount " $5 "\t" $6 " " $9 " " $10 " " $11}' /proc/self/mountinfo
for k in %s; do printf 'kernel %%s\t%%s\n' $k "$(cat /proc/sys/$(echo $k | tr . /) | tr '\t' ' ')"; done
`

// snap returns the current state of the machine.
func (m *machine) snap(t testing.TB, prev snapshot) snapshot {
	t.Helper()
	known := prev.paths
	if known == nil {
		known = m.base
	}
	paths, err := files(m.Root(), known)
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot{paths: paths, probe: map[string]string{}}
	for line := range strings.Lines(m.sh(t, fmt.Sprintf(probe, strings.Join(kernel, " ")))) {
		name, is, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		s.probe[name] = is
	}
	return s
}

const cleanup = `
systemctl stop 'laws-*' 2>/dev/null || :
for d in $(awk '$5 ~ "^/(mnt|srv)" {print $5}' /proc/self/mountinfo | sort -r); do umount -l $d || :; done
chattr -R -f -i -a /etc /srv /home /root /var/spool 2>/dev/null || :
`

const settle = `
rm -rf /var/lib/ralsh /run/systemd/system/laws-*
systemctl daemon-reload
systemctl reset-failed
systemctl is-active -q cron || systemctl start cron
sysctl -q -w net.ipv4.ip_forward=0 net.ipv4.tcp_fin_timeout=60 net.ipv4.conf.all.log_martians=0 net.ipv4.ip_local_port_range='32768 60999'
`

// clean restores the state after boot.
func (m *machine) clean(t testing.TB) {
	t.Helper()
	m.sh(t, cleanup)
	now, err := files(m.Root(), m.base)
	if err != nil {
		t.Fatal(err)
	}
	restore(t, m.Root(), m.base, now)
	m.sh(t, settle)
	if m.base, err = files(m.Root(), m.base); err != nil {
		t.Fatal(err)
	}
}

// ran is the result of one run of ralsh: its output, its exit status, and the
// commands that it started itself, as written for a shell.
type ran struct {
	stdout, stderr string
	exit           int
	commands       []string
}

// traced runs ralsh in the machine under strace(1), which runs on the host.
func (m *machine) traced(t testing.TB, argv ...string) ran {
	t.Helper()
	trace := filepath.Join(m.dir, "trace")
	args := []string{
		"-f", "-qq", "-v", "-s", "65535", "--seccomp-bpf", "--pidns-translation", "-e", "signal=none",
		"-e", "trace=execve,clone,clone3,fork,vfork", "-o", trace,
		"nsenter", "-t", strconv.Itoa(m.Leader), "-a", "--", "/opt/ralsh",
	}
	cmd := exec.CommandContext(t.Context(), "strace", append(args, argv...)...)
	cmd.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C"}
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	r := ran{stdout: stdout.String(), stderr: stderr.String(), exit: cmd.ProcessState.ExitCode()}
	if err != nil && r.exit < 0 {
		t.Fatalf("strace: %v\n%s", err, r.stderr)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	if r.commands, err = started(string(text)); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r
}

// plain runs ralsh in the machine without strace.
func (m *machine) plain(ctx context.Context, argv ...string) ran {
	stdout, stderr, exit := m.Run(ctx, append([]string{"/opt/ralsh"}, argv...)...)
	return ran{stdout: stdout, stderr: stderr, exit: exit}
}

var (
	traceLine = regexp.MustCompile(`^(\d+) +(.*)$`)
	execCall  = regexp.MustCompile(`^execve\((".*?[^\\]"|""), \[(.*?)\], `)
	newPID    = regexp.MustCompile(`= \d+(?: /\* (\d+) in strace's PID NS \*/)?$`)
	quoted    = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// started returns the commands in a trace: the first program of each process that
// ralsh itself started. A thread belongs to its process. What a new thread does may be
// in the trace before the call that started it returns, so threads are assigned to
// their processes at the end.
func started(trace string) ([]string, error) {
	starter, thread := map[string]string{}, map[string]bool{} // of a process or thread
	var ralsh string
	var all []string
	open := map[string]string{} // started calls that have not returned yet
	begun := map[string]bool{}
	ofRalsh := map[string][]string{}
	var order []string
	for line := range strings.Lines(trace) {
		parts := traceLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if parts == nil {
			return nil, fmt.Errorf("not a line of strace: %q", line)
		}
		id, call := parts[1], parts[2]
		if strings.HasPrefix(call, "<... ") {
			_, rest, _ := strings.Cut(call, "resumed>")
			call = open[id] + rest
			delete(open, id)
		} else if begin, is := strings.CutSuffix(call, " <unfinished ...>"); is {
			open[id] = begin
			if !strings.HasPrefix(call, "execve(") {
				continue
			}
			call = begin
		}
		if strings.HasPrefix(call, "execve(") {
			argv := execCall.FindStringSubmatch(call + " ")
			if argv == nil || strings.Contains(call, ") = -1 ") {
				if argv == nil {
					return nil, fmt.Errorf("no call: %q", call)
				}
				continue
			}
			name, err := strconv.Unquote(argv[1])
			if err != nil {
				return nil, fmt.Errorf("%q: %w", argv[1], err)
			}
			words := []string{name}
			for i, w := range quoted.FindAllString(argv[2], -1) {
				word, err := unescape(w)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", w, err)
				}
				if i > 0 {
					words = append(words, word)
				}
			}
			if name == "/opt/ralsh" && ralsh == "" {
				ralsh = id
				continue
			}
			if ralsh == "" || begun[id] || id == ralsh || slices.Contains(words, "+no_setuid_fixup") { // setpriv runs another one
				continue
			}
			begun[id] = true
			ofRalsh[id] = words
			order = append(order, id)
			continue
		}
		if child := newPID.FindStringSubmatch(call); child != nil {
			pid := child[1]
			if pid == "" {
				pid = strings.TrimPrefix(call[strings.LastIndex(call, "= "):], "= ")
			}
			starter[pid], thread[pid] = id, strings.Contains(call, "CLONE_THREAD")
		}
	}
	leader := func(id string) string {
		for thread[id] {
			id = starter[id]
		}
		return id
	}
	for _, id := range order {
		by, known := starter[leader(id)]
		if !known {
			return nil, fmt.Errorf("the trace does not say what started process %s", id)
		}
		if leader(by) == ralsh {
			all = append(all, host.ShellJoin(ofRalsh[id]))
		}
	}
	return all, nil
}

// unescape unquotes a string of strace, which uses C syntax with octal escapes of one
// to three digits.
func unescape(s string) (string, error) {
	s = s[1 : len(s)-1]
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", fmt.Errorf("a backslash at the end")
		}
		switch c := s[i]; {
		case c >= '0' && c <= '7':
			end := i + 1
			for end < len(s) && end < i+3 && s[end] >= '0' && s[end] <= '7' {
				end++
			}
			n, err := strconv.ParseUint(s[i:end], 8, 8)
			if err != nil {
				return "", err
			}
			b.WriteByte(byte(n))
			i = end - 1
		case strings.IndexByte("ntrvf", c) >= 0:
			b.WriteByte("\n\t\r\v\f"[strings.IndexByte("ntrvf", c)])
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}
