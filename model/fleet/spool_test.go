package fleet

import (
	"errors"
	"io"
	"testing"
)

// TestSpoolIsBounded holds that all answers together have a bound, and that what was kept
// before stays.
func TestSpoolIsBounded(t *testing.T) {
	s, err := NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, b := answer{spool: s}, answer{spool: s}
	if _, err := a.Write([]byte("kept")); err != nil {
		t.Fatal(err)
	}
	s.end = maxAnswers - 3 // as if others had sent that much
	if _, err := b.Write([]byte("more")); !errors.Is(err, errSpoolFull) {
		t.Errorf("the bound is passed: %v", err)
	}
	if _, err := b.Write([]byte("x")); !errors.Is(err, errSpoolFull) {
		t.Errorf("what is cut off goes on: %v", err)
	}
	if text, err := io.ReadAll(a.reader()); err != nil || string(text) != "kept" || b.size != 0 {
		t.Errorf("kept is %q, %v", text, err)
	}
}
