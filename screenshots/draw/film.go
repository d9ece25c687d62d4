package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"time"
)

// Film is a moving picture: pictures of one size, each shown for a time.
type Film struct {
	pictures []*image.Paletted
	shown    []time.Duration
}

// Add appends a picture. If it equals the last one, that is shown longer instead.
func (f *Film) Add(p *image.Paletted, shown time.Duration) {
	if last := len(f.pictures) - 1; last >= 0 && changed(f.pictures[last], p).Empty() {
		f.shown[last] += shown
		return
	}
	f.pictures, f.shown = append(f.pictures, p), append(f.shown, shown)
}

// Length returns the duration of the film.
func (f *Film) Length() (all time.Duration) {
	for _, d := range f.shown {
		all += d
	}
	return all
}

// GIF returns the film as a GIF file that repeats. Each picture contains only the
// difference from the previous one.
func (f *Film) GIF() ([]byte, error) {
	var g gif.GIF
	for i, p := range f.pictures {
		if i > 0 {
			p = p.SubImage(changed(f.pictures[i-1], p)).(*image.Paletted)
		}
		g.Image = append(g.Image, p)
		g.Delay = append(g.Delay, int(f.shown[i]/(10*time.Millisecond)))
		g.Disposal = append(g.Disposal, gif.DisposalNone)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &g); err != nil {
		return nil, fmt.Errorf("encode GIF: %w", err)
	}
	return out.Bytes(), nil
}

// changed returns the smallest rectangle that contains every difference of two
// pictures of one size.
func changed(a, b *image.Paletted) (r image.Rectangle) {
	for y := range b.Rect.Max.Y {
		for x := range b.Rect.Max.X {
			if a.Palette[a.ColorIndexAt(x, y)] != b.Palette[b.ColorIndexAt(x, y)] {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}
