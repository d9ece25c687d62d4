package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupted is a context that ends at the first interrupt or TERM, or when the
// terminal is closed, and a channel that is closed at the second. To listen costs
// a thread; it is started beside what the command does first.
func interrupted() (ctx context.Context, again <-chan struct{}, stop context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	second := make(chan struct{})
	go func() {
		heard := make(chan os.Signal, 2)
		signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
		if !signal.Ignored(syscall.SIGHUP) { // as it is after nohup(1)
			signal.Notify(heard, syscall.SIGHUP)
		}
		defer signal.Stop(heard)
		<-heard
		cancel()
		<-heard
		close(second)
	}()
	return ctx, second, cancel
}
