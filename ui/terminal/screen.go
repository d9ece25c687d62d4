package terminal

import (
	"context"
	"os"
	"runtime/debug"

	"ralsh/model"
	"ralsh/ui/cli"
	"ralsh/ui/tui"
	"ralsh/ui/tui/kit"
)

// Screen starts the terminal UI with what the flags and the terminal ask for.
func (t *Terminal) Screen(ctx context.Context, s *model.Session, opt cli.ScreenOptions) error {
	o := tui.Options{
		ASCII: opt.ASCII, Plain: opt.Plain, Mouse: opt.Mouse, Theme: opt.Theme,
		Lend: t.Lend, Suspendable: suspendable, Kill: t.Again, Say: opt.Say, Temporary: opt.Temporary,
	}
	if opt.Demo != nil {
		o.Name, o.Welcome = "demo", kit.Welcome(*opt.Demo)
	} else {
		o.Hint = s.FirstStart()
	}
	// What is listed stays: to look for what can go sooner keeps the height of
	// the memory near what is used, for little of a processor that mostly waits.
	debug.SetGCPercent(15)
	ctx, stop := whileHeld(ctx, os.Stdin)
	defer stop()
	return tui.Run(ctx, s, o.Environment(os.Getenv))
}
