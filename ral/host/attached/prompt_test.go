package attached

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// asksInside names the variable that has this test program run Asking, on a terminal that the
// test has made.
const asksInside = "RALSH_TEST_ASKS"

// TestAsking checks that a program asks on the terminal although standard input is something
// else, and that it prints nothing to standard output.
func TestAsking(t *testing.T) {
	if os.Getenv(asksInside) != "" {
		exit, err := Prompt(context.Background(), []string{"sh", "-c", `read word; test "$word" = answer && echo printed && exit 7`})
		if err != nil {
			t.Fatal(err)
		}
		os.Exit(exit)
	}
	terminal, theirs, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	defer theirs.Close()
	inside := exec.Command(os.Args[0], "-test.run=^TestAsking$")
	inside.Env = append(os.Environ(), asksInside+"=1")
	inside.Stdin = strings.NewReader("a document\n")
	inside.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	inside.ExtraFiles = []*os.File{theirs}
	var out, errs strings.Builder
	inside.Stdout, inside.Stderr = &out, &errs
	if _, err := io.WriteString(terminal, "answer\n"); err != nil {
		t.Fatal(err)
	}
	_ = inside.Run()
	if exit := inside.ProcessState.ExitCode(); exit != 7 || out.String() != "" || errs.String() != "printed\n" {
		t.Errorf("status %d, output %q, errors %q", exit, out.String(), errs.String())
	}
	if _, err := Prompt(t.Context(), []string{"/nonexistent"}); err == nil {
		t.Error("a program that is not there was run")
	}
}
