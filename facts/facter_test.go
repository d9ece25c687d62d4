package facts

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
)

// facterArgs exclude what an administrator has added to the machine.
var facterArgs = []string{"facter", "--json", "--no-custom-facts", "--no-external-facts"}

// ownArgs are the same for ralsh.
var ownArgs = []string{"facts", "-o", "json", "--no-custom-facts", "--no-external-facts"}

// withNamed returns all facts of ralsh, with the fact that it only reads if it is named.
func withNamed(t *testing.T, run func(names ...string) string) string {
	t.Helper()
	all := make(map[string]json.RawMessage)
	for _, text := range []string{run(), run("ruby")} {
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// output runs a command of this machine. It ignores the status, because
// Facter's is 1 if a fact cannot be read.
func output(t *testing.T, argv ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	out, _ := cmd.Output()
	return string(out)
}

func TestMain(m *testing.M) { os.Exit(real.OneBinary(m).Run()) }

// The facts of this machine equal those of Facter. Both see the mounts at the
// start, because other tests mount and unmount meanwhile.
func TestLikeFacter(t *testing.T) {
	real.Full(t)
	real.NeedPrepared(t, "comparing facts", "facter", "nsenter", "sleep")
	holder := exec.Command("sleep", "infinity")
	holder.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Process.Kill(); _ = holder.Wait() }()
	within := []string{"nsenter", "--mount=/proc/" + strconv.Itoa(holder.Process.Pid) + "/ns/mnt"}
	// Mounts in directories of tests disappear with them, here too.
	mounts, err := os.ReadFile("/proc/" + strconv.Itoa(holder.Process.Pid) + "/mounts")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range slices.Backward(strings.Split(string(mounts), "\n")) {
		if f := strings.Fields(line); len(f) > 1 && strings.HasPrefix(f[1], os.TempDir()+"/") {
			output(t, slices.Concat(within, []string{"umount", "--lazy", f[1]})...)
		}
	}
	theirs := output(t, slices.Concat(within, facterArgs)...)
	like(t, theirs, withNamed(t, func(names ...string) string {
		return output(t, slices.Concat(within, []string{real.Binary(t), "facts", "-o", "json"}, names)...)
	}))
}

// The same with systemd as process 1 of a container, with the Facter of Debian 12 and of
// Debian 13.
func TestLikeFacterBooted(t *testing.T) {
	real.Full(t)
	for _, root := range []string{"debian", "trixie"} {
		t.Run(root, func(t *testing.T) {
			m := real.BootOf(t, root, real.Binary(t))
			needFacter(t, m.Root())
			theirs, _, _ := m.Run(t.Context(), facterArgs...)
			like(t, theirs, withNamed(t, func(names ...string) string {
				ours, stderr, _ := m.Run(t.Context(), slices.Concat([]string{"/opt/ralsh"}, ownArgs, names)...)
				if len(names) == 0 && !strings.Contains(ours, `"virtual": "systemd_nspawn"`) {
					t.Errorf("virtual is not systemd_nspawn: %s", stderr)
				}
				return ours
			}))
		})
	}
}

// The same in a directory used as the root, with another system's release file.
func TestLikeFacterChroot(t *testing.T) {
	real.Full(t)
	for name, make := range facterRoots {
		t.Run(name, func(t *testing.T) {
			root := make(t)
			needFacter(t, root)
			files, _ := unpack(t, "testdata/os/rocky9.txtar")
			likeRelease(t, root, files)
			real.Install(t, root, "opt/ralsh", real.Binary(t))
			theirs, _ := real.Enter(root, facterArgs...).Output()
			like(t, string(theirs), withNamed(t, func(names ...string) string {
				ours, _ := real.Enter(root, slices.Concat([]string{"/opt/ralsh"}, ownArgs, names)...).Output()
				return string(ours)
			}))
		})
	}
}

// facterRoots are the systems whose Facter is compared in a directory used as the root.
var facterRoots = map[string]func(testing.TB) string{"debian": real.Chroot, "trixie": real.Trixie}

// needFacter skips the test if the root was created before it contained facter.
func needFacter(t *testing.T, root string) {
	t.Helper()
	_, err := os.Stat(filepath.Join(root, "usr/bin/facter"))
	switch {
	case err == nil:
	default:
		real.Lacks(t, "the root has no facter, make it again with .ci/roots: %v", err)
	}
}

// likeRelease replaces the release files of a root with those of another
// system.
func likeRelease(t *testing.T, root string, files map[string]string) {
	t.Helper()
	own, err := filepath.Glob(filepath.Join(root, "etc/*release"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"etc/debian_version", "etc/devuan_version", "etc/linuxmint/info", "usr/lib/os-release"} {
		own = append(own, filepath.Join(root, name))
	}
	for _, name := range own {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The printed form equals Facter's exactly.
func TestPrintedLikeFacter(t *testing.T) {
	real.Full(t)
	real.NeedPrepared(t, "comparing what is printed", "facter")
	bin := real.Binary(t)
	for _, names := range []string{
		"os", "os.name", "kernel os.release.major no.such identity fips_enabled", "processors.models os.family filesystems",
		"networking.interfaces.lo.bindings networking.primary networking.fqdn", "mountpoints./.options", "no.such", "hypervisors.kvm", "memory.system.total_bytes processors.models.0",
	} {
		want := output(t, append([]string{"facter"}, strings.Fields(names)...)...)
		got := output(t, append([]string{bin, "facts"}, strings.Fields(names)...)...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("facter %s:\n%s", names, diff)
		}
	}
}

// secondsLater reports whether a number of seconds was read a few seconds after another.
func secondsLater(first, second string) bool {
	a, err := strconv.ParseFloat(first, 64)
	b, err2 := strconv.ParseFloat(second, 64)
	return err == nil && err2 == nil && b >= a && b < a+60
}

// Legacy facts have Facter's values, and are listed only on request.
func TestFlatLikeFacter(t *testing.T) {
	real.Full(t)
	real.NeedPrepared(t, "comparing the old names", "facter")
	bin := real.Binary(t)
	theirs := leavesOf(t, output(t, append(slices.Clone(facterArgs), "--show-legacy")...))
	flat := leavesOf(t, output(t, bin, "facts", "-o", "json", "--show-legacy"))
	plain := leavesOf(t, output(t, bin, "facts", "-o", "json"))
	differs, compared := reasons(t, "testdata/facter/differs.txt"), 0
	for name, want := range theirs {
		if _, structured := plain[name]; structured || strings.Contains(name, "\x00") || in(name, left) ||
			strings.HasPrefix(name, "memoryfree") || strings.HasPrefix(name, "swapfree") {
			continue
		}
		compared++
		if name == "uptime_seconds" && secondsLater(want, flat[name]) {
			continue
		}
		if why, listed := listedIn(name, differs); flat[name] != want && !listed {
			t.Errorf("%s is %s, Facter says %s%s", dotted(name), flat[name], want, why)
		}
	}
	t.Logf("%d old names compared", compared)
	if compared < 40 {
		t.Error("too few")
	}
}

// Facter itself, in a root with the release files of each system, gives the
// facts of the frozen trees.
func TestDistributionsLikeFacter(t *testing.T) {
	real.Full(t)
	root := real.Chroot(t)
	needFacter(t, root)
	trees, err := filepath.Glob("testdata/os/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	uname, err := local.Machine().Reader().Uname(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tree := range trees {
		t.Run(strings.TrimSuffix(filepath.Base(tree), ".txtar"), func(t *testing.T) {
			files, _ := unpack(t, tree)
			likeRelease(t, root, files)
			theirs, _ := real.Enter(root, append(slices.Clone(facterArgs), "os")...).Output()
			ours, err := JSON(New(fakehost.New(files, fakehost.WithUname(uname)).Reader()).Tree(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			likeOS(t, string(theirs), string(ours))
		})
	}
}
