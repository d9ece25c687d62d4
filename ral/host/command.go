package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Command is an argument list to run without a shell. The child gets LC_ALL=C, no HOME, USER
// or LOGNAME, and a separate process group.
type Command struct {
	Name        string        // a name to search in PATH, or an absolute path
	Args        []string      // without the name
	Env         []string      // KEY=VALUE, in addition to the cleaned environment
	Dir         string        // "" for /
	Stdin       []byte        // nil for /dev/null
	Secret      bool          // Stdin is never shown
	Timeout     time.Duration // 0 for DefaultTimeout, or NoTimeout; then TERM, and KILL after Grace
	Grace       time.Duration // from TERM to KILL; 0 for the constant Grace
	OK          []int         // successful exit statuses in addition to 0
	OnlyExit    []int         // instead of OK: all successful exit statuses, 0 only if included
	As          *Identity     // nil for the user of this process
	Umask       *fs.FileMode  // nil for that of this process
	OutputLimit int64         // maximum bytes of each stream before it is stopped; 0 for no limit
	Hidden      bool          // the command line and the output are never shown or returned
	Makes       []string      // paths that it creates with their contents, unless they exist
	Removes     []string      // paths that it removes with their contents
	// Homeless runs the command with a user number without an account, so that it has no home
	// directory to write to, if the kernel supports that (package local).
	Homeless bool
	// Private are files by absolute path, and directories with a trailing slash, that the
	// command gets in a private directory; "{private}" in an argument is its path.
	// Result.Private contains the files after the command.
	Private map[string][]byte
	// Edits are the only files that the command changes, and only their content, for example
	// crontab(1). An undo restores them.
	Edits []string
	// Writes are files that the command must write. A plan rejects the command if a file is
	// protected. The list may be incomplete.
	Writes []string
	// Leaves returns the known files after the command, for example /etc/passwd with the
	// number of an account. Later steps of a plan read these files. It may be nil.
	Leaves func(ctx context.Context, rd Reader) []File
	// Completed reports whether the effect of a command that only requests a change, for
	// example kill(1), has happened. It is polled after the command, for at most Grace; a
	// timeout is not an error.
	Completed func(ctx context.Context, rd Reader) bool
	// BlockedBy returns the process that blocked a failed command, for example the holder of a
	// lock, or "". A blocked command is retried until it is no longer blocked, or for
	// LockTimeout.
	BlockedBy func(res Result) string
	// WaitsFor parses a line that the command prints while it waits before its work. waits is
	// false once it works; who is "" if the line does not name the holder again.
	WaitsFor func(line string) (who string, waits bool)
	// Dialogue is set for a caller that reads the output while the command runs. A plan does
	// not run such a command.
	Dialogue *Dialogue
}

// Dialogue is the input and output of a command that runs at the same time as its caller.
type Dialogue struct {
	Input    io.Reader // follows Command.Stdin; the caller closes it when the command has ended
	Out, Err io.Writer // get the output as it arrives
}

// File is a file with its content.
type File struct {
	Path string
	Data []byte
}

// Identity is the user and groups of a command. Only root can set it.
type Identity struct {
	UID, GID int
	Groups   []int // in addition to GID
}

// NoTimeout is the Timeout of a command without a limit.
const NoTimeout = time.Duration(math.MaxInt64)

// DefaultTimeout is the timeout of a command without a Timeout.
const DefaultTimeout = 2 * time.Minute

// Grace is the time between TERM and KILL.
const Grace = 10 * time.Second

// String returns the command line, quoted for a shell.
func (c Command) String() string {
	if c.Hidden {
		return hidden
	}
	return ShellJoin(append([]string{c.Name}, c.Args...))
}

// hidden replaces the command line of a command that is never shown.
const hidden = "[redacted]"

// Shown returns the result without confidential output.
func (c Command) Shown(res Result) Result {
	if c.Hidden {
		res.Path, res.Args, res.Stdout, res.Stderr = hidden, nil, nil, nil
	}
	return res
}

// Missing returns the error of a missing command, without its name if that must
// not be shown.
func (c Command) Missing(err error) error {
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

// Result is the result of a command.
type Result struct {
	Path      string // file that was executed
	Args      []string
	PID       int
	Exit      int // -1 if killed by a signal
	Signal    string
	Stdout    []byte // of a request: the body of the answer
	Stderr    []byte
	Truncated bool  // a stream exceeded its maximum size
	Dropped   int64 // number of bytes dropped
	Elapsed   time.Duration
	Private   map[string][]byte // see Command.Private
}

// Query declares a command that only reads: the name or path of the command as the provider
// writes it, and its leading arguments. "*" matches an argument without a leading dash, "**"
// at the end any number of these.
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

// CommandError is a command that failed or was stopped.
type CommandError struct {
	Command string
	Result  Result
	Cause   error         // why it was stopped: context.DeadlineExceeded, context.Canceled, *OutputLimitError; or nil
	After   time.Duration // time until it was stopped; Result.Elapsed is the time until it ended
}

// OutputLimitError is the Cause of a command that exceeded its OutputLimit.
type OutputLimitError struct{ Limit int64 }

func (e *OutputLimitError) Error() string {
	return fmt.Sprintf("the output is larger than %d bytes", e.Limit)
}

// BeforeItsEnd describes a command that the user stopped.
const BeforeItsEnd = "stopped before its end"

// Error contains the command, its status, and its last line of output.
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

func (e *CommandError) Unwrap() error { return e.Cause }

// Tail returns the last n lines that the command printed to standard error, or
// to standard output if that is empty.
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

// MaxLine is the maximum number of bytes of a tool's output line in a message.
const MaxLine = 400

func lastLine(r Result) string {
	if tail := r.Tail(1); len(tail) == 1 {
		return strings.TrimSpace(tail[0])
	}
	return ""
}

// NoCommandError is a missing command.
type NoCommandError struct{ LookupResult }

func (e *NoCommandError) Error() string {
	if strings.HasPrefix(e.Name, "/") {
		return fmt.Sprintf("command %s is not an executable file", e.Name)
	}
	return fmt.Sprintf("command %s is not on PATH (searched %s)", e.Name, strings.Join(e.Searched, " "))
}

// UndeclaredError is a query that the provider did not declare: a bug in the
// provider.
type UndeclaredError struct{ Command string }

func (e *UndeclaredError) Error() string {
	return "not run: " + e.Command + " is not declared as a read-only query"
}

// Errors that callers distinguish.
var (
	// ErrNotRun is returned by Output while planning.
	ErrNotRun = errors.New("not run: this is a plan")
	// ErrUnchecked is returned by Check if checks are omitted.
	ErrUnchecked = errors.New("not run: checks are skipped")
	// ErrTooLarge reports a file above MaxRead.
	ErrTooLarge = errors.New("the file is too large")
	// ErrNoBus reports a host without a system bus.
	ErrNoBus = errors.New("the host has no system bus")
)

func isNotExist(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// String returns the call as a busctl command line.
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

// seconds formats a duration in minutes and seconds, to a tenth: "30 s", "0.5
// s", "5 min".
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

// Judge converts a result to an error.
func (c Command) Judge(res Result, cause error, after time.Duration) error {
	if cause == nil && c.passes(res.Exit) {
		return nil
	}
	return &CommandError{Command: c.String(), Result: res, Cause: cause, After: after}
}
