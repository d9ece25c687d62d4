package cli

import (
	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

func (a *app) screenFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&a.screen.ASCII, "ascii", false, "draw with ASCII characters only")
	f.BoolVar(&a.screen.Plain, "plain", false, "plain output for screen readers")
	f.BoolVar(&a.screen.Mouse, "mouse", false, "enable the mouse (hold shift to select text)")
	f.StringVar(&a.screen.Theme, "theme", "", "use the `THEME` auto, dark, light or high-contrast (default: theme in config.yaml, or auto)")
}

func (a *app) runScreen(cmd *cobra.Command, _ []string) error {
	handed := usage.On(cmd, model.HandoverFlag)
	if !a.Terminal && !(handed && a.OutTerminal) {
		return usage.Errorf("the terminal UI needs a terminal (%s)", insteadOfScreens)
	}
	if err := a.drawable(); err != nil {
		return err
	}
	a.makeTypes()
	a.ModuleChoice.Ahead = true
	s, err := a.Session(cmd.Context())
	if err != nil {
		return err
	}
	if s.Modules.Loaded() != nil {
		a.SayFailures(s.Modules.Loaded().Failures())
	}
	s.From = "screens"
	opt := a.screen
	opt.Say = a.Say
	if handed {
		opt.Handover = a.In
	} else {
		opt.Reach = remote.Caller{App: a.App}.Reach()
	}
	return a.start(cmd.Context(), s, opt)
}

// makeTypes constructs the types, which the first frame shows, while the
// session opens and the terminal is set up. A caller that needs a type waits
// for this type only.
func (a *app) makeTypes() { go a.Registry.Types() }

const insteadOfScreens = "without a terminal, use a command: ralsh types, providers, why, resource, facts or history"

// drawable returns an error for a terminal that cannot position text, because it
// would print the control codes instead.
func (a *app) drawable() error {
	switch name := a.Getenv("TERM"); name {
	case "", "dumb", "unknown":
		return usage.Errorf("TERM=%s names a terminal that cannot position text (%s; if yours can: TERM=vt100 ralsh --plain)", name, insteadOfScreens)
	}
	return nil
}
