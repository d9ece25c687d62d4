package daemon

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"ralsh/model/filter"
	"ralsh/model/wire"
	"ralsh/ral/host"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/stream"
)

// The limits for the output of ralsh about this host, and the times of its facts.
const (
	maxVersion = 256 // bytes
	factsLimit = time.Minute
	factsAge   = 5 * time.Minute
	factsRetry = 30 * time.Second
)

// killLimit limits the time to end after a termination.
const killLimit = 5 * time.Second

// Ralsh is the ralsh of this host, as the agent runs it.
type Ralsh struct {
	Program string // its path
	Name    string // of the host

	mu     sync.Mutex
	facts  filter.Facts
	json   []byte // the facts as they were read
	system string
	err    error // why the facts are missing
}

// NewRalsh returns the ralsh at a path, at a host with a name. Its facts are not read yet.
func NewRalsh(program, name string) *Ralsh {
	return &Ralsh{Program: program, Name: name, err: errors.New("the first read is not finished")}
}

// Version returns the version of ralsh.
func (r *Ralsh) Version(ctx context.Context) (string, error) {
	out, err := r.read(ctx, maxVersion, "--version")
	fields := strings.Fields(string(out))
	if err == nil && (len(fields) < 2 || fields[0] != "ralsh") {
		err = fmt.Errorf("%s is not ralsh", r.Program)
	}
	if err != nil {
		return "", err
	}
	return fields[1], nil
}

// Refresh reads the facts anew.
func (r *Ralsh) Refresh(ctx context.Context) {
	data, err := r.read(ctx, filter.MaxFacts, "--looks", "facts", "-o", "json")
	var facts filter.Facts
	if err == nil {
		facts, err = filter.ReadFacts(r.Name, data)
	}
	var system struct {
		OS struct {
			Name    string `json:"name"`
			Release struct {
				Full string `json:"full"`
			} `json:"release"`
		} `json:"os"`
	}
	if err == nil {
		err = json.Unmarshal(data, &system)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.facts, r.json, r.err = facts, data, err; err != nil {
		r.json = nil
	}
	r.system = wire.Clip(strings.TrimSpace(system.OS.Name + " " + system.OS.Release.Full))
}

// KeepFresh reads the facts every few minutes, until ctx ends. It calls failed with each
// error, and with nil after the first success.
func (r *Ralsh) KeepFresh(ctx context.Context, failed func(error)) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	var before error
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		r.Refresh(ctx)
		r.mu.Lock()
		err := r.err
		r.mu.Unlock()
		if ctx.Err() == nil && (err != nil || before != nil) {
			failed(err)
		}
		before = err
		age := factsAge
		if err != nil {
			age = factsRetry
		}
		timer.Reset(age - rand.N(age/10))
	}
}

// Facts returns the facts as JSON with their SHA-256, or nothing while they are unknown.
func (r *Ralsh) Facts() (json []byte, sum string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.json == nil {
		return nil, ""
	}
	h := sha256.Sum256(r.json)
	return r.json, hex.EncodeToString(h[:])
}

// Snapshot returns a snapshot of the host.
func (r *Ralsh) Snapshot(ctx context.Context) ([]byte, error) {
	return r.read(ctx, wire.MaxExpanded, "--looks", "snapshot")
}

// System returns the operating system of the host, or "" while it is unknown.
func (r *Ralsh) System() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.system
}

// Match reports whether a filter matches this host. It returns an error if the facts do not
// decide that.
func (r *Ralsh) Match(text string) (bool, error) {
	match, err := filter.Parse(text)
	if err != nil {
		return false, fmt.Errorf("invalid filter: %w", err)
	}
	r.mu.Lock()
	facts, err := r.facts, r.err
	r.mu.Unlock()
	if err != nil && text != "" {
		return false, fmt.Errorf("cannot read the facts: %w", err)
	}
	return match.Match(facts)
}

func (r *Ralsh) read(ctx context.Context, most int, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, factsLimit)
	defer cancel()
	held, errs := &host.Held{Max: most}, &stream.Ends{First: wire.MaxSay}
	out := &stream.Sticky{W: held}
	exit, err := r.run(ctx, args, nil, out, errs, nil)
	switch {
	case out.Err != nil:
		return nil, fmt.Errorf("the output of ralsh is larger than %d bytes", most)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("ralsh did not end in %s", factsLimit)
	case err != nil:
		return nil, err
	case exit != 0:
		begun, _ := errs.Bytes()
		text, _, _ := strings.Cut(strings.TrimSpace(string(begun)), "\n")
		return nil, fmt.Errorf("ralsh ended with status %d: %s", exit, text)
	}
	return held.Data, nil
}

// Read runs a command line that ralsh accepts only if it is read-only.
func (r *Ralsh) Read(ctx context.Context, call *wire.Call, out io.Writer, say func(string), stop <-chan int) (int, error) {
	lines := &stream.Lines{Max: wire.MaxSay, Line: func(line []byte) error {
		say(string(line))
		return nil
	}}
	exit, err := r.run(ctx, append([]string{"--looks"}, call.Args...), call, out, lines, stop)
	_ = lines.Flush()
	return exit, err
}

// run runs ralsh to its end. ctx and stop end it.
func (r *Ralsh) run(ctx context.Context, args []string, call *wire.Call, out, errs io.Writer, stop <-chan int) (int, error) {
	child := attached.Child{Argv: append([]string{r.Program}, args...), Out: out, Err: errs, Drain: killLimit}
	if call != nil {
		child.Add, child.In = call.Env, bytes.NewReader(call.Stdin)
	}
	p, err := child.Start(ctx)
	if err != nil {
		return 0, err
	}
	over, late := ctx.Done(), (<-chan time.Time)(nil)
	for {
		select {
		case <-p.Ended():
			if p.Exit() < 0 {
				return 0, errors.Join(ctx.Err(), errors.New("ralsh was killed by a signal"))
			}
			return p.Exit(), nil
		case how := <-stop:
			if how == 1 {
				p.Interrupt()
			} else {
				p.Terminate()
				late = time.After(killLimit)
			}
		case <-over:
			over = nil
			p.Terminate()
			late = time.After(killLimit)
		case <-late:
			p.Stop()
		}
	}
}
