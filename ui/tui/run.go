package tui

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ralsh/model"
	"ralsh/model/config"
	"ralsh/model/fleet"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

// Options are the options of the terminal UI.
type Options struct {
	ASCII   bool                 // no characters beyond ASCII; also set for a locale without UTF-8, see Environment
	Plain   bool                 // for screen readers
	Mouse   bool                 // mouse on; selecting text then needs shift
	Theme   string               // a name of theme.Names; "" means that of the configuration
	Profile colorprofile.Profile // the number of colours of the terminal
	Hint    bool                 // show the hint of the first start
	Name    string               // the name on line 1 of a host with another root: "demo"; "" is "below"
	Welcome kit.Welcome
	// the basket will not exist in the next session
	Temporary bool
	Keys      keys.Table
	choice    theme.Choice // of Theme and the configuration
	Reach     fleet.Reach  // how other hosts are reached
	// Handover is the plan that another account confirmed: it is shown, and
	// applied immediately if it is unchanged. Going back from it quits. It can
	// be nil.
	Handover *model.Handover
	// Lend is called when the terminal is lent to a program; its result is
	// called when the program ends. It can be nil.
	Lend func() (back func())
	// Drawn is called after the first frame, in a separate goroutine. It can be
	// nil.
	Drawn func()
	// Suspendable reports whether a shell could resume the program after it was
	// suspended. Nil means yes.
	Suspendable func() bool
	// Kill is closed to stop the current step of an apply that outlives the
	// screens. Say prints a line after the screens have released the terminal.
	Kill <-chan struct{}
	Say  func(format string, args ...any)
}

// Environment sets the options that depend on the environment: the colours, and
// ASCII for a locale without UTF-8 (LC_ALL before LC_CTYPE before LANG).
func (o Options) Environment(getenv func(string) string) Options {
	o.Profile = colorprofile.Env([]string{
		"TERM=" + getenv("TERM"), "COLORTERM=" + getenv("COLORTERM"), "CLICOLOR_FORCE=" + getenv("CLICOLOR_FORCE"),
		"WT_SESSION=" + getenv("WT_SESSION"), "GOOGLE_CLOUD_SHELL=" + getenv("GOOGLE_CLOUD_SHELL"),
	})
	if getenv("NO_COLOR") != "" {
		o.Profile = min(o.Profile, colorprofile.ASCII)
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := getenv(name); locale != "" {
			upper := strings.ToUpper(locale)
			if !strings.Contains(upper, "UTF-8") && !strings.Contains(upper, "UTF8") {
				o.ASCII = true
			}
			return o
		}
	}
	o.ASCII = true
	return o
}

// Run shows the screens on the terminal until the user quits or the context
// ends. TERM and interrupts from outside are handled by the caller: the handler
// of Bubble Tea would wait forever once the context has ended the program. If
// the configured keys are invalid, Run returns an error before it draws
// anything.
func Run(ctx context.Context, session *model.Session, opt Options) error {
	ctx, underWay := model.WithCommandTracker(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	table, err := keys.Default().Remap(remapped(session.Config))
	if err != nil {
		return err
	}
	opt.Keys = table
	if opt.choice, err = themeOf(opt.Theme, session.Config); err != nil {
		return err
	}
	opt.Mouse = opt.Mouse || session.Config.Mouse
	sh := sharedFor(ctx, session, opt)
	a := newApp(sh, opt)
	a.draw = sh.Guarded
	err = newProgram(a, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithColorProfile(opt.Profile)).run()
	for _, s := range a.stack {
		s.Close()
	}
	a.endWork(opt)
	for _, text := range sh.Parting {
		if opt.Say != nil {
			opt.Say("%s", text)
		}
	}
	// Commands that only read are cancelled; they would outlive the program
	// otherwise.
	outside := ctx.Err()
	cancel()
	underWay.Wait(readGrace)
	lost := errors.Join(a.saver.last(), a.keepLastLog())
	switch {
	case opt.Handover == nil || sh.AllApplied:
	case sh.AnyApplied:
		lost = errors.Join(lost, model.ErrPartlyApplied)
	default:
		lost = errors.Join(lost, model.ErrNotApplied)
	}
	if text := lastWords(a.stack); text != "" {
		return errors.Join(errors.New("ralsh quit during an apply: "+text), lost)
	}
	if errors.Is(err, tea.ErrInterrupted) || outside != nil && errors.Is(err, tea.ErrProgramKilled) {
		return lost
	}
	return errors.Join(err, lost)
}

// themeOf returns the theme with a name, or that of the configuration, with the
// configured colours. The error lists all problems with their positions.
func themeOf(name string, set config.Settings) (theme.Choice, error) {
	at := ""
	if name == "" {
		name, at = set.Theme.Name, set.Theme.At+": "
	}
	c, err := theme.Named(name)
	var wrong []error
	if err != nil {
		wrong = append(wrong, fmt.Errorf("%s%w", at, err))
	}
	for _, own := range set.Theme.Colours {
		if err := c.Colour(own.Token, own.Colour); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", own.At, err))
		}
	}
	return c, errors.Join(wrong...)
}

// readGrace is the time that a reading command has to end after TERM.
const readGrace = time.Second

// remapped converts the keys of the configuration.
func remapped(c config.Settings) []keys.Setting {
	var all []keys.Setting
	for _, k := range c.Keys {
		s := keys.Setting{At: k.At, Intent: keys.Intent(k.Intent)}
		for _, name := range k.Keys {
			s.Keys = append(s.Keys, keys.Name(name))
		}
		all = append(all, s)
	}
	return all
}

// sharedFor returns the shared state for the options.
func sharedFor(ctx context.Context, session *model.Session, opt Options) *kit.Shared {
	table := opt.Keys
	if len(table.Bindings()) == 0 {
		table = keys.Default()
	}
	sh := kit.NewShared(ctx, session, table, makers())
	sh.Named = namedScreens()
	sh.Mode = frame.Mode{ASCII: opt.ASCII, Plain: opt.Plain}.Themed(opt.choice.Options(theme.Options{Profile: opt.Profile}))
	sh.Reach = opt.Reach
	sh.LendTerminal, sh.Welcome = opt.Lend, kit.NewLessons(opt.Welcome)
	return sh
}

// logKeptMsg is the end of a write to the log file.
type logKeptMsg struct{ err error }

// keepLog writes new log entries to the log file. While a write is running, the
// next one waits for it. After a failure it does not write any more.
func (a *app) keepLog() tea.Cmd {
	el, session := a.sh.Log, a.sh.Session
	if el.Writing || el.Lost != nil || el.Written == el.Next || session.OwnFiles.Log() == "" {
		return nil
	}
	text := el.Since(el.Written)
	el.Writing, el.Written = true, el.Next
	el.Write = sync.OnceValue(func() error { return session.OwnFiles.AppendLog(text) })
	write := el.Write
	return func() tea.Msg { return logKeptMsg{write()} }
}

func (a *app) logKept(msg logKeptMsg) {
	el := a.sh.Log
	el.Writing, el.Lost = false, msg.err
}

// keepLastLog writes the remaining log entries when the screens are closed. It
// finishes a requested write, because the program may have ended before its
// command ran.
func (a *app) keepLastLog() error {
	el := a.sh.Log
	if el.Writing {
		el.Lost = el.Write()
	}
	if el.Lost != nil || el.Written == el.Next || a.sh.Session.OwnFiles.Log() == "" {
		return nil
	}
	return a.sh.Session.OwnFiles.AppendLog(el.Since(el.Written))
}
