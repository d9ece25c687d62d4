package terminal

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// secret asks on the terminal of the process, and reads a line that is not echoed: what is
// typed before the question is lost. The terminal is as before when it returns, also when
// ctx ends first.
func secret(ctx context.Context, prompt string) (string, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer tty.Close()
	before, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		return "", fmt.Errorf("/dev/tty: %w", err)
	}
	quiet := *before
	quiet.Lflag = quiet.Lflag&^unix.ECHO | unix.ICANON | unix.ISIG
	quiet.Iflag |= unix.ICRNL
	if err := unix.IoctlSetTermios(int(tty.Fd()), unix.TCSETSF, &quiet); err != nil {
		return "", fmt.Errorf("/dev/tty: %w", err)
	}
	defer func() {
		_ = unix.IoctlSetTermios(int(tty.Fd()), unix.TCSETSF, before)
		fmt.Fprintln(tty)
	}()
	if _, err := fmt.Fprint(tty, prompt); err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	answered := make(chan answer, 1)
	go func() {
		text, err := bufio.NewReader(tty).ReadString('\n')
		answered <- answer{strings.TrimSuffix(text, "\n"), err}
	}()
	select {
	case a := <-answered:
		return a.text, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
