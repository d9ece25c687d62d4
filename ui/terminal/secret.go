package terminal

import (
	"context"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"
)

// Secret asks on the terminal of the process, and reads a line that is not echoed. The
// terminal is as before when it returns, also when ctx ends first.
func Secret(ctx context.Context, prompt string) (string, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer tty.Close()
	state, err := term.GetState(tty.Fd())
	if err != nil {
		return "", err
	}
	if _, err := fmt.Fprint(tty, prompt); err != nil {
		return "", err
	}
	type answer struct {
		text []byte
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		text, err := term.ReadPassword(tty.Fd())
		answered <- answer{text, err}
	}()
	select {
	case a := <-answered:
		fmt.Fprintln(tty)
		return string(a.text), a.err
	case <-ctx.Done():
		_ = term.Restore(tty.Fd(), state)
		fmt.Fprintln(tty)
		return "", ctx.Err()
	}
}
