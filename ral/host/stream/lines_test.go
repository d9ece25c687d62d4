package stream

import (
	"errors"
	"slices"
	"testing"
)

// However a text is cut into writes, the lines are the same; a longer line comes in
// parts, or is an error.
func TestLines(t *testing.T) {
	const text = "one\n\nthree, which is long\nfour"
	want := []string{"one", "", "three, w", "hich is ", "long", "four"}
	for size := 1; size <= len(text); size++ {
		var got []string
		l := Lines{Max: 8, Line: func(line []byte) error {
			got = append(got, string(line))
			return nil
		}}
		for part := range slices.Chunk([]byte(text), size) {
			if n, err := l.Write(part); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := l.Flush(); err != nil || !slices.Equal(got, want) {
			t.Errorf("in parts of %d: %q, %v", size, got, err)
		}
		if err := l.Flush(); err != nil || len(got) != len(want) {
			t.Error("a second end")
		}
	}
}

func TestLinesErrors(t *testing.T) {
	long, refused := errors.New("too long"), errors.New("refused")
	l := Lines{Max: 3, Long: long, Line: func(line []byte) error {
		if string(line) == "no" {
			return refused
		}
		return nil
	}}
	for text, want := range map[string]error{"abc\n": nil, "abcd\n": long, "abcd": long, "x\nno\n": refused} {
		l.Rest = nil
		if _, err := l.Write([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	l.Rest = []byte("no")
	if err := l.Flush(); !errors.Is(err, refused) {
		t.Error(err)
	}
}
