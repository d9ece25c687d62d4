package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

func machine(t *testing.T) *stage {
	return newStage(t, local.Machine().Reader(), local.Machine().Writer())
}

func TestMachineReadersNeverSeeHalf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	texts := []string{strings.Repeat("a", 1<<16), strings.Repeat("b", 1<<17)}
	if err := os.WriteFile(file, []byte(texts[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	stop, seen := make(chan struct{}), make(chan error, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			data, err := os.ReadFile(file)
			if err != nil || string(data) != texts[0] && string(data) != texts[1] {
				select {
				case seen <- fmt.Errorf("%d bytes, %w", len(data), errors.Join(err)):
				default:
				}
			}
		}
	})
	s := machine(t)
	for i := range 40 {
		if _, err := s.apply(t.Context(), decl(file, "content", texts[(i+1)%2])); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	wg.Wait()
	select {
	case err := <-seen:
		t.Error(err)
	default:
	}
}

func TestMachineKeepsOwnerAndMode(t *testing.T) {
	real.Need(t, "gives files away")
	file := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(file, 1234, 5678); err != nil {
		t.Fatal(err)
	}
	if _, err := machine(t).apply(t.Context(), decl(file, "content", "new")); err != nil {
		t.Fatal(err)
	}
	info, err := local.Machine().Reader().Lstat(t.Context(), file)
	if err != nil || info.UID != 1234 || info.GID != 5678 || info.Mode != 0o640 {
		t.Errorf("%+v, %v", info, err)
	}
	r, err := machine(t).read(t.Context(), decl(file))
	if owner, _ := r.Is("owner").Int(); err != nil || owner != 1234 {
		t.Errorf("owner is %s, %v", r.Is("owner").Inspect(), err)
	}
}

func TestBelowARoot(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"etc", "srv"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	account := fmt.Sprintf("me:x:%d:%d::/:/bin/sh\n", os.Geteuid(), os.Getegid())
	if err := os.WriteFile(filepath.Join(root, "etc/passwd"), []byte(account), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/srv/real", filepath.Join(root, "srv/link")); err != nil {
		t.Fatal(err)
	}
	below := raltest.Below(t, root)
	s := newStage(t, below.Reader(), below.Writer())
	d := decl("/srv/link", "content", "x", "links", "follow", "owner", "me", "mode", "u=rw,go=")
	if _, err := s.apply(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(filepath.Join(root, "srv/real"))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if again, err := s.apply(t.Context(), d); err != nil || again != nil {
		t.Errorf("a second run: %v, %v", again, err)
	}
	if _, err := s.apply(t.Context(), decl("/srv/link", "target", "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(filepath.Join(root, "srv/link")); err != nil || got != "elsewhere" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestMachineSaysWhatItCannot(t *testing.T) {
	r, err := machine(t).read(t.Context(), decl("/proc/self/mem"))
	if err != nil || !strings.HasPrefix(r.Is("content").Reason(), "cannot read /proc/self/mem: ") {
		t.Errorf("content is %s, %v", r.Is("content"), err)
	}
	_, err = machine(t).apply(t.Context(), decl("/proc/none", "content", "x"))
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write /proc/none: ") {
		t.Errorf("got %v", err)
	}
}

// ownTmpfs mounts a tmpfs in a namespace that ends with the test's thread.
func ownTmpfs(t *testing.T, flags uintptr, data string) string {
	t.Helper()
	real.Need(t, "mounts a disk of its own")
	dir := t.TempDir()
	runtime.LockOSThread()
	err := unix.Unshare(unix.CLONE_NEWNS)
	if err == nil {
		err = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	}
	if err == nil {
		err = unix.Mount("tmpfs", dir, "tmpfs", flags, data)
	}
	if err != nil {
		real.Lacks(t, "needs a mount namespace: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

func TestMachineFullDisk(t *testing.T) {
	file := filepath.Join(ownTmpfs(t, 0, "size=64k"), "a")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := machine(t).apply(t.Context(), decl(file, "content", strings.Repeat("x", 1<<18)))
	if err == nil || err.Error() != "cannot write "+file+": no space left on device" {
		t.Errorf("got %v", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("left is %q, %v", data, err)
	}
	if names, _ := os.ReadDir(filepath.Dir(file)); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestMachineReadOnlyFolder(t *testing.T) {
	file := filepath.Join(ownTmpfs(t, unix.MS_RDONLY, ""), "a")
	_, err := machine(t).apply(t.Context(), decl(file, "content", "x"))
	if err == nil || err.Error() != "cannot write "+file+": read-only file system" {
		t.Errorf("got %v", err)
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is %v", err)
	}
}
