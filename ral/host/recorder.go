package host

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
	"sync/atomic"
)

// Recorder runs the code of the providers for a plan: its Writer records acts without
// performing them, and its Reader shows the host as it would be afterwards. A Recorder serves
// a whole plan, because resources may share a file. It is safe for concurrent use.
type Recorder struct {
	over *overlay
	mu   sync.Mutex
	acts []Act

	unchecked bool
}

// NewRecorder returns a Recorder on top of rd. It does not inherit the allowed
// queries of rd: Allow them on the Recorder's Reader and Writer.
func NewRecorder(rd Reader) *Recorder {
	o := &overlay{readBackend: rd.be}
	born := func() Info {
		now := rd.Now()
		return Info{UID: rd.UID(), GID: rd.be.GID(), ModTime: now, AccessTime: now, Links: 1}
	}
	o.tree = newTree(rd.be, born, func(string) bool { return false }, rd.UID)
	if root, err := statOf(context.Background(), rd.be, "/", true); err == nil {
		o.tree.root.info = root
	}
	o.rec = &Recorder{over: o, unchecked: rd.unchecked}
	return o.rec
}

// Reader returns the reader: the host with all recorded changes of files, links
// and directories. Queries and the bus show the actual host.
func (r *Recorder) Reader() Reader {
	rd := newReader(r.over)
	rd.unchecked = r.unchecked
	return rd
}

// Writer returns the recording writer. A file change fails as it would on the
// host, and is then not recorded. A command is recorded and not run: Run
// returns nil, Output returns ErrNotRun.
func (r *Recorder) Writer() Writer {
	wr := newChange(r.over)
	wr.rd.unchecked = r.unchecked
	return TapAfter(wr, func(act Act, _ Result, err error) {
		if err == nil || errors.Is(err, ErrNotRun) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.acts = append(r.acts, act)
		}
	})
}

// Acts returns all recorded acts, in order.
func (r *Recorder) Acts() []Act { return r.Since(0) }

// Mark returns the current position in the record, for Since.
func (r *Recorder) Mark() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.acts)
}

// Since returns the acts recorded after mark.
func (r *Recorder) Since(mark int) []Act {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.acts[mark:])
}

// overlay is the lower host with a tree of changes on top.
type overlay struct {
	readBackend // the lower host
	tree        *tree
	ran         atomic.Bool // a command was recorded
	rec         *Recorder
}

func (o *overlay) Read(ctx context.Context, r fileRead) (fileAnswer, error) {
	return o.tree.Read(ctx, r)
}

// Find includes recorded files: a later resource can run a script that an earlier resource
// writes. With a root directory, commands come from outside, so recorded files are not
// included.
func (o *overlay) Find(ctx context.Context, name string) (LookupResult, error) {
	if o.Root() != "/" {
		return o.readBackend.Find(ctx, name)
	}
	return findOn(ctx, o, name)
}

// Do records no acts itself, see Recorder.Writer. An act on a file also fails if the host
// would reject it because of protection (ProtectedError).
func (o *overlay) Do(ctx context.Context, a action) (Result, error) {
	switch a.Kind {
	case ActRun:
		return o.run(ctx, *a.cmd)
	case ActRequest:
		return Result{}, ErrNotRun
	}
	if err := o.protects(ctx, a); err != nil {
		return Result{}, pathError(a.Kind.verb(), a.Path, err)
	}
	return Result{}, o.tree.do(ctx, a)
}

// run returns an error for a missing command as on the host, unless an earlier
// command of the plan may install it. It also returns an error if the command's
// files are protected. The overlay has the files that the command leaves.
func (o *overlay) run(ctx context.Context, cmd Command) (Result, error) {
	found, err := o.Find(ctx, cmd.Name)
	if err != nil && !o.ran.Load() {
		return Result{Exit: -1}, cmd.missing(err)
	}
	for _, file := range cmd.Writes {
		if err := o.protects(ctx, action{Act: Act{Kind: ActWrite, Path: file}}); err != nil {
			return Result{Exit: -1}, fmt.Errorf("%s cannot work: %w", path.Base(cmd.Name), err)
		}
	}
	if cmd.Leaves != nil {
		for _, f := range cmd.Leaves(ctx, newReader(o)) {
			if err := newChange(o).WriteFile(ctx, f.Path, f.Data, WriteOptions{}); err != nil {
				return Result{Exit: -1}, fmt.Errorf("%s cannot work: %w", path.Base(cmd.Name), err)
			}
		}
	}
	o.ran.Store(true)
	return cmd.shown(Result{Path: found.Path, Args: cmd.Args}), ErrNotRun
}

// below returns the plan below this plan, or nil if the host is below.
func (r *Recorder) below() *Recorder { return r.over.readBackend.recorder() }

// onMachine reports whether the plan is for this machine itself.
func (r *Recorder) onMachine() bool {
	if lower := r.below(); lower != nil {
		return lower.onMachine()
	}
	return r.over.readBackend.onMachine()
}

func (o *overlay) recorder() *Recorder { return o.rec }
func (o *overlay) onMachine() bool     { return false }
