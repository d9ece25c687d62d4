package ownfiles_test

import (
	"os"
	"syscall"
	"testing"

	"ralsh/ral/host/ownfiles"
)

func TestUnlinked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f, err := ownfiles.Unlinked()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(os.TempDir())
	if names := info.Sys().(*syscall.Stat_t).Nlink; names != 0 || info.Size() != 4 || len(left) != 0 || err != nil {
		t.Errorf("it has %d bytes and %d names, %d files are there, %v", info.Size(), names, len(left), err)
	}
}
