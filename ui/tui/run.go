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
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/theme"
)

// Options are how a person wants the screens.
type Options struct {
	ASCII   bool                 // no sign beyond ASCII; also when the locale has none, see Environment
	Plain   bool                 // for screen readers
	Mouse   bool                 // wheel on; selecting text then needs shift
	Theme   string               // a name of theme.Names; "" is what the configuration says
	Profile colorprofile.Profile // how many colours the terminal has
	Hint    bool                 // the hint line of the first start
	Name    string               // what line 1 calls a host below another root: "demo"; "" is "below"
	Welcome kit.Welcome
	// Temporary says that the basket is not there any more the next time.
	Temporary bool
	Keys      keys.Table
	choice    theme.Choice // of Theme and the configuration
	// Lend is called when the terminal is lent to another program, and when it
	// is back; nil for none.
	Lend func() (back func())
	// Suspendable reports whether someone could bring the program back after it
	// was suspended; nil is yes.
	Suspendable func() bool
	// Kill is closed when an apply that outlives the screens shall not end the
	// step in hand; Say prints a line once they have let go of the terminal.
	Kill <-chan struct{}
	Say  func(format string, args ...any)
}

// Environment fills in what the environment says: the colours, and a locale that
// is not UTF-8 (LC_ALL before LC_CTYPE before LANG).
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

// Run starts the screens on the terminal and returns when they are left, or when
// the context ends: TERM and interrupts from outside are the caller's, to whom
// Bubble Tea's own handler would be a second one and wait for ever once the
// context has ended the program. Keys that the configuration gets wrong are an
// error before anything is drawn.
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
	_, err = tea.NewProgram(a, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithColorProfile(opt.Profile)).Run()
	for _, s := range a.stack {
		s.Close()
	}
	a.endWork(opt)
	for _, said := range sh.Parting {
		if opt.Say != nil {
			opt.Say("%s", said)
		}
	}
	// What only looks is cancelled; it would outlive the program otherwise.
	outside := ctx.Err()
	cancel()
	underWay.Wait(lookGrace)
	lost := errors.Join(a.saveLast(), a.keepLastLog())
	if said := lastWords(a.stack); said != "" {
		return errors.Join(errors.New("left during an apply: "+said), lost)
	}
	if errors.Is(err, tea.ErrInterrupted) || outside != nil && errors.Is(err, tea.ErrProgramKilled) {
		return lost
	}
	return errors.Join(err, lost)
}

// themeOf is the theme of a name, or of the configuration, with the configuration's
// own colours. An error says of all that is wrong where it was written.
func themeOf(name string, config model.Config) (theme.Choice, error) {
	at := ""
	if name == "" {
		name, at = config.Theme.Name, config.Theme.At+": "
	}
	c, err := theme.Named(name)
	var wrong []error
	if err != nil {
		wrong = append(wrong, fmt.Errorf("%s%w", at, err))
	}
	for _, own := range config.Theme.Colours {
		if err := c.Colour(own.Token, own.Colour); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", own.At, err))
		}
	}
	return c, errors.Join(wrong...)
}

// lookGrace is how long a command that looks may take to end at TERM.
const lookGrace = time.Second

// remapped are the keys of the configuration as the table takes them.
func remapped(c model.Config) []keys.Setting {
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

// sharedFor is what all screens share, as the options want it.
func sharedFor(ctx context.Context, session *model.Session, opt Options) *kit.Shared {
	table := opt.Keys
	if len(table.Bindings()) == 0 {
		table = keys.Default()
	}
	sh := kit.NewShared(ctx, session, table, makers())
	sh.Named = namedScreens()
	sh.Mode = frame.Mode{ASCII: opt.ASCII, Plain: opt.Plain}.Themed(opt.choice.Options(theme.Options{Profile: opt.Profile}))
	sh.LendTerminal, sh.Welcome = opt.Lend, kit.NewLessons(opt.Welcome)
	return sh
}

// logKeptMsg is the end of a write to the log file.
type logKeptMsg struct{ err error }

// keepLog writes what was noted since to the log file; while a write is under
// way the next one waits for its end. After a failure nothing more is tried.
func (a *app) keepLog() tea.Cmd {
	el, session := a.sh.Log, a.sh.Session
	if el.Writing || el.Lost != nil || el.Written == el.Next || session.LogFile() == "" {
		return nil
	}
	text := el.Since(el.Written)
	el.Writing, el.Written = true, el.Next
	el.Write = sync.OnceValue(func() error { return session.KeepLog(text) })
	write := el.Write
	return func() tea.Msg { return logKeptMsg{write()} }
}

func (a *app) logKept(msg logKeptMsg) {
	el := a.sh.Log
	el.Writing, el.Lost = false, msg.err
}

// keepLastLog writes what is not yet written when the screens are left. A write
// that was asked for is ended, or done here: the program may have ended before
// it was begun.
func (a *app) keepLastLog() error {
	el := a.sh.Log
	if el.Writing {
		el.Lost = el.Write()
	}
	if el.Lost != nil || el.Written == el.Next || a.sh.Session.LogFile() == "" {
		return nil
	}
	return a.sh.Session.KeepLog(el.Since(el.Written))
}
