package e2e_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// mostMemory is what a comparison may take, whatever it is given, in KiB.
const mostMemory = 256 << 10

// repeated returns a text again and again, up to a size.
func repeated(text string, size int64) io.Reader {
	return io.LimitReader(&cycle{text: strings.Repeat(text, 1+64<<10/len(text))}, size)
}

type cycle struct {
	text string
	at   int
}

func (c *cycle) Read(p []byte) (int, error) {
	n := copy(p, c.text[c.at:])
	c.at = (c.at + n) % len(c.text)
	return n, nil
}

// TestSnapshotBad compares what is no snapshot, or a large one: it ends with its status.
func TestSnapshotBad(t *testing.T) {
	t.Parallel()
	snapshotBad(t)
}

// TestLimitSnapshotBad has the same comparisons stay within their memory.
func TestLimitSnapshotBad(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	for name, kib := range snapshotBad(t) {
		if kib > mostMemory {
			t.Errorf("%s took %d MiB", name, kib>>10)
		}
	}
}

// snapshotBad returns the memory of each comparison by its name, in KiB.
func snapshotBad(t *testing.T) (peaks map[string]int64) {
	t.Helper()
	bin := real.Binary(t)
	peaks = make(map[string]int64)
	const head = `{"schema":1,"kind":"snapshot","host":"web1","root":"/","taken":"2026-01-01T00:00:00Z","version":"1","user":"root","privileged":true}` + "\n" +
		`{"kind":"type","type":"host","complete":true,"providers":[{"name":"parsed","suitable":true}]}` + "\n"
	after := func(r io.Reader) io.Reader { return io.MultiReader(strings.NewReader(head), r) }
	for _, c := range []struct {
		name string
		in   io.Reader
		want string
	}{
		{"a line of 1 GiB", repeated("x", 1<<30), "line 1: the line is longer than 16 MiB"},
		{"a text of 1 GiB", after(io.MultiReader(strings.NewReader(`"`), repeated("x", 1<<30))), "line 3: the line is longer than 16 MiB"},
		{"lines of 1 GiB", after(repeated(`{"kind":"instance","type":"host","title":"`+strings.Repeat("x", 16<<10)+`","properties":{}}`+"\n", 1<<30)), "the snapshot is larger than 64 MiB"},
		{"a million deep", after(io.MultiReader(repeated("[", 1e6), repeated("]", 1e6))), "the nesting exceeds 32 levels"},
		{"a million deep in a value", after(io.MultiReader(strings.NewReader(`{"kind":"fact","title":"x","properties":{"value":`), repeated(`{"a":`, 5e6))), "the nesting exceeds 32 levels"},
		{"a million values", after(repeated("{},", 3e6)), "the line has more than 100000 values"},
		{"broken UTF-8", after(strings.NewReader("{\"kind\":\"fact\",\"title\":\"\xff\xfe\"}\n")), "line 3: the line is not UTF-8"},
		{"cut short", strings.NewReader(head), "the snapshot is incomplete"},
		{"nothing", strings.NewReader(""), "the snapshot is empty"},
		{"many lines", after(repeated("{\"kind\":\"instance\",\"type\":\"host\",\"title\":\"a\",\"properties\":{}}\n", 1<<30)), "the snapshot has more than 500000 lines"},
		{"60 MiB of large instances", manyHosts(head, 60, 1<<20), ""},
		{"60 MiB of small instances", manyHosts(head, 60<<10, 900), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(bin, "--root", t.TempDir(), "compare", "-", "now", "--types", "host")
			cmd.Env = append(cmd.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
			var errs bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = c.in, io.Discard, &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			over, peak := make(chan struct{}), make(chan int64)
			go func() { peak <- peakOf(cmd.Process.Pid, over) }()
			_ = cmd.Wait() // the status is looked at below
			close(over)
			status, kib := cmd.ProcessState.ExitCode(), <-peak
			t.Logf("status %d, %d MiB: %s", status, kib>>10, errs.String())
			if c.want != "" && (status != 2 || !strings.Contains(errs.String(), c.want)) || c.want == "" && errs.Len() > 0 {
				t.Errorf("status %d, and it says %s, not %q", status, errs.String(), c.want)
			}
			peaks[c.name] = kib
		})
	}
	return peaks
}

// peakOf returns the most memory that a process has had, in KiB, as it was last seen before its
// end (VmHWM in proc(5)). getrusage(2) has that of the process that started it too.
func peakOf(pid int, over <-chan struct{}) (kib int64) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // it may have ended
		if _, rest, has := strings.Cut(string(data), "\nVmHWM:"); has {
			_, _ = fmt.Sscan(rest, &kib)
		}
		select {
		case <-over:
			return kib
		case <-tick.C:
		}
	}
}

// manyHosts returns a valid snapshot with n instances of a size, as it is made: the memory of
// this process counts for those that it starts.
func manyHosts(head string, n, size int) io.Reader {
	out, in := io.Pipe()
	comment := strings.Repeat("x", size)
	go func() {
		sum := sha256.New()
		w := bufio.NewWriter(io.MultiWriter(in, sum))
		fmt.Fprint(w, head)
		for i := range n {
			fmt.Fprintf(w, `{"kind":"instance","type":"host","title":"h%08d","provider":"parsed","properties":{"comment":"%s"}}`+"\n", i, comment)
		}
		_ = w.Flush() // fails with the reader
		fmt.Fprintf(in, `{"kind":"end","types":1,"instances":%d,"facts":0,"sha256":"%x"}`+"\n", n, sum.Sum(nil))
		_ = in.Close() // it never fails
	}()
	return out
}
