package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"ralsh/screenshots/draw"
)

// How often the screen is read, and the timeout of a step.
const (
	readEvery  = 100 * time.Millisecond
	stepLimit  = 20 * time.Second
	againAfter = 600 * time.Millisecond
	sceneLimit = time.Minute
)

// terminal is a separate tmux server with one pane.
type terminal struct {
	env           []string
	width, height int
	began         time.Time
}

// open starts argv in a new terminal. The pane remains after the program ends, so
// that a picture can show its output.
func open(ctx context.Context, s Scene, env, argv []string) (*terminal, error) {
	t := &terminal{env: env, width: s.Width, height: s.Height, began: time.Now()}
	theme := s.theme()
	// A program that queries the colors of the terminal gets those of the theme: tmux
	// returns the window style, which it omits from captures.
	style := "fg=" + draw.Hex(theme.Fore) + ",bg=" + draw.Hex(theme.Back)
	args := []string{
		"-f", "/dev/null", "-u", "start-server",
		";", "set", "-g", "default-terminal", "xterm-256color",
		";", "set", "-g", "status", "off",
		";", "set", "-g", "remain-on-exit", "on",
		";", "set", "-g", "remain-on-exit-format", "",
		";", "set", "-g", "window-style", style,
		";", "set", "-s", "escape-time", "0",
		";", "new-session", "-d", "-s", "picture",
		"-x", strconv.Itoa(s.Width), "-y", strconv.Itoa(s.Height), "--",
	}
	// A cancelled tmux could leave a server running.
	if _, err := t.tmux(context.WithoutCancel(ctx), append(args, argv...)...); err != nil {
		return nil, fmt.Errorf("start a terminal: %w", err)
	}
	return t, nil
}

// close ends the server of this terminal.
func (t *terminal) close(ctx context.Context) error {
	if _, err := t.tmux(ctx, "kill-server"); err != nil {
		return fmt.Errorf("end the terminal: %w", err)
	}
	return nil
}

// step presses the keys of a step and waits for its text.
func (t *terminal) step(ctx context.Context, s Step, settle func(*uv.Buffer)) (*uv.Buffer, error) {
	for {
		if err := t.press(ctx, s.Keys); err != nil {
			return nil, err
		}
		limit := stepLimit
		if s.Again {
			limit = againAfter
		}
		screen, err := t.rest(ctx, s.Wait, limit, settle)
		if err == nil || !s.Again || ctx.Err() != nil {
			return screen, err
		}
		s.Again = s.Again && time.Since(t.began) < sceneLimit
	}
}

func (t *terminal) press(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	args := []string{"send-keys", "-t", "picture", "--"}
	for _, key := range keys {
		// tmux takes a semicolon at the end of an argument for the end of the
		// command.
		if before, ok := strings.CutSuffix(key, ";"); ok {
			key = before + `\;`
		}
		args = append(args, key)
	}
	if _, err := t.tmux(ctx, args...); err != nil {
		return fmt.Errorf("press %q: %w", keys, err)
	}
	return nil
}

func (t *terminal) read(ctx context.Context) (*uv.Buffer, error) {
	text, err := t.tmux(ctx, "capture-pane", "-e", "-N", "-p", "-t", "picture")
	if err != nil {
		return nil, fmt.Errorf("read the screen: %w", err)
	}
	return draw.Screen(text, t.width, t.height), nil
}

// rest waits until the text is on the screen and two consecutive readings are the
// same after settle, which removes changing parts, for example times.
func (t *terminal) rest(ctx context.Context, text string, most time.Duration, settle func(*uv.Buffer)) (*uv.Buffer, error) {
	limit := time.NewTimer(most)
	defer limit.Stop()
	tick := time.NewTicker(readEvery)
	defer tick.Stop()
	last := ""
	for {
		b, err := t.read(ctx)
		if err != nil {
			return nil, err
		}
		seen := strings.Contains(b.String(), text)
		settle(b)
		now := draw.Text(b)
		if seen && now == last {
			return b, nil
		}
		last = now
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-limit.C:
			if seen {
				return nil, fmt.Errorf("the screen did not come to rest within %v; it shows:\n%s", most, b.String())
			}
			return nil, fmt.Errorf("%q did not come within %v; the screen shows:\n%s", text, most, b.String())
		case <-tick.C:
		}
	}
}

// become waits for exactly the screen with the text kept and returns it, or returns
// the current one after a timeout. On a busy machine a screen may stop changing
// before it is complete.
func (t *terminal) become(ctx context.Context, kept string, settle func(*uv.Buffer)) (*uv.Buffer, error) {
	limit := time.NewTimer(stepLimit)
	defer limit.Stop()
	tick := time.NewTicker(readEvery)
	defer tick.Stop()
	for {
		b, err := t.read(ctx)
		if err != nil {
			return nil, err
		}
		settle(b)
		if draw.Text(b) == kept {
			return b, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-limit.C:
			return b, nil
		case <-tick.C:
		}
	}
}

func (t *terminal) tmux(ctx context.Context, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "tmux", append([]string{"-L", "picture"}, args...)...)
	var out, errs bytes.Buffer
	c.Env, c.Stdout, c.Stderr = t.env, &out, &errs
	if err := c.Run(); err != nil {
		if said := strings.TrimSpace(errs.String()); said != "" {
			return "", fmt.Errorf("tmux: %w, %q", err, said)
		}
		return "", fmt.Errorf("tmux: %w", err)
	}
	return out.String(), nil
}
