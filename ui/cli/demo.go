package cli

import (
	"context"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/demo"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
)

// Demo holds the steps of the terminal UI on a sample host: a sentence about it,
// the type to explain, and the instance to edit with a suggestion.
type Demo struct {
	About           safe.Text
	Why, Edit, Name string
	Try             safe.Text
}

// demoCommand is the command demo.
type demoCommand struct{ *app }

func (a demoCommand) command() *cobra.Command {
	keep := false
	cmd := &cobra.Command{
		Use: "demo", Short: "Open the terminal UI on a temporary sample host",
		Long: "Creates a sample host in a temporary directory and opens the terminal UI on it. The demo needs no root and never changes this machine. " +
			"It shows providers that cannot work below a directory as unsuitable, with the reason. The directory is removed on exit.",
		Example: "  ralsh demo\n  ralsh demo --keep",
		Args:    usage.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case a.Root != "":
				return usage.Errorf("ralsh demo and --root cannot be combined (to open the terminal UI: ralsh --root %s)", a.Root)
			case !a.Terminal:
				return usage.Errorf("ralsh demo needs a terminal on standard input and output (without a terminal: ralsh --root DIR types)")
			}
			if err := a.drawable(); err != nil {
				return err
			}
			return a.demo(cmd.Context(), keep)
		},
	}
	a.screenFlags(cmd)
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the directory on exit, and print its path")
	return cmd
}

// demo opens the terminal UI on a sample host. It removes the directory at the
// end unless keep is set.
func (a demoCommand) demo(ctx context.Context, keep bool) error {
	a.makeTypes()
	// Report an invalid configuration before the directory is created.
	if _, err := model.Open(ctx, a.Registry, ""); err != nil {
		return err
	}
	h, err := demo.Make(ctx)
	if err != nil {
		return err
	}
	defer func() { a.leave(context.WithoutCancel(ctx), h, keep) }()
	s, err := model.Open(ctx, a.Registry, h.Dir)
	if err != nil {
		return err
	}
	s.Version, s.From = a.Version, "demo"
	s.SetStateDir(h.State())
	opt := a.screen
	opt.Say, opt.Temporary = a.Say, !keep
	opt.Demo = welcome(h)
	return a.start(ctx, s, opt)
}

// leave removes or retains the directory, and prints its path.
func (a demoCommand) leave(ctx context.Context, h *demo.Host, keep bool) {
	if keep {
		a.Print("open again: %s", h.Command())
		a.Print("a command: %s", h.Command("resource", "user"))
		a.Print("kept %s", h.Dir)
		return
	}
	if err := h.Remove(ctx); err != nil {
		a.Say("cannot remove %s: %s", h.Dir, err)
		return
	}
	a.Print("removed %s", h.Dir)
}

// welcome returns the texts and the subjects of the demo.
func welcome(h *demo.Host) *Demo {
	machine := safe.Clean(h.Machine).Cut(24, "...")
	return &Demo{
		About: "This host is a directory. Changes never affect " + machine + ".",
		Why:   "service",
		Edit:  "host",
		Name:  "db1.example.org",
		Try:   "change ip, for example to 192.0.2.8",
	}
}
