package ruby

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/modules/ruby/query"
	"ralsh/ral/value"
)

// runCall is a command that code of a module wants to run.
type runCall struct {
	Argv   []wired            `json:"argv"`
	Phase  string             `json:"phase"` // look or change
	At     string             `json:"at"`
	Stdin  *string            `json:"stdin"` // base64
	Cwd    string             `json:"cwd"`
	Env    map[string]*string `json:"env"`
	As     *identity          `json:"as"`
	Secret bool               `json:"secret"`
	Open   bool               `json:"open"` // the code may write more input while it runs
	// Timeout is how many seconds it may take, 0 for the usual limit.
	Timeout float64 `json:"timeout"`
}

type identity struct {
	UID    int   `json:"uid"`
	GID    int   `json:"gid"`
	Groups []int `json:"groups"`
}

// runReply is the result of a command.
type runReply struct {
	Exit   int    `json:"exit"`
	Signal string `json:"signal,omitempty"`
	Out    []byte `json:"out"`
	Err    []byte `json:"err"`
	NotRun bool   `json:"notrun,omitempty"`
	Talk   int    `json:"talk,omitempty"`  // it runs: the number of the conversation
	Error  string `json:"error,omitempty"` // it could not be run
}

// called answers a call of the worker.
func (w *worker) called(ctx context.Context, call string, line []byte) any {
	switch call {
	case "run":
		var c runCall
		if err := json.Unmarshal(line, &c); err != nil || len(c.Argv) == 0 {
			return map[string]string{"fault": "the command is missing"}
		}
		return w.run(ctx, c)
	case "talk":
		return w.talk(ctx, line)
	case "fact":
		var c struct{ Name string }
		if err := json.Unmarshal(line, &c); err != nil {
			return map[string]string{"fault": "the name of the fact is missing"}
		}
		if w.waiting == nil {
			return w.fact(ctx, c.Name)
		}
		var found any
		if err := w.waiting(func() { found = w.fact(ctx, c.Name) }); err != nil {
			return map[string]string{"fault": err.Error()}
		}
		return found
	case "facts", "type":
		return w.b.reported(ctx, call, line)
	}
	return map[string]string{"fault": "unknown call " + call}
}

// command returns the command of a call.
func (c runCall) command() (host.Command, error) {
	cmd := host.Command{Name: c.Argv[0].Text(), Dir: c.Cwd, Hidden: c.Secret, OnlyExit: allExits(), Timeout: time.Duration(c.Timeout * float64(time.Second))}
	for _, a := range c.Argv[1:] {
		cmd.Args = append(cmd.Args, a.Text())
	}
	if c.Stdin != nil {
		data, err := base64.StdEncoding.DecodeString(*c.Stdin)
		if err != nil {
			return cmd, err
		}
		cmd.Stdin = data
	}
	for name, v := range c.Env {
		if v != nil {
			cmd.Env = append(cmd.Env, name+"="+*v)
		}
	}
	slices.Sort(cmd.Env)
	if c.As != nil {
		cmd.As = &host.Identity{UID: c.As.UID, GID: c.As.GID, Groups: c.As.Groups}
	}
	return cmd, nil
}

// allExits are the exit statuses that are no error: the code of the module decides.
func allExits() []int {
	all := make([]int, 256)
	for i := range all {
		all[i] = i
	}
	return all
}

// run runs a command that reads, and records it if it changes.
func (w *worker) run(ctx context.Context, c runCall) any {
	cmd, err := c.command()
	if err != nil {
		return map[string]string{"fault": err.Error()}
	}
	line := fmt.Sprint(cmd.String(), cmd.As, cmd.Env, string(cmd.Stdin))
	isChange := c.Phase == "change" && (c.Open || !w.readCommands[line])
	there := query.OnHost(cmd)
	asked, needs, isKnown := query.Of(there)
	isAllowed := w.b.mayRun(there)
	switch {
	case c.Phase == "change" && w.wr == nil:
		return map[string]string{"fault": "this request may only read, not change the host"}
	case isKnown && needs == query.Nothing: // for example nginx, which makes directories to read
		return w.foreseen(c, replied(w.proc.Inside(ctx, cmd, true)))
	case isKnown && isAllowed:
		return w.foreseen(c, replied(w.rd.Allow(host.Query{Name: asked.Name, Args: escaped(asked.Args)}).Query(ctx, asked)))
	case isKnown && needs != query.TheHost:
		if confined, ok := query.Confinable(ctx, w.rd, asked); ok {
			return w.foreseen(c, w.confined(ctx, confined, needs))
		}
	}
	switch {
	case isChange:
		if w.acted[line]++; w.notRun != "" && w.acted[line] > repeatedMost {
			return map[string]string{"fault": "the code runs " + cmd.String() + " repeatedly"}
		}
		return w.act(ctx, cmd, c.Open)
	case isAllowed && c.Open:
		return w.converse(ctx, cmd, w.rd.Check, replied)
	case isAllowed:
		return replied(w.rd.Check(ctx, cmd))
	case isKnown:
		return w.needs(query.Program(there))
	}
	inside := func(ctx context.Context, cmd host.Command) (host.Result, error) {
		return w.proc.Inside(ctx, cmd, c.Phase != "change")
	}
	settle := func(res host.Result, err error) runReply {
		reply := replied(res, err)
		if isConfined(reply) {
			w.refused = cmd.String()
			if query.NeedsMore(there) {
				reply = w.needs(query.Program(there))
			}
		}
		return w.foreseen(c, reply)
	}
	if c.Open {
		return w.converse(ctx, cmd, inside, settle)
	}
	w.readCommands[line] = true
	return settle(inside(ctx, cmd))
}

// confined runs a query in the confinement for its needs.
func (w *worker) confined(ctx context.Context, cmd host.Command, needs query.Need) runReply {
	run := w.proc.AskServer
	if needs == query.Kernel {
		run = w.proc.AskKernel
	}
	reply := replied(run(ctx, cmd))
	// An old iptables uses a raw socket.
	isRefused := w.rd.UID() == 0 && cmd.As == nil && bytes.Contains(reply.Err, []byte("you must be root"))
	if isConfined(reply) || isRefused {
		return w.needs(query.Program(cmd))
	}
	return reply
}

// mayRun reports whether the configuration allows code that reads to run a command on the
// host.
func (b *Bridge) mayRun(cmd host.Command) bool {
	return slices.Contains(b.opt.ReadPrograms, AnyProgram) || query.OfTheSystem(cmd) && slices.Contains(b.opt.ReadPrograms, query.Program(cmd))
}

// OutsideError is why a resource could not be read: its provider needs a program that does
// not work in a confinement.
type OutsideError struct{ Program string }

// Error names the program and the setting that allows it.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("not read: needs %s outside the sandbox (to allow it, set modules.looks: {%s: run} in config.yaml)", e.Program, e.Program)
}

// needs returns the reply to a command whose program needs the host. The code may
// continue without its output, but the request fails.
func (w *worker) needs(program string) runReply {
	w.outside = program
	return runReply{Error: (&OutsideError{program}).Error(), Exit: 127}
}

// isConfined reports whether a command failed because of its confinement: then its
// failure gives no information about the host.
func isConfined(reply runReply) bool {
	return reply.Exit != 0 && confinement.Regexp().Match(slices.Concat(reply.Out, reply.Err))
}

// confinement matches the output of a command that failed because of its confinement.
// MySQL prints the number of the error (101, ENETUNREACH).
var confinement = lazyre.New(`(?i)operation not permitted|read-only file system|network is unreachable|address family not supported|can't connect to [^\n]*\b101\b|(could not|can't|cannot) create [\w ]*socket`)

// repeatedMost is how often a change may run the same command in a plan. Code that waits
// for the effect of a command would never end.
const repeatedMost = 2

// foreseen returns the reply to a command that reads. After a command that was not run,
// the output may be outdated, and a failure gives no information, because the effect of
// that command is missing.
func (w *worker) foreseen(c runCall, reply runReply) runReply {
	if w.notRun == "" {
		return reply
	}
	w.stale = true
	if c.Phase == "change" && (reply.Exit != 0 || reply.Error != "") {
		return runReply{NotRun: true}
	}
	return reply
}

// escaped returns arguments that match as a query only themselves: an asterisk would
// match any.
func escaped(args []string) []string {
	for i, a := range args {
		if a == "*" || a == "**" {
			return args[:i]
		}
	}
	return args
}

// act runs a command that changes something, after it commits the files that the code
// wrote before. A plan does not run it.
func (w *worker) act(ctx context.Context, cmd host.Command, open bool) any {
	if err := w.commit(ctx); err != nil {
		return runReply{Error: err.Error(), Exit: 127}
	}
	if cmd.Timeout == 0 {
		cmd.Timeout = changeLimit
	}
	settle := func(res host.Result, err error) runReply {
		if errors.Is(err, host.ErrNotRun) {
			w.notRun = cmd.String()
			return runReply{NotRun: true}
		}
		w.refresh = true
		reply := replied(res, err)
		if err := w.renew(ctx); err != nil {
			return runReply{Error: err.Error(), Exit: 127}
		}
		return reply
	}
	if open {
		return w.converse(ctx, cmd, w.wr.Output, settle)
	}
	return settle(w.wr.Output(ctx, cmd))
}

// replied converts a result.
func replied(res host.Result, err error) runReply {
	reply := runReply{Exit: res.Exit, Signal: res.Signal, Out: res.Stdout, Err: res.Stderr}
	missing, none := errors.AsType[*host.NoCommandError](err)
	failed, ended := errors.AsType[*host.CommandError](err)
	switch {
	case none:
		return runReply{Error: "Could not find command '" + missing.Name + "'", Exit: 127}
	case ended && failed.Cause != nil, err != nil && !ended:
		reply.Error = err.Error()
	case errors.Is(err, fs.ErrPermission):
		reply.Error = err.Error()
	}
	return reply
}

// fact answers with a fact of ralsh. A fact of a module that failed or lacks a value is
// known and nil.
func (w *worker) fact(ctx context.Context, name string) any {
	if w.b.opt.Facts == nil {
		return map[string]bool{"known": false}
	}
	name = strings.ToLower(name)
	v, err := w.b.opt.Facts.Fact(ctx, name)
	if err != nil {
		w.undefined = append(w.undefined, undefinedFact(name, err))
	}
	if err != nil || v.IsNil() || v.IsUnknown() {
		return map[string]bool{"known": w.b.own.named[name] != nil}
	}
	return map[string]any{"known": true, "value": toWire(value.Value(v))}
}

// undefinedFact returns the warning about a fact that could not be read.
func undefinedFact(name string, err error) Note {
	reason := err.Error()
	if r, ok := errors.AsType[interface {
		error
		Reason() string
	}](err); ok {
		reason = r.Reason() // without the name
	}
	return Note{Level: "warning", Message: fmt.Sprintf("the fact %s is undef because it failed: %s", name, reason)}
}
