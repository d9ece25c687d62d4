package host

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A file replaces a link atomically, but not a directory.
func TestWriteReplaces(t *testing.T) {
	for kind, make := range stages(t) {
		t.Run(kind, func(t *testing.T) {
			s := make(t)
			err := errors.Join(s.step(t, "write a x"), s.step(t, "link l a"), s.step(t, "mkdir d 755"),
				s.change.WriteFile(t.Context(), s.at("l"), []byte("yy"), WriteOptions{Replace: true}))
			if got := s.seen(t, "l") + ", " + s.seen(t, "a"); err != nil || got != "-rw-r--r-- yy, -rw-r--r-- x" {
				t.Errorf("%v: %s", err, got)
			}
			if err := s.change.WriteFile(t.Context(), s.at("d"), nil, WriteOptions{Replace: true}); !errors.Is(err, unix.EISDIR) {
				t.Errorf("a directory: %v", err)
			}
		})
	}
}

func TestWriteReplacesAFifo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fifo")
	if err := unix.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	rec := NewRecorder(Machine().Reader())
	for _, wr := range []Writer{rec.Writer(), Machine().Writer()} {
		if err := wr.WriteFile(t.Context(), file, []byte("x"), WriteOptions{Replace: true}); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Lstat(file)
	if err != nil || info.Mode() != 0o644 || content(t, file) != "x" {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	want := "write " + file + ", new, 1 byte in place of what is there, by rename, mode 0644"
	if got := rec.Acts()[0].String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
