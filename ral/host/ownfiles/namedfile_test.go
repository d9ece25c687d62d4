package ownfiles

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReadKey(t *testing.T) {
	type keyFile struct {
		name     string
		mode     os.FileMode
		uid, gid int
		want     string
	}
	files := []keyFile{
		{"its user's alone", 0o600, os.Geteuid(), os.Getegid(), ""},
		{"the own group reads", 0o640, os.Geteuid(), os.Getegid(), ""},
		{"the own group writes", 0o660, os.Geteuid(), os.Getegid(), "(mode 0660): run chmod 600 /"},
		{"all read", 0o604, os.Geteuid(), os.Getegid(), "(mode 0604)"},
		{"all write", 0o602, os.Geteuid(), os.Getegid(), "(mode 0602)"},
	}
	if os.Geteuid() == 0 { // only root makes files of others
		files = append(
			files,
			keyFile{"another group reads", 0o640, os.Geteuid(), 65533, "(mode 0640)"},
			keyFile{"another user's", 0o600, 65533, os.Getegid(), "belongs to uid 65533"},
		)
	}
	for _, c := range files {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "agent.nk")
			if err := os.WriteFile(file, []byte("seed"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chown(file, c.uid, c.gid); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(file, c.mode); err != nil {
				t.Fatal(err)
			}
			data, err := ReadKey(file, 64)
			if c.want == "" && (err != nil || string(data) != "seed") {
				t.Errorf("%q, %v", data, err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || data != nil) {
				t.Errorf("%q, %v; want %q", data, err, c.want)
			}
		})
	}
}

func TestReadNamedOfNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe, long := filepath.Join(dir, "pipe"), filepath.Join(dir, "long")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(long, make([]byte, 65), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                         "not a regular file",
		pipe:                        "not a regular file",
		long:                        "is too large (65 bytes, at most 64)",
		filepath.Join(dir, "other"): "no such file",
	} {
		for _, read := range []func(string, int64) ([]byte, error){ReadKey, ReadNamed} {
			if data, err := read(path, 64); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q, %v; want %q", path, data, err, want)
			}
		}
	}
}
