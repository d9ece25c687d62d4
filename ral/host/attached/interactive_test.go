package attached_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"ralsh/ral/host/attached"
)

func TestInteractive(t *testing.T) {
	t.Setenv("RALSH_TEST_WORD", "kept")
	var out strings.Builder
	p := attached.NewInteractive(t.Context(), "/bin/sh", "-c", `read line; echo "$line $RALSH_TEST_WORD $1"; exit 3`, "sh", "$x; y")
	p.SetStdin(strings.NewReader("given\n"))
	p.SetStdout(&out)
	p.SetStderr(&out)
	if err := p.Run(); err == nil || err.Error() != "exit status 3" {
		t.Errorf("it ended with %v", err)
	}
	if got := out.String(); got != "given kept $x; y\n" {
		t.Errorf("it wrote %q", got)
	}
	if err := attached.NewInteractive(t.Context(), "/no/such/editor").Run(); !errors.Is(err, fs.ErrNotExist) {
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
	p := attached.NewInteractive(ctx, "/bin/sh", "-c", `trap 'exit 7' TERM; echo; while :; do read line; done`)
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
