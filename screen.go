package main

import (
	"context"
	"os"

	"ralsh/model"
	"ralsh/ui/cli"
	"ralsh/ui/tui"
)

// screen starts the terminal UI with what the flags and the terminal ask for.
func (l *lent) screen(ctx context.Context, s *model.Session, opt cli.ScreenOptions) error {
	return tui.Run(ctx, s, tui.Options{
		ASCII: opt.ASCII, Plain: opt.Plain, Mouse: opt.Mouse, Light: opt.Light, Hint: s.FirstStart(), Lend: l.Lend,
	}.Environment(os.Getenv))
}
