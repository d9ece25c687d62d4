package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/screenshots/draw"
)

func TestScenes(t *testing.T) {
	var want []string
	for _, s := range scenes() {
		want = append(want, s.Name+".ansi", s.Name+".png")
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(s.Name) {
			t.Errorf("scene %q: a name has lower case letters, digits and hyphens", s.Name)
		}
		if s.Width < 20 || s.Height < 5 {
			t.Errorf("scene %s: %dx%d cells", s.Name, s.Width, s.Height)
		}
		if len(s.Steps) == 0 || slices.ContainsFunc(s.Steps, func(p Step) bool { return p.Wait == "" }) {
			t.Errorf("scene %s: each needs a step, and each step a text to wait for", s.Name)
		}
		if _, err := s.masks(); err != nil {
			t.Errorf("scene %s: %v", s.Name, err)
		}
	}
	var got []string
	for _, pattern := range []string{"*.ansi", "*.png"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, files...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the scenes (-) and the files kept (+) are not the same:\n%s", d)
	}
}

// Drawing a stored text gives the stored picture, pixel by pixel.
func TestPicturesKept(t *testing.T) {
	for _, s := range scenes() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(s.Name + ".ansi")
			if err != nil {
				t.Fatal(err)
			}
			screen := draw.Screen(string(text), s.Width, s.Height)
			masks, err := s.masks()
			if err != nil {
				t.Fatal(err)
			}
			normalise(screen, pinnedDir, masks, nil)
			if d := cmp.Diff(string(text), draw.Text(screen)); d != "" {
				t.Errorf("the text is not as the runner writes it:\n%s", d)
			}
			want, err := draw.Picture(screen, s.theme())
			if err != nil {
				t.Fatal(err)
			}
			file, err := os.ReadFile(s.Name + ".png")
			if err != nil {
				t.Fatal(err)
			}
			got, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if got.Bounds() != want.Bounds() {
				t.Fatalf("%s.png is %v, its text draws %v; run: go run . -only %s", s.Name, got.Bounds(), want.Bounds(), s.Name)
			}
			for y := range want.Bounds().Dy() {
				for x := range want.Bounds().Dx() {
					if got.At(x, y) != want.At(x, y) {
						t.Fatalf("%s.png differs from what its text draws, first at %d,%d; run: go run . -only %s", s.Name, x, y, s.Name)
					}
				}
			}
		})
	}
}

func TestCompare(t *testing.T) {
	dir := t.TempDir()
	s := Scene{Name: "one", Width: 20, Height: 2}
	if _, err := kept(dir, s); err == nil {
		t.Error("a scene that was never kept passes")
	}
	if err := keep(dir, s, draw.Screen("\x1b[1ma\x1b[m\nsame", 20, 2)); err != nil {
		t.Fatal(err)
	}
	text, err := kept(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := compare(s, text, draw.Screen("\x1b[1ma\nsame\x1b[22m", 20, 2)); err == nil {
		t.Error("another style in the second line passes")
	}
	if err := compare(s, text, draw.Screen("\x1b[0;1ma\x1b[0m\nsame  ", 20, 2)); err != nil {
		t.Errorf("the same cells, spelt otherwise: %v", err)
	}
	err = compare(s, text, draw.Screen("\x1b[1mb\x1b[m\nsame", 20, 2))
	if err == nil {
		t.Fatal("another letter passes")
	}
	for _, line := range []string{"-␛[1ma␛[m\n", "+␛[1mb␛[m\n", " same\n", "go run . -only one"} {
		if !strings.Contains(err.Error(), line) {
			t.Errorf("the difference lacks %q:\n%v", line, err)
		}
	}
}

// TestTaken makes every picture again, in a real tmux.
func TestTaken(t *testing.T) {
	if os.Getenv("RALSH_REAL") != "1" {
		t.Skip("takes every picture again with tmux; RALSH_REAL=1 runs it")
	}
	if err := run(t.Context(), ".", "", true); err != nil {
		t.Error(err)
	}
}
