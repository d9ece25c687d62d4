package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"
)

func drawn(t *testing.T, text string, width, height int) *image.Paletted {
	t.Helper()
	img, err := Picture(Screen(text, width, height), Dark())
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// share returns the share of a rectangle that has exactly this colour.
func share(img image.Image, r image.Rectangle, c color.RGBA) float64 {
	n := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if img.At(x, y) == color.Color(c) {
				n++
			}
		}
	}
	return float64(n) / float64(r.Dx()*r.Dy())
}

func TestPictureOfCells(t *testing.T) {
	d := Dark()
	cell := cellRect(0, 0, 1)
	row := func(at int) image.Rectangle { // one row of pixels across three cells
		return image.Rect(cell.Min.X, cell.Min.Y+at, cell.Min.X+3*cellWidth, cell.Min.Y+at+1)
	}
	column := func(at int) image.Rectangle { // one column of pixels down two cells
		return image.Rect(cell.Min.X+at, cell.Min.Y, cell.Min.X+at+1, cell.Min.Y+2*cellHeight)
	}
	for _, c := range []struct {
		name, text string
		where      image.Rectangle
		colour     color.RGBA
		min, max   float64
	}{
		{"a blank is the ground", " ", cell, d.Back, 1, 1},
		{"a letter has ink", "M", cell, d.Fore, 0.1, 0.6},
		{"a bold letter has more", "\x1b[1mM", cell, d.Fore, 0.2, 0.7},
		{"a colour is the theme's", "\x1b[31mM", cell, d.Colour[1], 0.1, 0.6},
		{"reverse fills the cell", "\x1b[7m ", cell, d.Fore, 1, 1},
		{"a thin rule joins", "───", row(cellHeight / 2), d.Fore, 1, 1},
		{"a heavy rule joins", "━━━", row(cellHeight / 2), d.Fore, 1, 1},
		{"a heavy rule is twice as thick", "━", cell, d.Fore, 2.0 * scale / cellHeight, 2.0 * scale / cellHeight},
		{"a thin rule is thin", "─", cell, d.Fore, 1.0 * scale / cellHeight, 1.0 * scale / cellHeight},
		{"a vertical line joins", "│\n│", column(cellWidth / 2), d.Fore, 1, 1},
		{"a corner goes right", "┌──", row(cellHeight / 2).Intersect(image.Rect(cell.Min.X+cellWidth/2, 0, 9999, 9999)), d.Fore, 1, 1},
		{"a corner does not go left", "┌", image.Rect(cell.Min.X, cell.Min.Y, cell.Min.X+cellWidth/2-scale, cell.Max.Y), d.Back, 1, 1},
		{"an underline is whole", "\x1b[4m   ", row(baseline + 2*scale), d.Fore, 1, 1},
		{"a wide cell's ground is two cells", "\x1b[7m日", image.Rect(cell.Min.X, cell.Min.Y, cell.Min.X+2*cellWidth, cell.Min.Y+2), d.Fore, 1, 1},
	} {
		if got := share(drawn(t, c.text, 3, 2), c.where, c.colour); got < c.min-1e-9 || got > c.max+1e-9 {
			t.Errorf("%s: %.3f of it is %s, want %.3f to %.3f", c.name, got, Hex(c.colour), c.min, c.max)
		}
	}
}

func TestPictureIsTheSameEachTime(t *testing.T) {
	const text = "\x1b[1mtypes\x1b[m ━━ \x1b[31mx\x1b[m \x1b[2mno provider\x1b[m"
	var files [2][]byte
	for i := range files {
		var err error
		if files[i], err = PNG(drawn(t, text, 24, 2)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Error("two drawings of one screen differ")
	}
	if size := drawn(t, text, 24, 2).Bounds().Size(); size != image.Pt(24*cellWidth+2*margin, 2*cellHeight+2*margin) {
		t.Errorf("size is %v", size)
	}
}

// A screen with many colours fits into the 256 colours of a PNG palette.
func TestPaletteIsBounded(t *testing.T) {
	text := ""
	for i := range 300 {
		text += fmt.Sprintf("\x1b[38;2;%d;%d;0mA", i%20, i/20)
	}
	b := Screen(text, 300, 1)
	if n := len(palette(b, Dark())); n > 256 || n < 200 {
		t.Errorf("%d colours, want 200 to 256", n)
	}
}

// The colours of screens are readable: WCAG 2 requires a contrast of 4.5 for text and
// 3 for incidental parts.
func TestContrast(t *testing.T) {
	for _, theme := range []Theme{Dark(), Light()} {
		check := func(what string, c color.RGBA, least float64) {
			if got := contrast(c, theme.Back); got < least {
				t.Errorf("%s: %s has contrast %.2f, want %.1f", theme.Name, what, got, least)
			}
		}
		check("text", theme.Fore, 7)
		check("faint text", blend(theme.Fore, theme.Back, 0.58), 3)
		for _, i := range []int{1, 2, 3, 6} {
			check("colour "+string(rune('0'+i)), theme.Colour[i], 4.5)
		}
	}
}

func contrast(a, b color.RGBA) float64 {
	light := func(c color.RGBA) float64 {
		sum := 0.05
		for i, v := range [3]uint8{c.R, c.G, c.B} {
			x := float64(v) / 255
			if x <= 0.04045 {
				x /= 12.92
			} else {
				x = math.Pow((x+0.055)/1.055, 2.4)
			}
			sum += x * [3]float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum
	}
	return max(light(a), light(b)) / min(light(a), light(b))
}
