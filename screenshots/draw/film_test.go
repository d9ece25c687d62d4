package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"testing"
	"time"
)

// The frames of a GIF, drawn on each other, give each of the pictures.
func TestFilm(t *testing.T) {
	theme := Dark()
	var want []image.Image
	var f Film
	for _, text := range []string{"one\n\x1b[31mtwo", "one\n\x1b[31mtwo", "one\n\x1b[32mtwx", "\x1b[44mnew\n"} {
		p, err := Picture(Screen(text, 8, 2), theme)
		if err != nil {
			t.Fatal(err)
		}
		f.Add(p, 200*time.Millisecond)
		want = append(want, p)
	}
	if f.Length() != 800*time.Millisecond {
		t.Errorf("the film runs %v", f.Length())
	}
	data, err := f.GIF()
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 3 || g.Delay[0] != 40 || g.Delay[1] != 20 || g.LoopCount != 0 {
		t.Fatalf("%d frames, shown %v, loop %d", len(g.Image), g.Delay, g.LoopCount)
	}
	if small := g.Image[1].Rect; small.Dx() >= want[0].Bounds().Dx() || small.Dy() >= want[0].Bounds().Dy() {
		t.Errorf("the second frame is %v", small)
	}
	seen := image.NewRGBA(want[0].Bounds())
	for i, at := range []int{1, 2, 3} {
		for y := g.Image[i].Rect.Min.Y; y < g.Image[i].Rect.Max.Y; y++ {
			for x := g.Image[i].Rect.Min.X; x < g.Image[i].Rect.Max.X; x++ {
				seen.Set(x, y, g.Image[i].At(x, y))
			}
		}
		for y := range seen.Rect.Max.Y {
			for x := range seen.Rect.Max.X {
				if got, want := seen.RGBAAt(x, y), color.RGBAModel.Convert(want[at].At(x, y)); got != want {
					t.Fatalf("frame %d at %d,%d is %v, want %v", i, x, y, got, want)
				}
			}
		}
	}
}
