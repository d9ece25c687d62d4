package stream

import (
	"errors"
	"io"
	"slices"
	"testing"
)

// However a text is cut into writes, its ends are kept, and the bytes between them
// counted.
func TestEnds(t *testing.T) {
	text := []byte("0123456789abcdef")
	for _, c := range []struct {
		first, last int
		want        string
		dropped     int64
	}{
		{3, 2, "012ef", 11}, {0, 4, "cdef", 12}, {4, 0, "0123", 12}, {8, 8, string(text), 0}, {20, 1, string(text), 0},
	} {
		for size := 1; size <= len(text); size++ {
			e := Ends{First: c.first, Last: c.last}
			for part := range slices.Chunk(text, size) {
				if n, err := e.Write(part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if kept, dropped := e.Bytes(); string(kept) != c.want || dropped != c.dropped {
				t.Errorf("%d and %d in parts of %d: %q without %d", c.first, c.last, size, kept, dropped)
			}
		}
	}
}

// The first error is kept, and the bytes are counted that the writer took.
func TestSticky(t *testing.T) {
	to := Sticky{W: io.Discard}
	if _, err := to.Write([]byte("abc")); err != nil || to.N != 3 || to.Err != nil {
		t.Error(err, to)
	}
	reader, writer := io.Pipe()
	reader.Close()
	to.W = writer
	if _, err := to.Write([]byte("d")); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	to.Fail(io.EOF)
	if to.N != 3 || !errors.Is(to.Err, io.ErrClosedPipe) {
		t.Error(to)
	}
}
