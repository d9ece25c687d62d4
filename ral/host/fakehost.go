package host

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"
)

type fakeHost struct {
	*tree
	f *Fake
}

func (h fakeHost) Root() string { return h.f.root }

func (h fakeHost) Read(ctx context.Context, r FileRead) (FileAnswer, error) {
	if r.Kind == ReadContent || r.Kind == ReadChunks {
		if err := h.f.wait(ctx, r.Path); err != nil {
			return FileAnswer{}, AtPath("read", r.Path, err)
		}
	}
	return h.tree.Read(ctx, r)
}

func (h fakeHost) Find(ctx context.Context, name string) (LookupResult, error) {
	return findOn(ctx, h, name)
}

func (h fakeHost) Run(ctx context.Context, cmd Command) (Result, error) {
	found, err := h.Find(ctx, cmd.Name)
	if err != nil {
		return Result{Exit: -1}, cmd.Missing(err)
	}
	timeout := cmd.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, pid := h.f.begin(found, cmd)
	TracerOf(ctx).Started(ctx, pid, found.Path, cmd.Args)
	if err := h.f.wait(ctx, path.Base(cmd.Name)); err != nil {
		res := cmd.Shown(Result{Path: found.Path, Args: cmd.Args, PID: pid, Exit: -1, Signal: "SIGTERM"})
		return res, cmd.Judge(res, err, timeout)
	}
	res := Result{Exit: 127, Stderr: []byte("the fake host defines no answer for this command\n")}
	if answer != nil {
		res = answer(ctx, h.f, cmd)
	}
	res.Path, res.Args, res.PID = found.Path, cmd.Args, pid
	TracerOf(ctx).All(res)
	res = cmd.Shown(res)
	return res, cmd.Judge(res, ctx.Err(), timeout)
}

func (f *Fake) begin(found LookupResult, cmd Command) (Handler, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ran = append(f.ran, cmd)
	answer, ok := f.answers[found.Path]
	if !ok {
		answer = f.answers[path.Base(found.Path)]
	}
	return answer, 1000 + len(f.ran)
}

func (h fakeHost) Bus(ctx context.Context, call BusCall) ([]any, error) {
	method := call.Interface + "." + call.Method
	if err := h.f.wait(ctx, method); err != nil {
		return nil, fmt.Errorf("%s: %w", call, err)
	}
	h.f.mu.Lock()
	answer, none := h.f.buses[method], len(h.f.buses) == 0
	h.f.mu.Unlock()
	switch {
	case none:
		return nil, fmt.Errorf("%s: %w", call, ErrNoBus)
	case answer == nil:
		return nil, fmt.Errorf("%s: %w", call, errors.New("unknown method"))
	}
	return answer(call)
}

func (h fakeHost) Uname(context.Context) (Uname, error) { return h.f.uname, nil }
func (h fakeHost) Network(context.Context) (Network, error) {
	return h.f.network, nil
}

// Space returns the usage that was set for the path itself.
func (h fakeHost) Space(ctx context.Context, path string) (FSUsage, error) {
	if err := h.f.wait(ctx, "statfs "+path); err != nil {
		return FSUsage{}, AtPath("access", path, err)
	}
	if space, ok := h.f.spaces[path]; ok {
		return space, nil
	}
	_, err := FilesOf(h).Stat(ctx, path, true)
	return FSUsage{}, err
}

func (h fakeHost) Getenv(name string) string { return h.f.env[name] }
func (h fakeHost) Environ() []string {
	var list []string
	for name, text := range h.f.env {
		list = append(list, name+"="+text)
	}
	return list
}
func (h fakeHost) UID() int { return h.f.uid }
func (h fakeHost) GID() int { return h.f.gid }

func (h fakeHost) Now() time.Time {
	h.f.mu.Lock()
	defer h.f.mu.Unlock()
	return h.f.now
}

// Do runs the Check of a write on a temporary file, as a machine does. It holds
// copied content in memory, like that of all files of a fake.
func (h fakeHost) Do(ctx context.Context, a Action) (Result, error) {
	switch {
	case a.Kind == ActRun:
		return h.Run(ctx, *a.Command)
	case a.Kind == ActRequest:
		r, err := h.Exchange(ctx, a.Request)
		return Result{Stdout: r.Body}, err
	case a.Source != nil:
		held := Held{Max: MaxRead}
		if err := a.Source.To(ctx, &held); err != nil {
			return Result{}, AtPath("write", a.Path, err)
		}
		a.After, a.Source = held.Data, nil
	}
	if a.Options.Check != nil {
		temp := a
		temp.Path, temp.Options = a.Path+".ralsh-check", WriteOptions{}
		if err := h.tree.Do(ctx, temp); err != nil {
			return Result{}, err
		}
		_, err := h.Run(ctx, a.Options.Check(temp.Path))
		if gone := h.tree.Do(ctx, Action{Act: Act{Kind: ActRemove, Path: temp.Path}}); err == nil {
			err = gone
		}
		if err != nil {
			return Result{}, AtPath("write", a.Path, err)
		}
	}
	return Result{}, h.tree.Do(ctx, a)
}

// Base returns the Fake.
func (h fakeHost) Base() any { return h.f }
