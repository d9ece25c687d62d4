package terminal

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"

	"ralsh/model/hops"
)

// console returns the terminal of the process, for screens that another host draws.
func console() hops.Console {
	return hops.Console{In: os.Stdin, Out: os.Stdout, Size: size, Hold: hold}
}

// size returns the size of the terminal in cells, or 0 if it is unknown.
func size() (columns, rows int) {
	columns, rows, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		return 0, 0
	}
	return columns, rows
}

// hold makes every key a byte of standard input, until back is called.
func hold() (resized <-chan struct{}, back func(), err error) {
	modes, err := term.MakeRaw(os.Stdin.Fd())
	if err != nil {
		return nil, nil, err
	}
	heard, sizes := make(chan os.Signal, 1), make(chan struct{}, 1)
	signal.Notify(heard, syscall.SIGWINCH)
	go func() {
		for range heard {
			select {
			case sizes <- struct{}{}:
			default: // the one before was not read yet
			}
		}
	}()
	return sizes, func() {
		signal.Stop(heard)
		close(heard)
		_ = term.Restore(os.Stdin.Fd(), modes) // nothing is left to be done about an error
	}, nil
}
