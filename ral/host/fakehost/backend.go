package fakehost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/lookup"
	"ralsh/ral/host/tree"
)

type fakeHost struct {
	*tree.Tree
	f *Host
}

func (h fakeHost) Root() string { return h.f.root }

func (h fakeHost) Read(ctx context.Context, r host.FileRead) (host.FileAnswer, error) {
	if r.Kind == host.ReadContent || r.Kind == host.ReadChunks {
		if err := h.f.wait(ctx, r.Path); err != nil {
			return host.FileAnswer{}, host.AtPath("read", r.Path, err)
		}
	}
	return h.Tree.Read(ctx, r)
}

func (h fakeHost) Find(ctx context.Context, name string) (host.LookupResult, error) {
	return lookup.On(ctx, h, name)
}

func (h fakeHost) Run(ctx context.Context, cmd host.Command) (host.Result, error) {
	found, err := h.Find(ctx, cmd.Name)
	if err != nil {
		return host.Result{Exit: -1}, cmd.Missing(err)
	}
	timeout := cmd.Timeout
	if timeout == 0 {
		timeout = host.DefaultTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, pid := h.f.begin(found, cmd)
	host.TracerOf(ctx).Started(ctx, pid, found.Path, cmd.Args)
	if err := h.f.wait(ctx, path.Base(cmd.Name)); err != nil {
		res := cmd.Shown(host.Result{Path: found.Path, Args: cmd.Args, PID: pid, Exit: -1, Signal: "SIGTERM"})
		return res, cmd.Judge(res, err, timeout)
	}
	res := host.Result{Exit: 127, Stderr: []byte("the fake host defines no answer for this command\n")}
	if answer != nil {
		res = answer(ctx, h.f, cmd)
	}
	res.Path, res.Args, res.PID = found.Path, cmd.Args, pid
	host.TracerOf(ctx).All(res)
	res = cmd.Shown(res)
	return res, cmd.Judge(res, ctx.Err(), timeout)
}

func (f *Host) begin(found host.LookupResult, cmd host.Command) (Handler, int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ran = append(f.ran, cmd)
	answer, ok := f.answers[found.Path]
	if !ok {
		answer = f.answers[path.Base(found.Path)]
	}
	return answer, 1000 + len(f.ran)
}

func (h fakeHost) Bus(ctx context.Context, call host.BusCall) ([]any, error) {
	method := call.Interface + "." + call.Method
	if err := h.f.wait(ctx, method); err != nil {
		return nil, fmt.Errorf("%s: %w", call, err)
	}
	h.f.mu.Lock()
	answer, none := h.f.buses[method], len(h.f.buses) == 0
	h.f.mu.Unlock()
	switch {
	case none:
		return nil, fmt.Errorf("%s: %w", call, host.ErrNoBus)
	case answer == nil:
		return nil, fmt.Errorf("%s: %w", call, errors.New("unknown method"))
	}
	return answer(call)
}

func (h fakeHost) Uname(context.Context) (host.Uname, error) { return h.f.uname, nil }
func (h fakeHost) Network(context.Context) (host.Network, error) {
	return h.f.network, nil
}

// Space returns the usage that was set for the path itself.
func (h fakeHost) Space(ctx context.Context, path string) (host.FSUsage, error) {
	if err := h.f.wait(ctx, "statfs "+path); err != nil {
		return host.FSUsage{}, host.AtPath("access", path, err)
	}
	if space, ok := h.f.spaces[path]; ok {
		return space, nil
	}
	_, err := host.FilesOf(h).Stat(ctx, path, true)
	return host.FSUsage{}, err
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
func (h fakeHost) Do(ctx context.Context, a host.Action) (host.Result, error) {
	switch {
	case a.Kind == host.ActRun:
		return h.Run(ctx, *a.Command)
	case a.Kind == host.ActRequest:
		r, err := h.Exchange(ctx, a.Request)
		return host.Result{Stdout: r.Body}, err
	case a.Source != nil:
		held := host.Held{Max: host.MaxRead}
		if err := a.Source.To(ctx, &held); err != nil {
			return host.Result{}, host.AtPath("write", a.Path, err)
		}
		a.After, a.Source = held.Data, nil
	}
	if a.Options.Check != nil {
		temp := a
		temp.Path, temp.Options = path.Join(cmp.Or(a.Options.Stage, path.Dir(a.Path)), path.Base(a.Path)+".ralsh-check"), host.WriteOptions{}
		if err := h.Tree.Do(ctx, temp); err != nil {
			return host.Result{}, err
		}
		_, err := h.Run(ctx, a.Options.Check(temp.Path))
		if gone := h.Tree.Do(ctx, host.Action{Act: host.Act{Kind: host.ActRemove, Path: temp.Path}}); err == nil {
			err = gone
		}
		if err != nil {
			return host.Result{}, host.AtPath("write", a.Path, err)
		}
	}
	return host.Result{}, h.Tree.Do(ctx, a)
}

// Base returns the Host.
func (h fakeHost) Base() any { return h.f }
