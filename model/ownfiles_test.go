package model_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model/modeltest"
)

func TestKeepLog(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	dir := filepath.Join(t.TempDir(), "state")
	s.SetStateDir(dir)
	file := s.OwnFiles.Paths.Log
	for _, line := range []string{"one\n", "two\n"} {
		if err := s.OwnFiles.AppendLog(line); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(file); string(data) != "one\ntwo\n" {
		t.Errorf("%q %v", data, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	long := strings.Repeat("a long line\n", 100_000)
	for _, line := range []string{long, "three\n"} {
		if err := s.OwnFiles.AppendLog(line); err != nil {
			t.Fatal(err)
		}
	}
	if data, _ := os.ReadFile(file); string(data) != "three\n" {
		t.Errorf("it was not begun anew: %d bytes", len(data))
	}
	if data, _ := os.ReadFile(file + ".1"); string(data) != "one\ntwo\n"+long {
		t.Errorf("the one before holds %d bytes", len(data))
	}
}

func TestShortPath(t *testing.T) {
	s, _ := modeltest.Kept(t, nil)
	t.Setenv("HOME", "/home/alice/")
	for file, want := range map[string]string{
		"/home/alice/.config/x": "~/.config/x", "/home/alicex": "/home/alicex", "/etc/ralsh": "/etc/ralsh",
	} {
		if got := s.OwnFiles.Short(file); got != want {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
}
