// Package record makes a plan: it records the acts of a Writer instead of performing them, and
// shows the files as they would be afterwards.
package record

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/host/internal/lookup"
	"ralsh/ral/host/tree"
)

// Recorder runs the code of the providers for a plan: its Writer records acts without
// performing them, and its Reader shows the host as it would be afterwards. A Recorder serves
// a whole plan, because resources may share a file. It is safe for concurrent use.
type Recorder struct {
	over *overlay
	mu   sync.Mutex
	acts []host.Act

	unchecked bool
}

// New returns a Recorder on top of rd. It does not inherit the allowed
// queries of rd: Allow them on the Recorder's Reader and Writer.
func New(rd host.Reader) *Recorder {
	be := host.Unwrap(key.Key{}, rd)
	o := &overlay{ReadBackend: be}
	born := func() host.Info {
		now := rd.Now()
		return host.Info{UID: rd.UID(), GID: be.GID(), ModTime: now, AccessTime: now, Links: 1}
	}
	o.tree = tree.New(be, born, func(string) bool { return false }, rd.UID)
	if root, err := host.FilesOf(be).Stat(context.Background(), "/", true); err == nil {
		o.tree.SetRoot(root)
	}
	o.rec = &Recorder{over: o, unchecked: rd.Unchecked()}
	return o.rec
}

// Reader returns the reader: the host with all recorded changes of files, links
// and directories. Queries and the bus show the actual host.
func (r *Recorder) Reader() host.Reader {
	rd := host.New(r.over).Reader()
	if r.unchecked {
		rd = rd.WithoutChecks()
	}
	return rd
}

// Writer returns the recording writer. A file change fails as it would on the
// host, and is then not recorded. A command is recorded and not run: Run
// returns nil, Output returns ErrNotRun.
func (r *Recorder) Writer() host.Writer {
	wr := host.New(r.over).Writer()
	if r.unchecked {
		wr = wr.WithoutChecks()
	}
	return host.TapAfter(wr, func(act host.Act, _ host.Result, err error) {
		if err == nil || errors.Is(err, host.ErrNotRun) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.acts = append(r.acts, act)
		}
	})
}

// Acts returns all recorded acts, in order.
func (r *Recorder) Acts() []host.Act { return r.Since(0) }

// Mark returns the current position in the record, for Since.
func (r *Recorder) Mark() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.acts)
}

// Since returns the acts recorded after mark.
func (r *Recorder) Since(mark int) []host.Act {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.acts[mark:])
}

// overlay is the lower host with a tree of changes on top.
type overlay struct {
	host.ReadBackend // the lower host
	tree             *tree.Tree
	ran              atomic.Bool // a command was recorded
	rec              *Recorder
}

func (o *overlay) Read(ctx context.Context, r host.FileRead) (host.FileAnswer, error) {
	return o.tree.Read(ctx, r)
}

// Find includes recorded files: a later resource can run a script that an earlier resource
// writes. With a root directory, commands come from outside, so recorded files are not
// included.
func (o *overlay) Find(ctx context.Context, name string) (host.LookupResult, error) {
	if o.Root() != "/" {
		return o.ReadBackend.Find(ctx, name)
	}
	return lookup.On(ctx, o, name)
}

// Do records no acts itself, see Recorder.Writer. An act on a file also fails if the host
// would reject it because of protection (ProtectedError).
func (o *overlay) Do(ctx context.Context, a host.Action) (host.Result, error) {
	switch a.Kind {
	case host.ActRun:
		return o.run(ctx, *a.Command)
	case host.ActRequest:
		return host.Result{}, host.ErrNotRun
	}
	if err := o.protects(ctx, a); err != nil {
		return host.Result{}, host.AtPath(a.Kind.Verb(), a.Path, err)
	}
	return host.Result{}, o.tree.Do(ctx, a)
}

// run returns an error for a missing command as on the host, unless an earlier
// command of the plan may install it. It also returns an error if the command's
// files are protected. The overlay has the files that the command leaves.
func (o *overlay) run(ctx context.Context, cmd host.Command) (host.Result, error) {
	found, err := o.Find(ctx, cmd.Name)
	if err != nil && !o.ran.Load() {
		return host.Result{Exit: -1}, cmd.Missing(err)
	}
	for _, file := range cmd.Writes {
		if err := o.protects(ctx, host.Action{Act: host.Act{Kind: host.ActWrite, Path: file}}); err != nil {
			return host.Result{Exit: -1}, fmt.Errorf("%s cannot work: %w", path.Base(cmd.Name), err)
		}
	}
	if cmd.Leaves != nil {
		for _, f := range cmd.Leaves(ctx, host.New(o).Reader()) {
			if err := host.New(o).Writer().WriteFile(ctx, f.Path, f.Data, host.WriteOptions{}); err != nil {
				return host.Result{Exit: -1}, fmt.Errorf("%s cannot work: %w", path.Base(cmd.Name), err)
			}
		}
	}
	o.ran.Store(true)
	return cmd.Shown(host.Result{Path: found.Path, Args: cmd.Args}), host.ErrNotRun
}

// below returns the plan below this plan, or nil if the host is below.
func (r *Recorder) below() *Recorder {
	rec, _ := r.over.ReadBackend.Base().(*Recorder)
	return rec
}

// Base returns the implementation below all plans.
func (r *Recorder) Base() any {
	if lower := r.below(); lower != nil {
		return lower.Base()
	}
	return r.over.ReadBackend.Base()
}

// Of returns the Recorder whose plan a Reader shows, or nil.
func Of(rd host.Reader) *Recorder {
	rec, _ := host.Unwrap(key.Key{}, rd).Base().(*Recorder)
	return rec
}

// Base returns the Recorder.
func (o *overlay) Base() any { return o.rec }

// protects returns why the protection of a file prevents an act.
func (o *overlay) protects(ctx context.Context, a host.Action) error {
	real, err := host.FilesOf(o).RealPath(ctx, a.Path, a.Follows())
	if err != nil {
		return nil
	}
	self, err := host.FilesOf(o).Protection(ctx, real)
	there := err == nil
	if a.Kind == host.ActChmod || a.Kind == host.ActChown {
		self.Denied = false // the owner may
		return self.Refuses(real, true)
	}
	if a.Kind == host.ActRemove {
		if _, err := host.FilesOf(o).Stat(ctx, a.Path, false); err != nil {
			return nil
		}
	}
	if dir, err := host.FilesOf(o).Protection(ctx, path.Dir(real)); err == nil {
		if there && dir.ReadOnly && !self.ReadOnly {
			return nil // a bind-mounted file is rewritten in place
		}
		alters := there || a.Kind == host.ActWrite || a.Kind == host.ActRemove
		if err := dir.Refuses(path.Dir(real), alters); err != nil {
			return err
		}
	}
	self.Denied = false // a name belongs to its directory
	return self.Refuses(real, true)
}

// Earlier returns the acts of the plans below this plan.
func (r *Recorder) Earlier() []host.Act {
	var acts []host.Act
	for lower := r.below(); lower != nil; lower = lower.below() {
		acts = append(lower.Acts(), acts...)
	}
	return acts
}
