package real

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Chroot returns a fresh Debian root. Changes in it are discarded when the test ends.
// policy-rc.d exits with 101, so that packages start no daemons. Run commands in it
// with [Enter].
func Chroot(t testing.TB) string {
	t.Helper()
	return overlay(t, "debian")
}

// Rpm returns a fresh root with dnf, rpm, rpmbuild and createrepo_c, like [Chroot]. Its base
// system is Debian: install with --installroot.
func Rpm(t testing.TB) string {
	t.Helper()
	return overlay(t, "rpm")
}

// Tools returns a fresh root like [Chroot] with tools that conflict with different tools, or
// that only a few tests need: zypper, pacman, gem, pip, npm, flatpak, augtool, semodule.
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

// Ruby returns a fresh root that has Debian's Puppet, its packages of Puppet modules
// that have types, and MariaDB and PostgreSQL, which do not run, like [Chroot].
func Ruby(t testing.TB) string {
	t.Helper()
	return overlay(t, "ruby")
}

// Trixie returns a fresh root of Debian 13 that has Debian's Puppet 8 and its packages of
// Puppet modules, like [Chroot].
func Trixie(t testing.TB) string {
	t.Helper()
	return overlay(t, "trixie")
}

// SSH returns a fresh root that has a server of ssh, sudo, doas, busybox, fish and tcsh, like
// [Chroot].
func SSH(t testing.TB) string {
	t.Helper()
	return overlay(t, "ssh")
}

// Agent returns a fresh root with systemd, an ssh server and a NATS server, like [Chroot]. It
// can be prepared and then booted: [System].
func Agent(t testing.TB) string {
	t.Helper()
	return overlay(t, "agent")
}

// Layers returns the directory with all writes in a root of [Chroot] or a variant, and the
// directory of the cached root below it.
func Layers(t testing.TB, root string) (upper, lower string) {
	t.Helper()
	dir := filepath.Dir(root)
	lower, err := os.Readlink(filepath.Join(dir, "lower"))
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "layer", "upper"), lower
}

// base returns the directory of a cached root, made by .ci/roots. It skips the test
// without RALSH_REAL=1, because the tests of all roots take long.
func base(t testing.TB, name string) string {
	t.Helper()
	prepared(t, "the root "+name)
	dir := filepath.Join(roots(), name)
	if _, err := os.Stat(dir + ".stamp"); err != nil {
		Lacks(t, "the root directory %s does not exist: create it with .ci/roots", dir)
	}
	return dir
}

// roots returns the directory in which .ci/roots makes roots.
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
	if err := os.Symlink(lower, filepath.Join(dir, "lower")); err != nil {
		t.Fatal(err)
	}
	mount(t, "tmpfs", layer, "tmpfs", 0, "mode=0755")
	upper, work := filepath.Join(layer, "upper"), filepath.Join(layer, "work")
	mkdirs(t, upper, work)
	mount(t, "overlay", root, "overlay", 0, "lowerdir="+lower+",upperdir="+upper+",workdir="+work)
	Write(t, filepath.Join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", 0o755)
	return root
}

// tempDir returns a directory whose subdirectories layer and root, and the link lower, are
// removed with it at the end of the test, if they are empty. A recursive removal would delete
// the files of a mount that cannot be unmounted.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ralsh-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, name := range []string{"lower", "layer", "root", "."} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Error(err)
			}
		}
	})
	return dir
}

func mount(t testing.TB, source, target, kind string, flags uintptr, options string) {
	t.Helper()
	if err := syscall.Mount(source, target, kind, flags, options); err != nil {
		Lacks(t, "mounting %s on %s (%s): %v", source, target, options, err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(target, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmounting %s: %v", target, err)
		}
	})
}

// Install mounts a program of the host, read-only, as the file at path in a root of [Chroot]
// or a variant. Call it before [Stay], because existing namespaces do not get the mount.
func Install(t testing.TB, root, path, program string) {
	t.Helper()
	target := filepath.Join(root, path)
	Write(t, target, "", 0o755)
	mount(t, program, target, "", syscall.MS_BIND, "")
	// A bind mount ignores other flags until it is remounted: mount(2).
	if err := syscall.Mount("", target, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}

func mkdirs(t testing.TB, dirs ...string) {
	t.Helper()
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// Write writes the file with exactly this mode, independently of the umask. It prevents the
// start of processes meanwhile: a child would keep the file open for writing until its exec,
// and an open program cannot be run (ETXTBSY, execve(2)).
func Write(t testing.TB, path, text string, mode os.FileMode) {
	t.Helper()
	mkdirs(t, filepath.Dir(path))
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// Enter returns a command in the root, in new namespaces: it has a separate /proc, and no
// network except a loopback that is down. Processes that it leaves running are killed when it
// ends. The environment contains only PATH, HOME and LC_ALL=C.
func Enter(root string, argv ...string) *exec.Cmd {
	args := []string{
		"--mount", "--pid", "--net", "--fork", "--kill-child",
		"--mount-proc=" + filepath.Join(root, "proc"), "chroot", root,
	}
	cmd := exec.Command("unshare", append(args, argv...)...)
	cmd.Env = environment("HOME=/root", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	return cmd
}

// Stay returns an Enter for this root whose commands share namespaces until the test ends: the
// next command sees the processes, mounts and network settings of the previous command. Mounts
// are not visible outside.
func Stay(t testing.TB, root string) (enter func(argv ...string) *exec.Cmd) {
	t.Helper()
	Need(t, "entering namespaces", "nsenter")
	keeper := Enter(root, "bash", "-c", "echo kept; while read -r; do :; done") // bash waits for orphans
	ends, err := keeper.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	text, err := keeper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ends.Close()
		if err := keeper.Wait(); err != nil {
			t.Errorf("start the process that keeps the namespaces of %s: %v", root, err)
		}
	})
	if line, err := bufio.NewReader(text).ReadString('\n'); line != "kept\n" {
		t.Fatalf("keeping the namespaces of %s: %q, %v", root, line, err)
	}
	kept := fmt.Sprintf("/proc/%d/ns/", keeper.Process.Pid)
	return func(argv ...string) *exec.Cmd {
		args := []string{"--mount=" + kept + "mnt", "--net=" + kept + "net", "--pid=" + kept + "pid_for_children", "chroot", root}
		cmd := exec.Command("nsenter", append(args, argv...)...)
		cmd.Env = environment("HOME=/root", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
		return cmd
	}
}

func environment(more ...string) []string {
	return append([]string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, more...)
}
