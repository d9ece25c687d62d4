package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// interrupted is a context that ends at the first interrupt or TERM. A second
// one ends the program at once, as it would have without us.
func interrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
