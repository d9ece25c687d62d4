package host_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host"
)

func TestInteractive(t *testing.T) {
	t.Setenv("RALSH_TEST_WORD", "kept")
	var out strings.Builder
	p := host.NewInteractive(t.Context(), "/bin/sh", "-c", `read line; echo "$line $RALSH_TEST_WORD $1"; exit 3`, "sh", "$x; y")
	p.SetStdin(strings.NewReader("given\n"))
	p.SetStdout(&out)
	p.SetStderr(&out)
	if err := p.Run(); err == nil || err.Error() != "exit status 3" {
		t.Errorf("it ended with %v", err)
	}
	if got := out.String(); got != "given kept $x; y\n" {
		t.Errorf("it wrote %q", got)
	}
	if err := host.NewInteractive(t.Context(), "/no/such/editor").Run(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("one that is not there: %v", err)
	}
}

func TestInteractiveEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	begun, tell, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer begun.Close()
	p := host.NewInteractive(ctx, "/bin/sh", "-c", `trap 'exit 7' TERM; echo; while :; do read line; done`)
	stay, hold, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	defer stay.Close()
	p.SetStdin(stay)
	p.SetStdout(tell)
	ended := make(chan error)
	go func() { ended <- p.Run() }()
	if _, err := begun.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err == nil || err.Error() != "exit status 7" {
		t.Errorf("it ended with %v, and not by TERM", err)
	}
}

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	state, err := host.OpenState(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := state.Scratch("x.pp", []byte("one"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := state.Scratch("x.pp", []byte("two"))
	if err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{a.Path(): 0o600, filepath.Dir(a.Path()): 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s is %v (%v), want %v", path, info.Mode(), err, mode)
		}
	}
	// An editor may leave other files in the directory.
	if err := os.WriteFile(a.Path()+"~", []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := b.Read(3); err != nil || string(data) != "two" {
		t.Errorf("read %q, %v", data, err)
	}
	if _, err := b.Read(2); err == nil {
		t.Error("a file that is too large was read")
	}
	if err := errors.Join(a.Remove(), b.Remove()); err != nil {
		t.Error(err)
	}
	if _, err := a.Read(3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("read after it was removed: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}
