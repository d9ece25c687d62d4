package facts

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
)

// A program whose only caller is cancelled is killed with its children before
// the call returns, even if they ignore TERM.
func TestCancelledProgramIsGone(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(dir, "began")
	script := "#!/bin/sh\ntrap '' TERM\n(trap '' TERM; echo $$ >" + mark + "; exec sleep 300) &\nwait; sleep 300\n"
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(mark, 0o600); err != nil {
		t.Fatal(err)
	}
	facts := filepath.Join(dir, "facts.d")
	if err := os.Mkdir(facts, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(facts, "deaf"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	f := With(local.Machine().Reader(), Options{ExternalDirs: []string{facts}})
	ctx, cancel := context.WithCancel(t.Context())
	leader := make(chan int, 1)
	go func() {
		text, _ := os.ReadFile(mark)
		pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		leader <- pid
		cancel()
	}()
	began := time.Now()
	_, err := f.Fact(ctx, "kernel")
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(err.Error(), "has no value: cancelled") {
		t.Errorf("it ended with %v", err)
	}
	if took := time.Since(began); took > time.Minute { // the program sleeps for five
		t.Errorf("it took %s", took)
	}
	if pid := <-leader; pid == 0 || len(alive(t, pid)) > 0 {
		t.Errorf("of the group %d are still there: %v", pid, alive(t, pid))
	}
}

// alive returns the processes of a group, without zombies, because their parent
// may reap them late.
func alive(t *testing.T, group int) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, file := range files {
		text, _ := os.ReadFile(file)
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(group) {
			left = append(left, file)
		}
	}
	return left
}

// A caller that is cancelled does not end what another waits for.
func TestAnotherStillWaitsForTheProgram(t *testing.T) {
	fake := fakehost.New(nil)
	fake.Put(factsD+"p", "", 0o755)
	began, until := make(chan struct{}), make(chan struct{})
	fake.Handle("p", func(ctx context.Context, _ *fakehost.Host, _ host.Command) host.Result {
		close(began)
		<-until
		if ctx.Err() != nil {
			return host.Result{Exit: 1}
		}
		return says("p=1\n")
	})
	f := With(fake.Reader(), Options{})
	first, cancel := context.WithCancel(t.Context())
	got := make(chan string)
	go func() {
		v, _ := f.Fact(t.Context(), "p")
		got <- v.Text()
	}()
	<-began
	cancel()
	if _, err := f.Fact(first, "p"); !errors.Is(err, context.Canceled) {
		t.Errorf("the first got %v", err)
	}
	close(until)
	if text := <-got; text != "1" {
		t.Errorf("the other got %q", text)
	}
}
