package main

import (
	"context"
	"fmt"

	uv "github.com/charmbracelet/ultraviolet"
)

// preamble defines the functions for the scripts of scenes.
const preamble = `
ralsh() { "$PICTURE_PROGRAM" --root "$PICTURE_HOST" "$@"; }
show() { printf '\033[2m$\033[m %s\n' "$*"; "$@"; }
`

// take runs a scene on its own host and returns the normalised last screen of each
// step. If kept, the text of a screen, is not empty, the last step waits for that
// screen.
func (w *workshop) take(ctx context.Context, s Scene, kept string) (screens []*uv.Buffer, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("scene %s: %w", s.Name, err)
		}
	}()
	masks, err := s.masks()
	if err != nil {
		return nil, err
	}
	drops, err := compiled(s.Drop)
	if err != nil {
		return nil, err
	}
	root, err := w.host()
	if err != nil {
		return nil, err
	}
	program := ""
	if s.needsProgram() {
		if program, err = w.program(); err != nil {
			return nil, err
		}
	}
	argv := append([]string{program, "--root", root}, s.Args...)
	if s.Shell != "" {
		argv = []string{"/bin/sh", "-c", preamble + s.Shell + "\nread -r _"}
	}
	env, err := w.env(s.Tools)
	if err != nil {
		return nil, err
	}
	t, err := open(ctx, s, append(env, "PICTURE_PROGRAM="+program, "PICTURE_HOST="+root), argv)
	if err != nil {
		return nil, err
	}
	defer func() {
		// The server must end even if ctx was cancelled.
		if e := t.close(context.WithoutCancel(ctx)); err == nil {
			err = e
		}
	}()
	settle := func(b *uv.Buffer) { normalise(b, w.dir, masks, drops) }
	for _, step := range s.Steps {
		screen, err := t.step(ctx, step, settle)
		if err != nil {
			return nil, err
		}
		screens = append(screens, screen)
	}
	if kept != "" {
		screens[len(screens)-1], err = t.become(ctx, kept, settle)
	}
	return screens, err
}
