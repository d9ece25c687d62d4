package real

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Chroot returns a fresh Debian root: what is written to it is gone when the test
// ends. No daemon starts in it by itself: policy-rc.d exits 101. Run commands in
// it with [Enter].
func Chroot(t testing.TB) string {
	t.Helper()
	return overlay(t, "debian")
}

// Rpm returns a fresh root that has dnf, rpm, rpmbuild and createrepo_c, like
// [Chroot]. Its own system is Debian: install with --installroot.
func Rpm(t testing.TB) string {
	t.Helper()
	return overlay(t, "rpm")
}

// Tools returns a fresh root that has the tools which exclude others or of which
// one is enough: zypper, pacman, gem, pip, npm, flatpak, augtool, semodule. It is
// like [Chroot].
func Tools(t testing.TB) string {
	t.Helper()
	return overlay(t, "tools")
}

// Inits returns a fresh root that has openrc and runit, like [Chroot].
func Inits(t testing.TB) string {
	t.Helper()
	return overlay(t, "inits")
}

// Libuser returns a fresh root that has the tools of libuser, and extrausers as a
// second source of names, like [Chroot].
func Libuser(t testing.TB) string {
	t.Helper()
	return overlay(t, "libuser")
}

// Puppet returns a fresh root that has Debian's Puppet, like [Chroot].
func Puppet(t testing.TB) string {
	t.Helper()
	return overlay(t, "puppet")
}

// PuppetServer returns a fresh root that has Puppet's server and agent, like
// [Chroot].
func PuppetServer(t testing.TB) string {
	t.Helper()
	return overlay(t, "puppetserver")
}

// base is the folder of the cached root name, made by .ci/roots.
func base(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(roots(), name)
	if _, err := os.Stat(dir + ".stamp"); err != nil {
		Lacks(t, "no root folder %s: make it with .ci/roots", dir)
	}
	return dir
}

// roots is the folder that .ci/roots makes roots in.
func roots() string {
	if dir := os.Getenv("RALSH_ROOTS"); dir != "" {
		return dir
	}
	return "/var/cache/ralsh-roots"
}

func overlay(t testing.TB, name string) string {
	t.Helper()
	Need(t, "mounting an overlay of the root "+name, "unshare", "chroot")
	lower := base(t, name)
	dir := tempDir(t)
	layer, root := filepath.Join(dir, "layer"), filepath.Join(dir, "root")
	mkdirs(t, layer, root)
	mount(t, "tmpfs", layer, "tmpfs", "mode=0755")
	upper, work := filepath.Join(layer, "upper"), filepath.Join(layer, "work")
	mkdirs(t, upper, work)
	mount(t, "overlay", root, "overlay", "lowerdir="+lower+",upperdir="+upper+",workdir="+work)
	Write(t, filepath.Join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", 0o755)
	return root
}

// tempDir is removed only as far as it is empty or our own files: a removal that
// descends into a mount that would not go away could empty what is mounted there.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ralsh-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, name := range []string{"layer", "root", "."} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Error(err)
			}
		}
	})
	return dir
}

func mount(t testing.TB, source, target, kind, options string) {
	t.Helper()
	if err := syscall.Mount(source, target, kind, 0, options); err != nil {
		Lacks(t, "mounting %s on %s (%s): %v", kind, target, options, err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(target, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmounting %s: %v", target, err)
		}
	})
}

func mkdirs(t testing.TB, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// Write writes the file with exactly this mode, whatever the umask is.
func Write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	mkdirs(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// Enter is a command in the root, in namespaces of its own: it has a /proc of its
// own, no network but its own loopback (which is down), and what it leaves running
// is killed when it ends. The environment holds PATH, HOME and LC_ALL=C only.
func Enter(root string, argv ...string) *exec.Cmd {
	args := []string{
		"--mount", "--pid", "--net", "--fork", "--kill-child",
		"--mount-proc=" + filepath.Join(root, "proc"), "chroot", root,
	}
	cmd := exec.Command("unshare", append(args, argv...)...)
	cmd.Env = environment("HOME=/root", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	return cmd
}

func environment(more ...string) []string {
	return append([]string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, more...)
}
