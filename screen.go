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
	o := tui.Options{ASCII: opt.ASCII, Plain: opt.Plain, Mouse: opt.Mouse, Light: opt.Light, Lend: l.Lend}
	if opt.Demo != nil {
		o.Name, o.Welcome = "demo", tui.Welcome(*opt.Demo)
	} else {
		o.Hint = s.FirstStart()
	}
	return tui.Run(ctx, s, o.Environment(os.Getenv))
}
