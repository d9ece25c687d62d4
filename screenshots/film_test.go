package main

import (
	"bytes"
	"cmp"
	"image"
	"image/draw"
	"image/gif"
	"os"
	"testing"
	"time"

	picture "ralsh/screenshots/draw"
)

// A stored film takes about twenty seconds, is small enough for a page, and ends with
// the stored picture of its scene.
func TestFilmsKept(t *testing.T) {
	films := 0
	for _, s := range scenes() {
		if !s.Film {
			continue
		}
		films++
		data, err := os.ReadFile(s.Name + ".gif")
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 3<<20 {
			t.Errorf("%s.gif has %d bytes", s.Name, len(data))
		}
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		var long, told time.Duration
		seen := image.NewRGBA(g.Image[0].Rect)
		for i, frame := range g.Image {
			long += time.Duration(g.Delay[i]) * 10 * time.Millisecond
			draw.Draw(seen, frame.Rect, frame, frame.Rect.Min, draw.Src)
		}
		for _, step := range s.Steps {
			told += cmp.Or(step.Show, keyTime)
		}
		if long != told || long < 15*time.Second || long > 25*time.Second {
			t.Errorf("%s.gif runs %v, its steps %v", s.Name, long, told)
		}
		text, err := os.ReadFile(s.Name + ".ansi")
		if err != nil {
			t.Fatal(err)
		}
		last, err := picture.Picture(picture.Screen(string(text), s.Width, s.Height), s.theme())
		if err != nil {
			t.Fatal(err)
		}
		want := image.NewRGBA(last.Rect)
		draw.Draw(want, last.Rect, last, image.Point{}, draw.Src)
		if !bytes.Equal(seen.Pix, want.Pix) {
			t.Errorf("%s.gif does not end on %s.png", s.Name, s.Name)
		}
	}
	if films == 0 {
		t.Error("no scene has a moving picture")
	}
}
