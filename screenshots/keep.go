package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	uv "github.com/charmbracelet/ultraviolet"

	"ralsh/screenshots/draw"
)

// keep writes the two files of a scene.
func keep(dir string, s Scene, screen *uv.Buffer) error {
	picture, err := render(s, screen)
	if err != nil {
		return err
	}
	base := filepath.Join(dir, s.Name)
	if err := os.WriteFile(base+".ansi", []byte(draw.Text(screen)), 0o644); err != nil {
		return fmt.Errorf("keep scene %s: %w", s.Name, err)
	}
	if err := os.WriteFile(base+".png", picture, 0o644); err != nil {
		return fmt.Errorf("keep scene %s: %w", s.Name, err)
	}
	return nil
}

// film writes the film of a scene that has one.
func film(dir string, s Scene, screens []*uv.Buffer) error {
	if !s.Film {
		return nil
	}
	var f draw.Film
	for i, screen := range screens {
		picture, err := draw.Picture(screen, s.theme())
		if err != nil {
			return fmt.Errorf("draw scene %s: %w", s.Name, err)
		}
		f.Add(picture, cmp.Or(s.Steps[i].Show, keyTime))
	}
	moving, err := f.GIF()
	if err != nil {
		return fmt.Errorf("draw scene %s: %w", s.Name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, s.Name+".gif"), moving, 0o644); err != nil {
		return fmt.Errorf("keep scene %s: %w", s.Name, err)
	}
	return nil
}

func render(s Scene, screen *uv.Buffer) ([]byte, error) {
	img, err := draw.Picture(screen, s.theme())
	if err != nil {
		return nil, fmt.Errorf("draw scene %s: %w", s.Name, err)
	}
	return draw.PNG(img)
}

// kept returns the stored text of a scene.
func kept(dir string, s Scene) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, s.Name+".ansi"))
	if err != nil {
		return "", fmt.Errorf("compare scene %s: %w", s.Name, err)
	}
	return string(text), nil
}

// compare returns the difference between the stored text and the screen as an error,
// with visible escapes; nil if there is none.
func compare(s Scene, kept string, screen *uv.Buffer) error {
	name := s.Name + ".ansi"
	seen := func(text string) string { return strings.ReplaceAll(text, "\x1b", "␛") }
	if d := udiff.Unified(name+" kept", name+" taken now", seen(kept), seen(draw.Text(screen))); d != "" {
		return fmt.Errorf("scene %s is not what was kept; look, then keep it with: go run . -only %s\n%s", s.Name, s.Name, d)
	}
	return nil
}
