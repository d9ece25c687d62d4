package fleet

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ralsh/model/hops"
)

// Outcome is the result of the command on a host.
type Outcome string

// The outcomes. A host that is lost was reached, and its end was not heard of.
const (
	Done       Outcome = "done"
	Failed     Outcome = "failed"
	NotReached Outcome = "not_reached"
	Silent     Outcome = "silent"
	Lost       Outcome = "lost"
	Broken     Outcome = "broken" // its output is too large or invalid
	Stopped    Outcome = "interrupted"
	Refused    Outcome = "refused" // by its agent
	NotBegun   Outcome = "not_begun"
	LeftOut    Outcome = "left_out"
)

// failed reports whether a host is to be named as a failure.
func (o Outcome) failed() bool { return o != Done && o != NotBegun && o != LeftOut }

// Answer is the result of a command on a host, with its output.
type Answer struct {
	Target  Target
	Outcome Outcome
	Format  Format
	Exit    int    // the remote exit status, if Reached
	Reached bool   // the command line ran on the host
	Reason  string // why it is not Done; foreign text
	Elapsed time.Duration

	locked bool // not reached, because the host requires a password
	out    answer
	key    string // equal for equal answers
}

// Reader reads the output of the host.
func (a *Answer) Reader() io.Reader { return a.out.reader() }

// Size returns how much the host printed, in bytes.
func (a *Answer) Size() int64 { return a.out.size }

// end records the end of a call. last is the last line of standard error; detailed means that
// exit status 2 is a success.
func (a *Answer) end(exit int, err error, last string, detailed bool) {
	a.Exit = exit
	var lost *hops.LostError
	var full *hops.TooMuchError
	var of *AgentError
	switch {
	case a.out.err != nil:
		a.Reached, a.Outcome, a.Reason = true, Broken, a.out.err.Error()
	case errors.As(err, &full):
		a.Reached, a.Outcome, a.Reason = true, Broken, fmt.Sprintf("the output is larger than %d MiB; ralsh closed the connection", full.Limit>>20)
	case errors.As(err, &of):
		a.Outcome, a.Reason = of.outcome()
		a.Reached = a.Outcome == Lost || a.Outcome == Broken
	case errors.As(err, &lost):
		a.Reached, a.Outcome, a.Reason = true, Lost, "the connection was lost"
	case err != nil:
		var why string
		why, a.locked = reason(err, last)
		a.Outcome, a.Reason = NotReached, strings.ReplaceAll(why, "\n", ";")
	case exit == interrupted:
		a.Reached, a.Outcome, a.Reason = true, Stopped, "interrupted"
	case exit != 0 && !(detailed && exit == changed):
		a.Reached, a.Outcome, a.Reason = true, Failed, last
	default:
		a.Reached, a.Outcome = true, Done
	}
}

// The exit statuses of ralsh after ctrl+c, and after changes with --detailed-exitcodes.
const (
	interrupted = 130
	changed     = 2
)

// reasons maps a part of the last line of ssh(1) or sudo(8) to a short reason.
var reasons = []struct {
	message, short string
	locked         bool // the host requires a password
}{
	{"Connection refused", "refused", false},
	{"Connection timed out", "no answer", false},
	{"No route to host", "no route", false},
	{"Network is unreachable", "no route", false},
	{"Name or service not known", "unknown name", false},
	{"Temporary failure in name resolution", "unknown name", false},
	{"Host key verification failed.", "its host key has changed or is unknown", false},
	{"a password is required", "sudo requires a password", true},
	{"Permission denied", "permission denied", true},
}

// reason returns why a host was not reached, and whether it requires a password.
func reason(err error, last string) (short string, locked bool) {
	for _, r := range reasons {
		if strings.Contains(last, r.message) {
			return r.short, r.locked
		}
	}
	return cmp.Or(last, err.Error()), false
}

// Format is the format of the output.
type Format int

// The formats: text, one JSON document, or a JSON document per line.
const (
	Text Format = iota
	JSON
	JSONLines
)

// compare computes the key by which answers are equal. An answer that is not of the format
// is broken.
func (a *Answer) compare(format Format) {
	sum := sha256.New()
	if format == Text {
		_, _ = io.Copy(sum, a.Reader()) // an unreadable part makes the answer unique
	} else if err := writeComparable(sum, a.Reader(), format == JSON); err != nil && a.answered() && (a.Outcome == Done || a.Size() > 0) {
		a.Outcome, a.Reason = Broken, "the output is not JSON: "+err.Error()
	}
	a.key = string(sum.Sum(nil))
}

// answered reports whether the command line ran to its end.
func (a *Answer) answered() bool { return a.Outcome == Done || a.Outcome == Failed }
