package local

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/stream"
)

// sh runs a script on a machine. The times only end a hang: a test of one sets its own.
func sh(ctx context.Context, script string, change func(*host.Command)) (host.Result, error) {
	m := here()
	m.runner.grace = time.Minute
	cmd := host.Command{Name: "sh", Args: []string{"-c", script}, Timeout: time.Minute}
	if change != nil {
		change(&cmd)
	}
	return host.New(m).Writer().Output(ctx, cmd)
}

func TestCommandResults(t *testing.T) {
	t.Setenv("HOME", "/root")
	t.Setenv("USER", "someone")
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	tests := []struct {
		name, script, out, err string
		exit                   int
		with                   func(*host.Command)
	}{
		{name: "status 0", script: "echo hello", out: "hello\n"},
		{name: "status and last line", script: "echo one >&2; echo two >&2; exit 3", exit: 3, err: `exit 3, "two"`},
		{name: "a status that is fine", script: "exit 3", exit: 3, with: func(c *host.Command) { c.OK = []int{1, 3} }},
		{name: "killed", script: "kill -9 $$", exit: -1, err: "killed by SIGKILL"},
		{name: "stdin", script: "cat", out: "secret", with: func(c *host.Command) { c.Stdin = []byte("secret") }},
		{name: "stdin is never a terminal", script: "readlink /proc/self/fd/0", out: "/dev/null\n"},
		{name: "stdin unread", script: "true", with: func(c *host.Command) { c.Stdin = make([]byte, 1<<20) }},
		{
			name: "clean environment", script: "echo $LC_ALL-$HOME-$USER-$LOGNAME-$MORE", out: "C----more\n",
			with: func(c *host.Command) { c.Env = []string{"MORE=more"} },
		},
		{name: "folder", script: "pwd", out: "/\n"},
		{name: "own group", script: `test "$(cut -d' ' -f5 /proc/$$/stat)" = $$ && echo own`, out: "own\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res, err := sh(t.Context(), test.script, test.with)
			if res.Exit != test.exit || string(res.Stdout) != test.out {
				t.Errorf("exit %d, output %q; want %d, %q", res.Exit, res.Stdout, test.exit, test.out)
			}
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if _, ok := errors.AsType[*host.CommandError](err); err != nil && !ok {
				t.Errorf("%T is no *CommandError", err)
			}
			if res.PID == 0 || res.Elapsed <= 0 || !filepath.IsAbs(res.Path) {
				t.Errorf("pid %d, elapsed %s, path %q", res.PID, res.Elapsed, res.Path)
			}
		})
	}
}

// A command that cannot be started names its directory, which may be the cause.
func TestStartInADirectory(t *testing.T) {
	_, err := sh(t.Context(), "pwd", func(c *host.Command) { c.Dir = "/none/here" })
	if want := "cannot start sh -c pwd in /none/here: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// After the timeout the whole group gets TERM, then KILL.
func TestDeadlineEndsTheGroup(t *testing.T) {
	tests := map[string]struct {
		grace        time.Duration
		script, said string
	}{
		"by TERM": {time.Minute, `(trap "echo bye > said; exit" TERM; echo ready; sleep 60 & wait) & echo $! > pid; wait`, "bye\n"},
		"by KILL": {300 * time.Millisecond, `trap "" TERM; sleep 60 & echo $! > pid; : > said; wait; sleep 60`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			// The script has this long to begin.
			_, err := sh(t.Context(), test.script, func(c *host.Command) { c.Dir, c.Timeout, c.Grace = dir, 5*time.Second, test.grace })
			if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "stopped after its deadline of ") {
				t.Fatalf("error is %v", err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(content(t, filepath.Join(dir, "pid"))))
			if err != nil {
				t.Fatal(err)
			}
			if alive(pid) {
				t.Errorf("grandchild %d still lives", pid)
			}
			if got := content(t, filepath.Join(dir, "said")); got != test.said {
				t.Errorf("grandchild said %q, want %q", got, test.said)
			}
		})
	}
}

// alive ignores zombies, because their parent may reap them late.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return false
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	return fields[0] != "Z" && unix.Kill(pid, 0) == nil
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ctx = host.WithTrace(ctx, func(trace host.Trace) {
		if trace.Stage == host.Output {
			cancel()
		}
	})
	began := time.Now()
	res, err := sh(ctx, "echo ready; sleep 600", nil)
	if !errors.Is(err, context.Canceled) || res.Signal != "SIGTERM" || string(res.Stdout) != "ready\n" {
		t.Errorf("error %v, signal %q, output %q", err, res.Signal, res.Stdout)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %s", took)
	}
	if _, err := sh(ctx, "true", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("started after the cancel: %v", err)
	}
}

// A daemon that holds the pipes open does not block the command and is not
// killed.
func TestDaemonHoldsThePipe(t *testing.T) {
	res, err := sh(t.Context(), "sleep 600 & echo $!", nil)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(res.Stdout)))
	if err != nil || !alive(pid) {
		t.Fatalf("the daemon %d is gone: %v", pid, err)
	}
	if err := unix.Kill(pid, unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if res.Elapsed > time.Minute {
		t.Errorf("took %s", res.Elapsed)
	}
}

func TestMuchOutput(t *testing.T) {
	res, err := sh(t.Context(), "head -c 1048576 /dev/zero; head -c 1048576 /dev/zero >&2", nil)
	if err != nil || len(res.Stdout) != 1<<20 || len(res.Stderr) != 1<<20 || res.Truncated {
		t.Errorf("a megabyte: %d and %d bytes, truncated %t, %v", len(res.Stdout), len(res.Stderr), res.Truncated, err)
	}
	res, err = sh(t.Context(), "echo first; head -c 41943040 /dev/zero; echo last", nil)
	if err != nil || len(res.Stdout) != maxOutput || !res.Truncated || res.Dropped != 40<<20+11-maxOutput {
		t.Errorf("40 MiB: %d bytes, dropped %d, truncated %t, %v", len(res.Stdout), res.Dropped, res.Truncated, err)
	}
	if !bytes.HasPrefix(res.Stdout, []byte("first\n")) || !bytes.HasSuffix(res.Stdout, []byte("last\n")) {
		t.Error("head or tail is lost")
	}
}

func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var got []host.Trace
	ctx := host.WithTrace(t.Context(), func(trace host.Trace) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, trace)
	})
	res, err := sh(ctx, "echo one; echo two; printf three", nil)
	if err != nil {
		t.Fatal(err)
	}
	var stages []host.Stage
	var lines []string
	for _, trace := range got {
		stages, lines = append(stages, trace.Stage), append(lines, trace.Line)
		if trace.PID != res.PID || trace.ReadOnly {
			t.Errorf("trace %+v: pid is not %d, or it looks", trace, res.PID)
		}
	}
	if want := []host.Stage{host.Started, host.Output, host.Output, host.Output, host.Finished}; !slices.Equal(stages, want) {
		t.Errorf("stages %v, want %v", stages, want)
	}
	if want := []string{"", "one", "two", "three", ""}; !slices.Equal(lines, want) {
		t.Errorf("lines %q, want %q", lines, want)
	}
}

// A command that exceeds its output limit is stopped immediately, but not if it
// reaches the limit exactly.
func TestTooMuchOutput(t *testing.T) {
	r := runner{grace: time.Minute}
	run := func(script string) (host.Result, error) {
		cmd := host.Command{Name: "sh", Args: []string{"-c", script}, Timeout: time.Minute, OutputLimit: 1000}
		return r.run(t.Context(), host.LookupResult{Name: "sh", Path: "/bin/sh"}, cmd)
	}
	for _, script := range []string{"while :; do echo more; done", "while :; do echo more >&2; done"} {
		res, err := run(script)
		failed, _ := errors.AsType[*host.CommandError](err)
		if much, is := errors.AsType[*host.OutputLimitError](err); !is || much.Limit != 1000 || failed == nil {
			t.Errorf("%s: %v after %s", script, err, res.Elapsed)
		}
	}
	if res, err := run("head -c 1000 /dev/zero"); err != nil || len(res.Stdout) != 1000 {
		t.Errorf("1000 bytes: %d, %v", len(res.Stdout), err)
	}
}

// A command gets private files and gives back what it made of them.
func TestPrivateFiles(t *testing.T) {
	private := map[string][]byte{"/etc/a": []byte("one\n"), "/srv/dir/": nil}
	copied := host.Command{Name: "cp", Args: []string{"{private}/etc/a", "{private}/srv/dir/b"}, Private: private}
	rd := Machine().Reader().Allow(host.Query{Name: "cp"}, host.Query{Name: "stat"})
	res, err := rd.Query(t.Context(), copied)
	if err != nil || string(res.Private["/etc/a"]) != "one\n" || string(res.Private["/srv/dir/b"]) != "one\n" || len(res.Private) != 2 || len(private) != 2 {
		t.Errorf("%v: %q", err, res.Private)
	}
	if got := strings.Join(res.Args, " "); got != "{private}/etc/a {private}/srv/dir/b" {
		t.Errorf("shown as %s", got)
	}
	res, err = rd.Query(t.Context(), host.Command{Name: "stat", Args: []string{"-c", "%a %n %i", "{private}", "{private}/etc/a"}, Private: private})
	words := strings.Fields(string(res.Stdout))
	if err != nil || len(words) != 5 || words[0] != "700" || words[2] != "600" || words[3] != "/etc/a" {
		t.Fatalf("%v: %q", err, res.Stdout)
	}
	others, err := filepath.Glob("/dev/shm/ralsh-private-*")
	for _, dir := range others {
		var st unix.Stat_t
		if unix.Stat(dir, &st) == nil && strconv.FormatUint(st.Ino, 10) == words[1] {
			err = errors.New(dir + " is left")
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestDialogue answers the output of a command while it runs, and reports both directions.
func TestDialogue(t *testing.T) {
	input, answers := io.Pipe()
	var mu sync.Mutex
	var lines []string
	ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
		mu.Lock()
		defer mu.Unlock()
		if tr.Stage == host.Output {
			lines = append(lines, tr.Line)
		}
	})
	heard := &stream.Lines{Max: 100, Line: func(line []byte) error {
		_, _ = answers.Write(append([]byte("not "), append(line, '\n')...))
		return answers.Close()
	}}
	res, err := sh(ctx, "read a; echo $a; read b; echo $b >&2; read c || exit 7", func(c *host.Command) {
		c.Stdin = []byte("one\n")
		c.OK = []int{7}
		c.Dialogue = &host.Dialogue{Input: input, Out: heard, Err: io.Discard}
	})
	if err != nil || res.Exit != 7 || string(res.Stdout) != "one\n" || string(res.Stderr) != "not one\n" {
		t.Errorf("%v, exit %d, output %q, %q", err, res.Exit, res.Stdout, res.Stderr)
	}
	slices.Sort(lines)
	if want := []string{"> not one", "> one", "not one", "one"}; !slices.Equal(lines, want) {
		t.Errorf("reported %q, want %q", lines, want)
	}
}
