package confined

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/host/internal/lookup"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
	"ralsh/ral/host/sandbox"
)

// Worker is a confined process that answers lines (Send, Receive).
type Worker struct {
	*sandbox.Process
	view    *sandbox.View
	own     *ownView // if the view is of this process alone
	changes bool     // it may change files, for Commit
	plan    *planView
	rec     *record.Recorder
	runner  *sandbox.Process // of the view
	box     *sandbox.Sandbox
	aside   *aside    // for commands that read
	server  query     // for queries of a server
	kernel  query     // for queries of the kernel
	since   time.Time // see settled
}

// Close ends the process, and its view unless further processes use it.
func (w *Worker) Close() {
	if w.runner != nil {
		w.runner.Kill()
	}
	w.dropAside()
	w.server.close()
	w.kernel.close()
	w.Kill()
	if w.own != nil {
		w.view.Close()
	}
}

// ReadsFor reports whether the process sees the host of a Reader.
func (w *Worker) ReadsFor(rd host.Reader) bool { return w.rec == record.Of(rd) && w.own == nil }

// ChangesFor reports whether the changes of the process can be committed to a Writer.
func (w *Worker) ChangesFor(wr host.Writer) bool { return w.changes && w.rec == record.Of(wr.Reader()) }

// Plans reports whether changes of the process are only recorded.
func (w *Worker) Plans() bool { return w.plan != nil }

// CatchUp shows the newly recorded acts of a plan, or the current state of this machine, to
// the process before a request.
func (w *Worker) CatchUp(ctx context.Context) error {
	if w.rec == nil {
		w.dropAside() // the files below it may have changed
		if w.own == nil || w.own.current(ctx) {
			return nil
		}
		return w.Refresh(ctx)
	}
	w.plan.mu.Lock()
	defer w.plan.mu.Unlock()
	own := w.rec.Since(w.plan.seen)
	acts := own
	if !w.plan.base {
		acts = append(w.rec.Earlier(), own...)
	}
	w.plan.base = true
	if err := w.show(ctx, w.view, acts); err != nil {
		return err
	}
	w.plan.seen += len(own)
	return nil
}

// show applies acts of the plan to a view.
func (w *Worker) show(ctx context.Context, view *sandbox.View, acts []host.Act) error {
	if len(acts) == 0 {
		return nil
	}
	to, err := local.Below(view.Root())
	if err != nil {
		return err
	}
	for _, act := range acts {
		if act.Kind == host.ActRun || act.Kind == host.ActRequest {
			continue
		}
		if err := carry(ctx, w.rec.Reader(), to.Writer(), act.Path, act.Secret); err != nil {
			return fmt.Errorf("show %s to the code of a module: %w", act.Path, err)
		}
	}
	return nil
}

// Commit writes the changes in the overlay of the process through a Writer. secret marks the
// contents as secrets.
func (w *Worker) Commit(ctx context.Context, wr host.Writer, secret bool) error {
	from, err := local.Below(w.view.Root())
	if err != nil {
		return err
	}
	began := time.Now()
	err = w.each(ctx, func(path string) error {
		did, err := carried(ctx, from.Reader(), wr, path, secret)
		if did && w.own != nil {
			w.own.note(ctx, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	*w.settled() = began
	if w.plan != nil {
		w.plan.mu.Lock()
		w.plan.seen = w.rec.Mark()
		w.plan.mu.Unlock()
	}
	return nil
}

var errDiffers = errors.New("the contents differ")

// Discard forgets the writes of the process while it read: only writes during a change are
// committed.
func (w *Worker) Discard(ctx context.Context, wr host.Writer) error {
	from, err := local.Below(w.view.Root())
	if err != nil {
		return err
	}
	began, scratch := time.Now(), record.New(wr.Reader())
	err = w.each(ctx, func(path string) error {
		did, err := carried(ctx, from.Reader(), scratch.Writer(), path, false)
		if did {
			return errDiffers
		}
		return err
	})
	if !errors.Is(err, errDiffers) {
		*w.settled() = began
		return err
	}
	if w.plan == nil {
		return w.Refresh(ctx)
	}
	if err := w.view.Refresh(ctx); err != nil {
		return err
	}
	w.plan.mu.Lock()
	w.plan.base, w.plan.seen = false, 0
	w.plan.mu.Unlock()
	return w.CatchUp(ctx)
}

// each calls fn with the paths that were written since the view was settled.
func (w *Worker) each(ctx context.Context, fn func(path string) error) error {
	const coarse = 50 * time.Millisecond // the clock of file systems is behind
	since := w.settled().Add(-coarse)
	for _, upper := range w.view.Uppers() {
		if err := eachUpper(ctx, upper, since, fn); err != nil {
			return err
		}
	}
	return nil
}

// settled is the time after which writes are not yet committed.
func (w *Worker) settled() *time.Time {
	if w.plan != nil {
		return &w.plan.settled
	}
	return &w.since
}

// Refresh shows the current state of this machine to the process, and discards uncommitted
// writes. It does not change the view of a plan.
func (w *Worker) Refresh(ctx context.Context) error {
	if w.plan != nil {
		return nil
	}
	if w.own != nil {
		w.own.begin()
	}
	return w.view.Refresh(ctx)
}

// insideRequest is a command for a runner of package sandbox.
type insideRequest struct {
	Argv    []string          `json:"argv"`
	Stdin   []byte            `json:"stdin,omitempty"`
	Env     map[string]string `json:"env"`
	Cwd     string            `json:"cwd"`
	UID     *int              `json:"uid,omitempty"`
	GID     *int              `json:"gid,omitempty"`
	Umask   *fs.FileMode      `json:"umask,omitempty"`
	Timeout float64           `json:"timeout"`
	Talks   bool              `json:"talks,omitempty"`
}

type insideReply struct {
	Part   bool   `json:"part"` // of the output of a dialogue
	Exit   *int   `json:"exit"`
	Signal *int   `json:"signal"`
	Out    []byte `json:"out"`
	Err    []byte `json:"err"`
	Error  string `json:"error"`
}

// Inside runs a command in the view of the process, with the same restrictions: it cannot
// change files outside, and has no sockets. With looks, its writes are discarded. A status
// other than 0 is a *CommandError, as for Reader.Query.
func (w *Worker) Inside(ctx context.Context, cmd host.Command, looks bool) (host.Result, error) {
	return w.confined(ctx, cmd, w.view, func() (place, error) {
		if !looks {
			return place{w.view, sandbox.Runner, &w.runner}, nil
		}
		if err := w.openAside(ctx); err != nil {
			return place{}, err
		}
		return place{w.aside.view, sandbox.Runner, &w.aside.runner}, nil
	})
}

// place is where a command runs: in a view, started by a process of this kind. The process
// is started when it is needed.
type place struct {
	view   *sandbox.View
	kind   sandbox.Kind
	runner **sandbox.Process
}

// confined runs a command that is found in the view seen.
func (w *Worker) confined(ctx context.Context, cmd host.Command, seen *sandbox.View, open func() (place, error)) (host.Result, error) {
	found, err := findIn(ctx, seen, cmd)
	if err != nil {
		return host.Result{Exit: -1}, cmd.Missing(err)
	}
	return host.Traced(ctx, cmd, true, func(ctx context.Context, cmd host.Command) (host.Result, error) {
		at, err := open()
		if err != nil {
			return host.Result{Path: found.Path, Args: cmd.Args, Exit: -1}, err
		}
		host.TracerOf(ctx).Started(ctx, w.PID(), found.Path, cmd.Args)
		if cmd.Dialogue == nil {
			return at.run(ctx, found, cmd)
		}
		var alone *sandbox.Process // further commands run during the dialogue
		at.runner = &alone
		res, err := at.run(ctx, found, cmd)
		if alone != nil {
			alone.Kill()
		}
		return res, err
	})
}

// findIn finds a command as the processes of a view see it.
func findIn(ctx context.Context, view *sandbox.View, cmd host.Command) (host.LookupResult, error) {
	below, err := local.Below(view.Root())
	if err != nil {
		return host.LookupResult{Name: cmd.Name}, err
	}
	return lookup.On(ctx, host.Unwrap(key.Key{}, below.Reader()), cmd.Name)
}

func (p place) run(ctx context.Context, found host.LookupResult, cmd host.Command) (host.Result, error) {
	timeout := cmp.Or(cmd.Timeout, 60*time.Second)
	start := time.Now()
	res := host.Result{Path: found.Path, Args: cmd.Args, Exit: -1}
	var reply insideReply
	if err := p.ask(ctx, requestOf(cmd, found.Path, timeout), cmd, &reply); err != nil {
		return res, err
	}
	res.Elapsed = time.Since(start)
	res.Stdout, res.Stderr = reply.Out, reply.Err
	switch {
	case reply.Error != "":
		return res, &host.CommandError{Command: cmd.String(), Result: res, Cause: fmt.Errorf("%s", reply.Error), After: res.Elapsed}
	case reply.Signal != nil:
		res.Signal = fmt.Sprint(*reply.Signal)
	case reply.Exit != nil:
		res.Exit = *reply.Exit
	}
	return res, cmd.Judge(res, nil, 0)
}

func requestOf(c host.Command, file string, timeout time.Duration) insideRequest {
	req := insideRequest{Argv: append([]string{file}, c.Args...), Stdin: c.Stdin, Env: map[string]string{}, Cwd: cmp.Or(c.Dir, "/"), Umask: c.Umask, Timeout: timeout.Seconds(), Talks: c.Dialogue != nil}
	for _, pair := range local.Environ(c.Env) {
		for i := range pair {
			if pair[i] == '=' {
				req.Env[pair[:i]] = pair[i+1:]
				break
			}
		}
	}
	if c.Dialogue != nil {
		req.Stdin = nil // see tell
	}
	if c.As != nil {
		req.UID, req.GID = &c.As.UID, &c.As.GID
	}
	return req
}

func (p place) ask(ctx context.Context, req insideRequest, cmd host.Command, reply *insideReply) error {
	if *p.runner == nil {
		var err error
		if *p.runner, err = p.view.Start(ctx, p.kind); err != nil {
			return err
		}
	}
	line, err := json.Marshal(req)
	if err == nil {
		err = (*p.runner).Send(line)
	}
	if err == nil && cmd.Dialogue != nil {
		go tell(*p.runner, host.TracerOf(ctx).Input(cmd))
	}
	var said insideReply // before the reply
	for err == nil {
		if line, err = (*p.runner).Receive(ctx); err != nil {
			break
		}
		*reply = insideReply{}
		if err := json.Unmarshal(line, reply); err != nil {
			return err
		}
		if !reply.Part {
			reply.Out, reply.Err = append(said.Out, reply.Out...), append(said.Err, reply.Err...)
			return nil
		}
		_, _ = cmd.Dialogue.Out.Write(reply.Out) // they keep it
		_, _ = cmd.Dialogue.Err.Write(reply.Err)
		said.Out, said.Err = append(said.Out, reply.Out...), append(said.Err, reply.Err...)
	}
	(*p.runner).Kill()
	*p.runner = nil
	return err
}

// tell sends the input of a dialogue to a runner until its end, or until the runner ends.
func tell(runner *sandbox.Process, input io.Reader) {
	type more struct {
		In  []byte `json:"in,omitempty"`
		End bool   `json:"end,omitempty"`
	}
	buf := make([]byte, 32<<10)
	for {
		n, err := input.Read(buf)
		line, wrong := json.Marshal(more{buf[:n], err != nil})
		if wrong != nil || runner.Send(line) != nil || err != nil {
			return
		}
	}
}

// aside is a view for commands that read: some of them write next to the data, like git fetch,
// and fail without write access. Later commands see these writes, and then they are discarded.
type aside struct {
	view   *sandbox.View
	runner *sandbox.Process
	seen   int // acts of the plan that it shows
}

// openAside creates that view from the view of the process: this machine, with the recorded
// acts of a plan.
func (w *Worker) openAside(ctx context.Context) error {
	var acts []host.Act
	if w.aside == nil {
		view, err := w.box.Overlay(ctx, false)
		if err != nil {
			return err
		}
		w.aside = &aside{view: view}
		if w.rec != nil {
			acts = w.rec.Earlier()
		}
	}
	if w.rec == nil {
		return nil
	}
	own := w.rec.Since(w.aside.seen)
	w.aside.seen += len(own)
	return w.show(ctx, w.aside.view, append(acts, own...))
}

// dropAside discards the writes of commands.
func (w *Worker) dropAside() {
	if w.aside != nil {
		w.aside.view.Close() // with its runner
		w.aside = nil
	}
}
