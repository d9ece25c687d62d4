package host

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

// TestClaimOnce checks that of many that claim a name at the same time one gets it.
func TestClaimOnce(t *testing.T) {
	dir := t.TempDir()
	var got atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			switch err := PeekState(dir).Claim("names/a", []byte("x")); {
			case err == nil:
				got.Add(1)
			case !errors.Is(err, fs.ErrExist):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got.Load() != 1 {
		t.Errorf("%d of them got it", got.Load())
	}
	s := PeekState(dir)
	if data, err := s.Read("names/a"); err != nil || string(data) != "x" {
		t.Errorf("it has %q, %v", data, err)
	}
	if info, err := os.Stat(s.Path("names/a")); err != nil || info.Mode() != 0o600 {
		t.Errorf("it is %v, %v", info, err)
	}
}

func TestRename(t *testing.T) {
	s := PeekState(t.TempDir())
	if err := errors.Join(s.Claim("a", []byte("new")), s.Claim("b", []byte("old")), s.Rename("a", "b"), s.Rename("none", "b")); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read("b"); err != nil || string(data) != "new" {
		t.Errorf("b has %q, %v", data, err)
	}
	if _, err := s.Read("a"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a is there: %v", err)
	}
}
