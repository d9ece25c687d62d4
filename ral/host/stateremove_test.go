package host

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"testing"
)

func TestStateRemoveAndSizes(t *testing.T) {
	s, err := OpenState(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if sizes, err := s.Sizes("kept"); sizes != nil || err != nil {
		t.Errorf("of no folder: %v, %v", sizes, err)
	}
	if err := errors.Join(s.WriteAtomic("kept/a", []byte("12345")), s.WriteAtomic("kept/b", nil), os.Mkdir(s.Path("kept/c"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if sizes, err := s.Sizes("kept"); err != nil || !maps.Equal(sizes, map[string]int64{"a": 5, "b": 0}) {
		t.Errorf("sizes %v, %v", sizes, err)
	}
	if err := errors.Join(s.Remove("kept/a"), s.Remove("kept/a")); err != nil {
		t.Errorf("removed twice: %v", err)
	}
	if _, err := s.Read("kept/a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after it was removed: %v", err)
	}
	if err := errors.Join(s.WriteAtomic("full/x", nil), s.Remove("full")); err == nil {
		t.Error("a folder that is not empty was removed")
	}
}
