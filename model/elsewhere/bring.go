package elsewhere

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

func (c *Call) bring(ctx context.Context, program program, machine string) error {
	sent, packed, err := program.build(machine, c.Builds)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Target, err)
	}
	n := number()
	var mu sync.Mutex
	var reasons []string
	up := false
	hears := func(h heard) {
		mu.Lock()
		defer mu.Unlock()
		if up = up || h.what == "up"; h.what == "no" && len(reasons) < 20 {
			reasons = append(reasons, h.rest)
		}
	}
	script := command(bringScript, n, sent.name, fmt.Sprint(len(sent.data)), sent.sum, packed, "#!/bin/sh")
	p, err := c.attach(ctx, n, script, io.MultiReader(strings.NewReader(c.answer()), &counted{bytes.NewReader(c.Program.packedAs(packed, sent)), c.Sent}), io.Discard, newLines(n, hears, c.Say))
	if err != nil {
		return err
	}
	if err := p.Wait(ctx); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if up {
		return nil
	}
	if len(reasons) == 0 {
		return fmt.Errorf("ralsh could not be copied to %s: exit status %d", c.Target, p.Exit())
	}
	errs := []error{fmt.Errorf("no directory on %s can hold the program:", c.Target)}
	for _, reason := range reasons {
		errs = append(errs, errors.New("  "+reason))
	}
	return errors.Join(errs...)
}

// counted reports each part that is read.
type counted struct {
	io.Reader
	sent func()
}

func (c *counted) Read(p []byte) (int, error) {
	if c.sent != nil {
		c.sent()
	}
	return c.Reader.Read(p)
}
