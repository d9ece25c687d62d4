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

// Screen starts the terminal UI with the options from the flags and the
// terminal.
func (t *Terminal) Screen(ctx context.Context, s *model.Session, opt cli.ScreenOptions) error {
	o := tui.Options{
		ASCII: opt.ASCII, Plain: opt.Plain, Mouse: opt.Mouse, Theme: opt.Theme,
		Lend: t.Lend, Suspendable: suspendable, Kill: t.Again, Say: opt.Say, Temporary: opt.Temporary, Reach: opt.Reach,
	}
	if opt.Demo != nil {
		o.Name, o.Welcome = "demo", kit.Welcome(*opt.Demo)
	} else {
		o.Hint = s.OwnFiles.FirstStart()
	}
	// Listings stay in memory. Collecting garbage earlier keeps the heap close
	// to what is used and costs little, because the processor is mostly idle
	// once there is a frame.
	o.Drawn = func() { debug.SetGCPercent(15) }
	held := os.Stdin
	if opt.Handover != nil {
		h, err := model.ReadHandover(opt.Handover)
		if err != nil {
			return err
		}
		o.Handover, held = h, os.Stdout
	}
	ctx, stop := whileHeld(ctx, held)
	defer stop()
	return tui.Run(ctx, s, o.Environment(os.Getenv))
}
