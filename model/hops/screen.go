package hops

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"ralsh/ral/host/attached"
)

// Console is the terminal of this process, for a program on the remote host that draws on it.
type Console struct {
	In   io.Reader // keys; it is read until this process ends
	Out  io.Writer // the drawn output, not cleaned
	Size func() (columns, rows int)
	// Hold puts the terminal into raw mode. resized receives after a change of its size, and
	// back restores its mode.
	Hold func() (resized <-chan struct{}, back func(), err error)
}

// Screen runs a command line that draws on the terminal, and returns its exit status like Run.
// Pressing ctrl+c five times within two seconds ends it from the local host, even if the
// remote program hangs.
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
		return attached.Foreground(ctx, c.Target.compose(c.command("-", name), manner{asks: true}))
	}
	n := number()
	how := manner{terminal: true, password: c.password != "", prompt: promptOf(n), shared: c.shared}
	columns, rows := console.Size()
	there, err := attached.StartScreen(ctx, c.Target.compose(c.command(n, name), how), columns, rows)
	if err != nil {
		return 0, err
	}
	defer there.Close()
	defer context.AfterFunc(ctx, there.Stop)()
	go func() { // a shared connection may hold the terminal longer
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

// drainTime limits the wait for the last output after the end of the program.
const drainTime = time.Second

// maxOpening limits the output before the program starts, for example a banner.
const maxOpening = 64 << 10

// opening is the output of a terminal before the program starts.
type opening struct {
	number, prompt string
	data           []byte
}

// open waits until the program starts, answers the prompt of sudo, and returns the output so
// far.
func (c *Call) open(there *attached.Screen, o opening) (drawn []byte, err error) {
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

// begun returns the output after the line that reports the start of the program.
func (o *opening) begun() (rest []byte, ok bool) {
	line, rest, ok := bytes.Cut(o.data, []byte(o.number+" at "))
	if !ok || len(line) > 0 && line[len(line)-1] != '\n' {
		return nil, false
	}
	_, rest, ok = bytes.Cut(rest, []byte("\n"))
	return rest, ok
}

// draw connects the program with the console until the program ends.
func draw(there *attached.Screen, begun []byte, console Console) error {
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

// The keys that end a program from the local host.
const (
	cutKey    = 3 // ctrl+c
	cutCount  = 5
	cutWithin = 2 * time.Second
)

// keys forwards keys until cutKey was read cutCount times within cutWithin.
type keys struct {
	in   io.Reader
	cut  bool
	last []time.Time
}

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
