package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestPeekMakesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	s := PeekState(dir)
	if _, held, err := s.Held("lock"); held || err != nil {
		t.Errorf("held %v, %v", held, err)
	}
	if names, err := s.List("runs"); names != nil || err != nil {
		t.Errorf("%v, %v", names, err)
	}
	if _, _, err := s.ReadPart("x", 0, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestReadPart(t *testing.T) {
	s, err := OpenState(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Append("f", []byte("0123456789"), true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		offset, limit int64
		want          string
	}{{0, 4, "0123"}, {8, 4, "89"}, {-3, 2, "78"}, {-30, 3, "012"}, {20, 3, ""}, {0, 0, ""}} {
		part, size, err := s.ReadPart("f", c.offset, c.limit)
		if string(part) != c.want || size != 10 || err != nil {
			t.Errorf("from %d, %d bytes: %q of %d, %v; want %q", c.offset, c.limit, part, size, err, c.want)
		}
	}
	if _, _, err := s.ReadPart(".", 0, 1); err == nil {
		t.Error("a folder was read")
	}
}

func TestHeld(t *testing.T) {
	s, err := OpenState(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := s.Lock("lock", "me")
	if err != nil {
		t.Fatal(err)
	}
	if holder, held, err := s.Held("lock"); holder != "me" || !held || err != nil {
		t.Errorf("%q, %v, %v", holder, held, err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if _, held, err := s.Held("lock"); held || err != nil {
		t.Errorf("afterwards: %v, %v", held, err)
	}
}
