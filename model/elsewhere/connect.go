package elsewhere

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"ralsh/ral/host"
)

// connectionLife is how long ssh(1) keeps a connection for the next command, in seconds.
const connectionLife = "60"

// connect opens the connection of the first ssh(1) of a target, which every later one of this
// call and the next ones shares. Only this one may ask, for a password or about the key of a
// host: it has the terminal. Without a user to ask, none of them asks.
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
	case c.shared == nil: // the user shares connections in a way of their own, or nothing can be shared
		if _, exit, err := output(ctx, open("-O", "check")); err != nil || exit == 0 {
			return err
		}
		begin, last = []string{"-n"}, []string{"true"}
	}
	defer c.ask()()
	exit, err := host.Foreground(ctx, append(open(begin...), last...))
	if err == nil && exit != 0 {
		err = fmt.Errorf("%s was not reached: ssh ended with status %d", c.Target, exit)
	}
	return err
}

// ask waits until no other call asks something, and returns what ends that.
func (c *Call) ask() (over func()) {
	if c.Asking == nil {
		return func() {}
	}
	c.Asking.Lock()
	return c.Asking.Unlock
}

// maxSocket is the longest path of a socket for which ssh(1) finds room for a name of its own
// beside it, in bytes (unix(7)).
const maxSocket = 107 - len(".0123456789abcdef")

// socket returns the path of the shared connection. It depends on the name that was typed: two
// names of one host may have different keys.
func (h hop) socket() (path string, ok bool) {
	dir, err := host.RuntimeDir()
	sum := sha256.Sum256([]byte(h.user + "@" + h.name))
	path = dir + "/ssh-" + hex.EncodeToString(sum[:10])
	return path, err == nil && len(path) <= maxSocket && !strings.Contains(path, "%")
}

// maxConfig limits what ssh(1) prints of its configuration.
const maxConfig = 1 << 20

// output runs a program of this host, and returns what it prints.
func output(ctx context.Context, argv []string) (text string, exit int, err error) {
	var out bytes.Buffer
	p, err := host.Attach(ctx, argv, nil, &bounded{to: &out, limit: &limit{most: maxConfig, reached: make(chan struct{})}}, io.Discard)
	if err != nil {
		return "", 0, err
	}
	if err := p.Wait(ctx); err != nil {
		return "", 0, err
	}
	return out.String(), p.Exit(), nil
}

// setting returns a value of the configuration that ssh -G prints.
func setting(config, name string) string {
	for line := range strings.Lines(config) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
