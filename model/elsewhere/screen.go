package elsewhere

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"ralsh/ral/host"
)

// Console is the terminal of this process, for a program elsewhere that draws on it.
type Console struct {
	In   io.Reader // keys; it is read until this process ends
	Out  io.Writer // what is drawn, not cleaned
	Size func() (columns, rows int)
	// Hold makes the terminal pass on every key. resized receives after it got another
	// size, and back makes it as before.
	Hold func() (resized <-chan struct{}, back func(), err error)
}

// Screen carries a command line that draws on the terminal, and returns its exit status, as
// Run does. Five times ctrl+c within two seconds end it from here, whatever runs over there.
func (c *Call) Screen(ctx context.Context, console Console) (status int, err error) {
	ready := *c
	ready.Args, ready.In, ready.Out = []string{"--version"}, nil, io.Discard
	if status, err := ready.Run(ctx); err != nil || status != 0 {
		return status, err
	}
	c.password, c.shared = ready.password, ready.shared
	name, err := ready.name()
	if err != nil {
		return 0, err
	}
	if c.Target.isAccount() {
		return host.Foreground(ctx, c.Target.compose(c.command("-", name), manner{asks: true}))
	}
	n := number()
	how := manner{terminal: true, password: c.password != "", prompt: promptOf(n), shared: c.shared}
	columns, rows := console.Size()
	there, err := host.AttachScreen(ctx, c.Target.compose(c.command(n, name), how), columns, rows)
	if err != nil {
		return 0, err
	}
	defer there.Close()
	defer context.AfterFunc(ctx, there.Stop)()
	go func() { // a connection that others share may hold the terminal longer
		<-there.Ended()
		time.AfterFunc(drainTime, func() { there.Close() })
	}()
	begun, err := c.open(there, opening{number: n, prompt: how.prompt})
	if err == nil {
		err = draw(there, begun, console)
	}
	if err != nil {
		there.Stop()
	}
	<-there.Ended()
	switch exit := there.Exit(); {
	case err != nil:
		return 0, err
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case exit < 0, exit == 255 && c.Target.hops[0].kind == ssh:
		return 0, &LostError{c.Target}
	default:
		return exit, nil
	}
}

// command returns the script that runs the program, with the command line.
func (c *Call) command(number, name string) []string {
	script := runScript
	if filepath.IsAbs(name) {
		script = ownScript
	}
	return command(script, append([]string{number, name, strings.Join(c.Env, " ")}, pack(c.Args)...)...)
}

// drainTime is how long what was drawn last may take to arrive after the end.
const drainTime = time.Second

// maxOpening limits what is sent before the program draws, such as a banner.
const maxOpening = 64 << 10

// opening is what a terminal receives before the program runs.
type opening struct {
	number, prompt string
	data           []byte
}

// open waits until the program runs, gives sudo the password, and returns what was drawn so
// far.
func (c *Call) open(there *host.AttachedScreen, o opening) (drawn []byte, err error) {
	part := make([]byte, 4<<10)
	for len(o.data) < maxOpening {
		n, err := there.Read(part)
		o.data = append(o.data, part[:n]...)
		if rest, ok := o.begun(); ok {
			return rest, nil
		}
		if err != nil {
			for line := range strings.Lines(string(o.data)) {
				c.Say(strings.TrimRight(line, "\r\n"))
			}
			return nil, fmt.Errorf("%s was not reached", c.Target)
		}
		if bytes.HasSuffix(o.data, []byte(o.prompt)) {
			o.data = append(o.data, '\n')
			if _, err := io.WriteString(there, c.password+"\n"); err != nil {
				return nil, err
			}
		}
	}
	return nil, fmt.Errorf("%s printed %d KiB before the program started", c.Target, maxOpening>>10)
}

// begun returns what follows the line that the program runs.
func (o *opening) begun() (rest []byte, ok bool) {
	line, rest, ok := bytes.Cut(o.data, []byte(o.number+" at "))
	if !ok || len(line) > 0 && line[len(line)-1] != '\n' {
		return nil, false
	}
	_, rest, ok = bytes.Cut(rest, []byte("\n"))
	return rest, ok
}

// draw connects the program with the console until the program ends.
func draw(there *host.AttachedScreen, begun []byte, console Console) error {
	resized, back, err := console.Hold()
	if err != nil {
		return err
	}
	defer back()
	cut, over := make(chan struct{}), make(chan struct{})
	defer close(over)
	go func() {
		k := keys{in: console.In}
		if _, err := io.Copy(there, &k); err == nil && k.cut {
			close(cut)
		}
	}()
	go func() {
		for {
			select {
			case <-resized:
				there.Resize(console.Size())
			case <-cut:
				there.Stop()
				cut = nil
			case <-over:
				return
			}
		}
	}()
	there.Resize(console.Size())
	if _, err := console.Out.Write(begun); err != nil {
		return err
	}
	if _, err := io.Copy(console.Out, there); err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	return nil
}

// The keys that end a program from here.
const (
	cutKey    = 3 // ctrl+c
	cutCount  = 5
	cutWithin = 2 * time.Second
)

// keys passes keys on until one of them came cutCount times within cutWithin.
type keys struct {
	in   io.Reader
	cut  bool
	last []time.Time
}

// Read reads keys.
func (k *keys) Read(p []byte) (int, error) {
	if k.cut {
		return 0, io.EOF
	}
	n, err := k.in.Read(p)
	for _, b := range p[:n] {
		if b != cutKey {
			k.last = nil
			continue
		}
		k.last = append(k.last, time.Now())
		if first := len(k.last) - cutCount; first >= 0 && time.Since(k.last[first]) < cutWithin {
			k.cut = true
		}
	}
	return n, err
}
