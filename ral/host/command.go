package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Command is an argument list to be run; there is never a shell. The child gets
// LC_ALL=C, no HOME, USER or LOGNAME, and a process group of its own.
type Command struct {
	Name        string        // a name to be found in PATH, or an absolute path
	Args        []string      // without the name
	Env         []string      // KEY=VALUE, on top of the cleaned environment
	Dir         string        // "" is /
	Stdin       []byte        // nil is /dev/null
	Secret      bool          // Stdin is never shown
	Timeout     time.Duration // 0 is DefaultTimeout, NoTimeout is none; then TERM, and KILL after Grace
	Grace       time.Duration // 0 is the constant Grace; from TERM to KILL
	OK          []int         // exit statuses that are no error; 0 always is
	OnlyExit    []int         // instead of OK: the exit statuses that are no error, without 0 unless it is among them
	As          *Identity     // who runs it; nil is the user of this process
	Umask       *fs.FileMode  // nil is that of this process
	OutputLimit int64         // bytes of each stream, above which it is stopped; 0 is any number
	Hidden      bool          // the command line and what it prints are never shown, nor returned
	Makes       []string      // paths that it makes, with what it puts below them, unless they are there
	Removes     []string      // paths that it removes, with all below them
	// Homeless gives the command a user number that no account has, so that it finds no
	// home directory to write to, where the kernel allows that; see startHomeless.
	Homeless bool
	// Edits are files in which the command changes nothing but the content, as
	// crontab(1) changes a crontab: an undo restores them.
	Edits []string
	// Writes are files that the command cannot do without writing. A plan refuses it
	// where one of them cannot be written, which is no list of all that it writes.
	Writes []string
	// Completed says of a command that only asks for a change, such as kill(1),
	// whether that has come about. It is asked again and again after the command,
	// for Grace at most; what has not come about then is no error.
	Completed func(ctx context.Context, rd Reader) bool
	// BlockedBy says of a command that failed who kept it from its work, such as the
	// holder of a lock, and "" if there is none. It is run again until the holder has
	// gone, or LockTimeout is over.
	BlockedBy func(res Result) string
	// WaitsFor says of a line that a command prints for whom it waits by itself before
	// it begins its work. waits is false once it is at work; who is "" where a line
	// only goes on about who was named.
	WaitsFor func(line string) (who string, waits bool)
}

// Identity is who a command runs as, by numbers. Only root may be another.
type Identity struct {
	UID, GID int
	Groups   []int // beside GID
}

// NoTimeout is the Timeout of a command that may run for ever.
const NoTimeout = time.Duration(math.MaxInt64)

// DefaultTimeout is how long a command may run when it says nothing itself.
const DefaultTimeout = 2 * time.Minute

// Grace is the time between TERM and KILL.
const Grace = 10 * time.Second

// MaxOutput is how many bytes of each stream are kept: the first half and the
// last half; what lies between is dropped and counted.
const MaxOutput = 32 << 20

// String is the command line, quoted for a shell.
func (c Command) String() string {
	if c.Hidden {
		return hidden
	}
	return ShellJoin(append([]string{c.Name}, c.Args...))
}

// hidden replaces the command line of a command that is never shown.
const hidden = "[redacted]"

// shown takes what must not be seen off a result.
func (c Command) shown(res Result) Result {
	if c.Hidden {
		res.Path, res.Args, res.Stdout, res.Stderr = hidden, nil, nil, nil
	}
	return res
}

// missing is the error of a command that is not there, without its name where
// that must not be seen.
func (c Command) missing(err error) error {
	if _, none := errors.AsType[*NoCommandError](err); none && c.Hidden {
		return &NoCommandError{LookupResult{Name: hidden}}
	}
	return err
}

func (c Command) passes(exit int) bool {
	if c.OnlyExit != nil {
		return slices.Contains(c.OnlyExit, exit)
	}
	return exit == 0 || slices.Contains(c.OK, exit)
}

// Result is what a command did.
type Result struct {
	Path      string // the file that was run
	Args      []string
	PID       int
	Exit      int // -1 when killed by a signal
	Signal    string
	Stdout    []byte
	Stderr    []byte
	Truncated bool  // a stream was longer than MaxOutput
	Dropped   int64 // bytes left out of the middle
	Elapsed   time.Duration
}

// Query declares a command that only looks: the command's name or path as the
// provider writes it, and the arguments it begins with. "*" matches one
// argument that does not begin with a dash, "**" at the end for any number of
// those.
type Query struct {
	Name string
	Args []string
}

func allowed(queries []Query, cmd Command) bool {
	return slices.ContainsFunc(queries, func(q Query) bool { return q.Matches(cmd) })
}

// Matches reports whether the query declares the command.
func (q Query) Matches(cmd Command) bool {
	if q.Name != cmd.Name && q.Name != path.Base(cmd.Name) {
		return false
	}
	for i, want := range q.Args {
		if want == "**" {
			return !slices.ContainsFunc(cmd.Args[i:], isOption)
		}
		if i >= len(cmd.Args) || want == "*" && isOption(cmd.Args[i]) || want != "*" && want != cmd.Args[i] {
			return false
		}
	}
	return true
}

func isOption(arg string) bool { return strings.HasPrefix(arg, "-") }

// CommandError is a command that ran and failed, or was stopped.
type CommandError struct {
	Command string
	Result  Result
	Cause   error         // why it was stopped: context.DeadlineExceeded, context.Canceled, *OutputLimitError; or nil
	After   time.Duration // when it was told to stop; Result.Elapsed is when it had
}

// OutputLimitError stops a command that printed more than its OutputLimit.
type OutputLimitError struct{ Limit int64 }

// Error says how much it was.
func (e *OutputLimitError) Error() string {
	return fmt.Sprintf("it printed more than %d bytes", e.Limit)
}

// BeforeItsEnd is what is said of a command that a person stopped.
const BeforeItsEnd = "stopped before its end"

// Error says which command, its status, and the last line it printed.
func (e *CommandError) Error() string {
	what := fmt.Sprintf("exit %d", e.Result.Exit)
	switch {
	case errors.Is(e.Cause, context.DeadlineExceeded):
		what = "stopped after its deadline of " + seconds(e.After)
	case errors.Is(e.Cause, context.Canceled):
		what = BeforeItsEnd
	case e.Cause != nil:
		what = "stopped: " + e.Cause.Error()
	case e.Result.Signal != "":
		what = "killed by " + e.Result.Signal
	}
	if last := lastLine(e.Result); last != "" {
		what += fmt.Sprintf(", %q", last)
	}
	return e.Command + ": " + what
}

// Unwrap returns the Cause.
func (e *CommandError) Unwrap() error { return e.Cause }

// Tail returns the last n lines the command printed, standard error first
// choice, since that is where a tool says why it failed.
func (r Result) Tail(n int) []string {
	text := strings.TrimSpace(string(r.Stderr))
	if text == "" {
		text = strings.TrimSpace(string(r.Stdout))
	}
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	lines = lines[max(0, len(lines)-n):]
	for i, line := range lines {
		if len(line) > MaxLine {
			lines[i] = strings.ToValidUTF8(line[:MaxLine], "") + "…"
		}
	}
	return lines
}

// MaxLine is how many bytes of one line of a tool's output a message shows.
const MaxLine = 400

func lastLine(r Result) string {
	if tail := r.Tail(1); len(tail) == 1 {
		return strings.TrimSpace(tail[0])
	}
	return ""
}

// NoCommandError is a command that is not there.
type NoCommandError struct{ LookupResult }

// Error names the command and where it was looked for.
func (e *NoCommandError) Error() string {
	if strings.HasPrefix(e.Name, "/") {
		return fmt.Sprintf("command %s is not an executable file", e.Name)
	}
	return fmt.Sprintf("command %s is not on PATH (looked in %s)", e.Name, strings.Join(e.Searched, " "))
}

// UndeclaredError is a query that the provider did not declare: a mistake in
// the provider.
type UndeclaredError struct{ Command string }

// Error names the command.
func (e *UndeclaredError) Error() string {
	return "not run: " + e.Command + " is not declared as a query that only looks"
}

// Errors that a caller decides by.
var (
	// ErrNotRun is the answer to Output while planning.
	ErrNotRun = errors.New("not run: this is a plan")
	// ErrUnchecked is the answer to Check where checks are left out.
	ErrUnchecked = errors.New("not run: checks are left out")
	// ErrTooLarge is a file above MaxRead.
	ErrTooLarge = errors.New("file is too large to read")
	// ErrNoBus is a host without a system bus.
	ErrNoBus = errors.New("no system bus here")
)

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// String is the call as busctl would be given it.
func (b BusCall) String() string {
	text := "busctl call " + ShellJoin([]string{b.Dest, b.Object, b.Interface, b.Method})
	for _, arg := range b.Args {
		text += " " + ShellQuote(fmt.Sprint(arg))
	}
	return text
}

func (b BusCall) readOnly() bool {
	return strings.HasPrefix(b.Method, "Get") || strings.HasPrefix(b.Method, "List")
}

// seconds is a duration in minutes and seconds, to a tenth: "30 s", "0.5 s", "5 min".
func seconds(d time.Duration) string {
	if d >= time.Minute {
		text := strconv.Itoa(int(d/time.Minute)) + " min"
		if d %= time.Minute; d >= time.Second {
			text += " " + seconds(d.Truncate(time.Second))
		}
		return text
	}
	return strconv.FormatFloat(d.Round(100*time.Millisecond).Seconds(), 'f', -1, 64) + " s"
}
