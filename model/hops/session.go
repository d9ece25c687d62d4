package hops

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// The limits for the output of a remote host.
const (
	mostAnswer = 64 << 20 // in total, unless the call has a different limit
	mostLine   = 64 << 10 // of standard error; a longer line is broken up
)

// goneLimit limits the life of a connection after its program ended.
const goneLimit = time.Second

// stopLimit is how long a host has to end after the second interrupt.
const stopLimit = 5 * time.Second

// Call is a command line that is carried to a target.
type Call struct {
	Target Target
	Args   []string // without the program
	Env    []string // NAME=VALUE of safe letters
	Builds []string // directories with builds for other machines
	In     io.Reader
	Out    io.Writer
	Say    func(line string) // a line of standard error, not cleaned
	Again  <-chan struct{}   // closed at the second interrupt
	// Program is shared by several calls; nil for a single call.
	Program *Program
	// Limit is how much the host may send, in bytes; 0 is 64 MiB.
	Limit int
	// Sent is called for each part of the copied program; it may be nil.
	Sent func()
	// Password prompts for the password of sudo(8); nil without a user.
	Password func(ctx context.Context) (string, error)
	// Asking is locked while a call prompts on the terminal; nil for a single call.
	Asking *sync.Mutex
	// Direct means that In and Out are the streams of this process, so that doas(1), which
	// prompts itself, can use them.
	Direct bool
	// Batch means that ssh(1) does not prompt, although there is a user.
	Batch bool

	password  string
	connected bool
	shared    []string // options of the first ssh(1), see connect
}

// LostError is a lost connection to a target: the result of the run is unknown.
type LostError struct{ Target Target }

func (e *LostError) Error() string {
	return fmt.Sprintf("lost contact with %s; the run may still be in progress: ralsh --on %s history", e.Target, e.Target)
}

// TooMuchError is a target that was cut off, since it sent more than Limit bytes.
type TooMuchError struct {
	Target Target
	Limit  int
}

func (e *TooMuchError) Error() string {
	return fmt.Sprintf("the output of %s is larger than %d MiB; ralsh closed the connection", e.Target, e.Limit>>20)
}

// Run runs the command line on the target, and returns its exit status. If ctx ends, Run
// interrupts the remote program. The error is the reason why the command line did not run, or
// a *LostError.
func (c *Call) Run(ctx context.Context) (status int, err error) {
	if err := c.connect(ctx); err != nil {
		return 0, err
	}
	name, err := c.name()
	if err != nil {
		return 0, err
	}
	a := c.attempt(ctx, name)
	if a.what == "" && a.asks && c.Password != nil {
		if a, err = c.authenticated(ctx, name); err != nil {
			return 0, err
		}
	}
	if a.what != "none" {
		return a.status, a.err
	}
	program, err := c.Program.read()
	if err != nil {
		return 0, err
	}
	if err := c.bring(ctx, program, a.rest); err != nil {
		return 0, err
	}
	if a = c.attempt(ctx, name); a.what == "none" {
		a.err = fmt.Errorf("the program on %s was removed after ralsh copied it", c.Target)
	}
	return a.status, a.err
}

// name returns the file name of the remote program. A different account of this host gets the
// path of this program, if only root can have written it.
func (c *Call) name() (string, error) {
	if c.Program == nil {
		c.Program = &Program{}
	}
	if c.Target.isAccount() {
		if path, ok := ownfiles.RootProgram(); ok {
			return path, nil
		}
	}
	return c.Program.name()
}

// passwordTries is the number of prompts for a password of sudo(8).
const passwordTries = 3

// authenticated runs the program again, after the local sudo(8) prompted on the terminal, or
// with a password that ralsh prompted for.
func (c *Call) authenticated(ctx context.Context, name string) (a attempt, err error) {
	defer c.ask()()
	if c.Target.isAccount() && c.Target.hops[0].kind == doas && c.Direct {
		a.what = "at"
		a.status, err = attached.Foreground(ctx, c.Target.compose(c.command("-", name), manner{asks: true}))
		return a, err
	}
	if c.Target.hops[0].kind == sudo {
		exit, err := attached.Foreground(ctx, []string{"sudo", "-v"})
		if err == nil && exit != 0 {
			err = &NotReachedError{c.Target, "sudo", exit}
		}
		if err != nil {
			return a, err
		}
		if a = c.attempt(ctx, name); !a.asks { // sudo cached the password
			return a, nil
		}
	}
	if !c.Target.takesPassword() {
		return c.attempt(ctx, name), nil
	}
	for range passwordTries {
		if c.password, err = c.Password(ctx); err != nil {
			return a, err
		}
		if a = c.attempt(ctx, name); !a.wrong {
			return a, nil
		}
		c.Say("sudo: the password is wrong")
		if c.Batch {
			break // the answer would be the same
		}
	}
	return a, fmt.Errorf("%s: sudo rejected the password", c.Target)
}

// script runs a script on the target that does not need the program, and copies its output.
func (c *Call) script(ctx context.Context, script string) error {
	if err := c.connect(ctx); err != nil {
		return err
	}
	n := number()
	p, err := c.attach(ctx, n, command(script, n), nil, c.Out, nil)
	if err != nil {
		return err
	}
	if err := p.Wait(ctx); err != nil {
		return err
	}
	if p.Exit() != 0 {
		return fmt.Errorf("the script on %s failed: exit status %d", c.Target, p.Exit())
	}
	return nil
}

// Where lists the copies of the program.
func (c *Call) Where(ctx context.Context) error { return c.script(ctx, whereScript) }

// Forget removes the copies of the program.
func (c *Call) Forget(ctx context.Context) error { return c.script(ctx, forgetScript) }

// attempt is the result of a script.
type attempt struct {
	what, rest string // its last report: at, none
	asks       bool   // sudo wants a password
	wrong      bool   // sudo prompted again
	status     int
	err        error
}

// attempt runs the program if the target has a copy.
func (c *Call) attempt(ctx context.Context, name string) attempt {
	n, in := number(), &gate{first: c.answer(), in: c.In, opened: make(chan struct{}), over: make(chan struct{})}
	defer close(in.over)
	var got attempt
	var mu sync.Mutex
	hears := func(h heard) {
		mu.Lock()
		defer mu.Unlock()
		if got.what == "" {
			got.what, got.rest = h.what, h.rest
			if h.what == "at" {
				close(in.opened)
			}
		}
	}
	say := func(line string) {
		if asksPassword(line) {
			mu.Lock()
			got.asks = true
			mu.Unlock()
			if c.Password != nil && c.password == "" && c.Target.takesPassword() {
				return
			}
		}
		c.Say(line)
	}
	refused := make(chan struct{})
	again := sync.OnceFunc(func() { close(refused) })
	full := &limit{most: cmp.Or(c.Limit, mostAnswer), reached: make(chan struct{})}
	out, errs := &bounded{to: c.Out, limit: full}, newLines(n, hears, say)
	errs.refused = again
	p, err := c.attach(ctx, n, c.command(n, name), in, out, &bounded{to: errs, limit: full})
	if err != nil {
		return attempt{err: err}
	}
	at := func() string {
		mu.Lock()
		defer mu.Unlock()
		if got.what != "at" {
			return ""
		}
		pid, _, _ := strings.Cut(got.rest, " ")
		return pid
	}
	stopped := c.wait(ctx, p, at, full.reached, refused)
	mu.Lock()
	defer mu.Unlock()
	got.status = p.Exit()
	select {
	case <-refused:
		got.wrong = got.what == ""
	default:
	}
	switch {
	case full.isReached():
		got.err = &TooMuchError{c.Target, full.most}
	case got.what == "at" && (stopped || got.status < 0 || got.status == 255 && c.Target.hops[0].kind == ssh):
		got.err = &LostError{c.Target}
	case got.what == "" && ctx.Err() != nil:
		got.err = ctx.Err()
	case got.what == "":
		got.err = &NotReachedError{c.Target, c.Target.endedAt(got.status).program(), got.status}
	}
	return got
}

// wait waits for the end and forwards interrupts. full is closed when the output exceeds its
// limit, and refused when sudo rejected the password. wait reports whether this side closed
// the connection before the program ended.
func (c *Call) wait(ctx context.Context, p *attached.Program, pid func() string, full, refused <-chan struct{}) (stopped bool) {
	again := c.Again
	var late <-chan time.Time
	interrupted := ctx.Done()
	stop := func() {
		p.Stop()
		<-p.Ended()
	}
	for {
		select {
		case <-p.Ended():
			return false
		case <-full:
			stop()
			return false
		case <-refused:
			stop()
			return false
		case <-interrupted:
			interrupted = nil
			if !c.interrupt(pid()) {
				if pid() == "" {
					stop()
					return false
				}
				late = time.After(goneLimit)
				continue
			}
			if !c.Batch {
				c.Say("interrupted; the remote ralsh finishes its current change (press ctrl+c again to stop it)")
			}
		case <-again:
			again = nil
			c.interrupt(pid())
			late = time.After(stopLimit)
		case <-late:
			stop()
			return true
		}
	}
}

// interrupt sends an interrupt to the remote program through the same hops, and reports
// whether it was delivered.
func (c *Call) interrupt(pid string) bool {
	if len(pid) < 1 || strings.Trim(pid, "0123456789") != "" || pid == "0" || pid == "1" {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	p, err := c.attach(ctx, number(), []string{"kill", "-INT", pid}, strings.NewReader(c.answer()), io.Discard, io.Discard)
	if err != nil {
		return false
	}
	return p.Wait(ctx) == nil && p.Exit() == 0
}

// attach runs a command on the target. number marks the lines of its script.
func (c *Call) attach(ctx context.Context, number string, inner []string, in io.Reader, out, errs io.Writer) (*attached.Program, error) {
	if errs == nil {
		errs = newLines(number, func(heard) {}, c.Say)
	}
	how := manner{password: c.password != "", prompt: promptOf(number), shared: c.shared}
	return attached.Start(ctx, c.Target.compose(inner, how), in, out, errs)
}

// asksPassword reports whether a line of sudo or doas reports a missing password.
func asksPassword(line string) bool {
	return line == "doas: Authentication required" || strings.HasPrefix(line, "sudo: ") && (strings.Contains(line, "a password is required") || strings.Contains(line, "a terminal is required"))
}

// answer returns the first line for standard input: the password for sudo.
func (c *Call) answer() string {
	if c.password == "" {
		return ""
	}
	return c.password + "\n"
}

// number returns the random prefix of the lines of a call.
func number() string {
	var data [12]byte
	_, _ = rand.Read(data[:]) // it never fails
	return hex.EncodeToString(data[:])
}
