package local

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pkg/xattr"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

func TestWriteKeepsAttributes(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	write(t, file, "old")
	if err := xattr.Set(file, "user.origin", []byte("image")); err != nil {
		real.Lacks(t, "needs extended attributes: %v", err)
	}
	if err := Machine().Writer().WriteFile(t.Context(), file, []byte("new"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, err := xattr.Get(file, "user.origin"); err != nil || string(got) != "image" {
		t.Errorf("user.origin is %q, %v", got, err)
	}
	if got := content(t, file); got != "new" {
		t.Errorf("content %q", got)
	}
	alone(t, dir, "a")
}

func TestWriteReplacesTheInode(t *testing.T) {
	dir := t.TempDir()
	file, hard := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	write(t, file, "old")
	if err := os.Link(file, hard); err != nil {
		t.Fatal(err)
	}
	if err := Machine().Writer().WriteFile(t.Context(), file, []byte("new"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := content(t, hard); got != "old" {
		t.Errorf("a reader that had the file open sees %q", got)
	}
}

func TestFullDiskKeepsTheOldFile(t *testing.T) {
	ownMounts(t)
	dir := t.TempDir()
	mount(t, "tmpfs", dir, "tmpfs", 0, "size=64k")
	file := filepath.Join(dir, "a")
	write(t, file, "old")
	err := Machine().Writer().WriteFile(t.Context(), file, bytes.Repeat([]byte("x"), 1<<20), host.WriteOptions{})
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v", err)
	}
	if got := content(t, file); got != "old" {
		t.Errorf("%d bytes are left of the old file", len(got))
	}
	alone(t, dir, "a")
}

func TestBoundFileIsRewrittenInPlace(t *testing.T) {
	ownMounts(t)
	for _, size := range []string{"size=64k", "size=8k"} {
		dir, store := t.TempDir(), t.TempDir()
		mount(t, "tmpfs", store, "tmpfs", 0, size)
		file, source := filepath.Join(dir, "hosts"), filepath.Join(store, "hosts")
		write(t, file, "")
		write(t, source, "a longer old text")
		mount(t, source, file, "", unix.MS_BIND, "")
		data, wantErr := []byte("new"), error(nil)
		if size == "size=8k" {
			data, wantErr = bytes.Repeat([]byte("x"), 1<<20), unix.ENOSPC
		}
		text := ""
		ctx := host.WithTrace(t.Context(), func(trace host.Trace) { text = trace.Line })
		err := Machine().Writer().WriteFile(ctx, file, data, host.WriteOptions{})
		if !errors.Is(err, wantErr) {
			t.Fatalf("%s: %v, want %v", size, err, wantErr)
		}
		want := "new"
		if wantErr != nil {
			want = "a longer old text"
		}
		if got := content(t, source); got != want {
			t.Errorf("%s: the file behind the mount holds %q", size, got)
		}
		if !strings.HasPrefix(text, "rewritten in place") {
			t.Errorf("not said: %q", text)
		}
		alone(t, dir, "hosts")
	}
}

func TestRemoveStopsAtMounts(t *testing.T) {
	ownMounts(t)
	dir, other := t.TempDir(), t.TempDir()
	write(t, filepath.Join(other, "precious"), "x")
	if err := os.MkdirAll(filepath.Join(dir, "top/mnt"), 0o755); err != nil {
		t.Fatal(err)
	}
	mount(t, other, filepath.Join(dir, "top/mnt"), "", unix.MS_BIND, "")
	err := Machine().Writer().Remove(t.Context(), filepath.Join(dir, "top"), true)
	if !errors.Is(err, unix.EBUSY) || !strings.Contains(err.Error(), "top/mnt") {
		t.Errorf("error %v", err)
	}
	if got := content(t, filepath.Join(other, "precious")); got != "x" {
		t.Errorf("what was mounted holds %q", got)
	}
}

func TestReadRefusals(t *testing.T) {
	dir := t.TempDir()
	rd := Machine().Reader()
	fifo, big := filepath.Join(dir, "fifo"), filepath.Join(dir, "big")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, big, "")
	if err := os.Truncate(big, host.MaxRead+1); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]error{
		fifo: host.ErrNotRegular, "/dev/zero": host.ErrNotRegular, big: host.ErrTooLarge, dir: unix.EISDIR, dir + "/no": unix.ENOENT,
	} {
		if _, err := rd.ReadFile(t.Context(), file); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", file, err, want)
		}
	}
	if _, err := rd.ReadFile(t.Context(), "relative"); err == nil {
		t.Error("a relative path was read")
	}
	if got, err := rd.ReadFile(t.Context(), "/proc/self/status"); err != nil || len(got) == 0 {
		t.Errorf("/proc/self/status: %d bytes, %v", len(got), err)
	}
}
