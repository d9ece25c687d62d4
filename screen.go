package main

import (
	"context"
	"os"

	"ralsh/model"
	"ralsh/ui/cli"
	"ralsh/ui/tui"
)

// screen starts the terminal UI on this terminal.
func screen(ctx context.Context, s *model.Session, opt cli.ScreenOptions) error {
	o := tui.Options{Plain: opt.Plain, Mouse: opt.Mouse, Light: opt.Light}.Environment(os.Getenv)
	o.ASCII = o.ASCII || opt.ASCII
	return tui.Run(ctx, s, o)
}
