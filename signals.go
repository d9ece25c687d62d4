package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupted is a context that ends at the first interrupt or TERM. A second
// one ends the program at once, as it would have without us. To listen costs a
// thread; it is started beside what the command does first.
func interrupted() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		heard := make(chan os.Signal, 1)
		signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
		defer signal.Stop(heard)
		select {
		case <-heard:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
