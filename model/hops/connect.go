package hops

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// connectionLife is how long ssh(1) keeps a connection for the next command, in seconds.
const connectionLife = "60"

// connect opens the ssh(1) connection of the first hop, which later commands of this call and
// of the next calls share. Only this command may prompt for a password or about a host key,
// because it has the terminal. Without a user, no ssh prompts.
func (c *Call) connect(ctx context.Context) error {
	first := c.Target.hops[0]
	if first.kind != ssh || c.connected {
		return nil
	}
	c.connected = true
	var ours []string
	if path, ok := first.socket(); ok {
		ours = []string{"-o", "ControlMaster=auto", "-o", "ControlPath=" + path, "-o", "ControlPersist=" + connectionLife}
	}
	open := func(options ...string) []string {
		return append(append(first.ssh(manner{shared: c.shared}), options...), "--", first.name)
	}
	c.shared = ours
	if _, exit, err := output(ctx, open("-O", "check")); err != nil || exit == 0 {
		return err
	}
	c.shared = nil
	config, _, err := output(ctx, open("-G"))
	if err != nil {
		return err
	}
	begin, last := []string{"-f", "-N"}, []string(nil)
	if path := setting(config, "controlpath"); path == "" || path == "none" {
		c.shared = ours
	}
	switch {
	case c.Password == nil || c.Batch:
		c.shared = append(c.shared, "-o", "BatchMode=yes")
		return nil
	case c.shared == nil: // the user configured connection sharing, or sharing is impossible
		if _, exit, err := output(ctx, open("-O", "check")); err != nil || exit == 0 {
			return err
		}
		begin, last = []string{"-n"}, []string{"true"}
	}
	defer c.ask()()
	exit, err := attached.Foreground(ctx, append(open(begin...), last...))
	if err == nil && exit != 0 {
		err = &NotReachedError{c.Target, "ssh", exit}
	}
	return err
}

// ask waits until no other call prompts, and returns the function that ends the prompt.
func (c *Call) ask() (over func()) {
	if c.Asking == nil {
		return func() {}
	}
	c.Asking.Lock()
	return c.Asking.Unlock
}

// maxSocket is the maximum length of a socket path, in bytes (unix(7)). ssh(1) creates a
// temporary name next to the socket.
const maxSocket = 107 - len(".0123456789abcdef")

// socket returns the path of the shared connection. It depends on the typed name, because two
// names of a host may have different keys.
func (h hop) socket() (path string, ok bool) {
	dir, err := ownfiles.RuntimeDir()
	sum := sha256.Sum256([]byte(h.user + "@" + h.name))
	path = dir + "/ssh-" + hex.EncodeToString(sum[:10])
	return path, err == nil && len(path) <= maxSocket && !strings.Contains(path, "%")
}

// maxConfig limits the output of ssh -G.
const maxConfig = 1 << 20

// output runs a local program and returns its output.
func output(ctx context.Context, argv []string) (text string, exit int, err error) {
	var out bytes.Buffer
	p, err := attached.Start(ctx, argv, nil, &bounded{to: &out, limit: &limit{most: maxConfig, reached: make(chan struct{})}}, io.Discard)
	if err != nil {
		return "", 0, err
	}
	if err := p.Wait(ctx); err != nil {
		return "", 0, err
	}
	return out.String(), p.Exit(), nil
}

// setting returns a value of the output of ssh -G.
func setting(config, name string) string {
	for line := range strings.Lines(config) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
