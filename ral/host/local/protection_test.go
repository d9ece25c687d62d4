package local

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/record"
	"ralsh/ral/raltest/real"
)

// flagged sets the attributes of a file like chattr(1) until the test ends.
func flagged(t *testing.T, file string, flags int) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	old, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, old|flags)
	}
	if err != nil {
		real.Lacks(t, "needs the attributes of chattr: %v", err)
	}
	t.Cleanup(func() {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, old); err != nil {
			t.Error(err)
		}
	})
}

// A plan refuses exactly what the kernel would refuse.
func TestProtectedPathsInAPlan(t *testing.T) {
	ownMounts(t)
	dir := t.TempDir()
	for _, name := range []string{"ro", "fixed", "log"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if name != "ro" {
			write(t, filepath.Join(dir, name, "a"), "")
		}
	}
	write(t, filepath.Join(dir, "held"), "")
	write(t, filepath.Join(dir, "grows"), "")
	mount(t, "tmpfs", filepath.Join(dir, "ro"), "tmpfs", unix.MS_RDONLY, "")
	flagged(t, filepath.Join(dir, "fixed"), unix.STATX_ATTR_IMMUTABLE)
	flagged(t, filepath.Join(dir, "log"), unix.STATX_ATTR_APPEND)
	flagged(t, filepath.Join(dir, "held"), unix.STATX_ATTR_IMMUTABLE)
	flagged(t, filepath.Join(dir, "grows"), unix.STATX_ATTR_APPEND)
	for step, want := range map[string]string{
		"write ro/a x":      "ro is on a file system that is mounted read-only",
		"mkdir ro/d 755":    "ro is on a file system that is mounted read-only",
		"chmod ro 700":      "ro is on a file system that is mounted read-only",
		"remove ro/a":       "",
		"write fixed/n x":   "fixed is immutable (chattr +i)",
		"link fixed/l x":    "fixed is immutable (chattr +i)",
		"remove fixed/a":    "fixed is immutable (chattr +i)",
		"chmod fixed/a 600": "",
		"write log/n x":     "log is append-only (chattr +a)",
		"mkdir log/d 755":   "",
		"remove log/a":      "log is append-only (chattr +a)",
		"write held x":      "held is immutable (chattr +i)",
		"chmod held 600":    "held is immutable (chattr +i)",
		"remove held":       "held is immutable (chattr +i)",
		"write grows x":     "grows is append-only (chattr +a)",
	} {
		rec := record.New(Machine().Reader())
		planned := stepped(t, rec.Writer(), dir, step)
		applied := stepped(t, Machine().Writer(), dir, step)
		if (planned == nil) != (applied == nil) {
			t.Errorf("%s: the plan says %v, the apply %v", step, planned, applied)
		}
		if got := errText(planned); want == "" && planned != nil || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s, want %s", step, got, want)
		}
	}
}

// stepped does a step like "chmod file 600" in a directory.
func stepped(t *testing.T, wr host.Writer, dir, step string) error {
	t.Helper()
	words := append(strings.Fields(step), "")
	ctx, file, arg := t.Context(), filepath.Join(dir, words[1]), words[2]
	mode, _ := strconv.ParseUint(arg, 8, 32)
	switch words[0] {
	case "write":
		return wr.WriteFile(ctx, file, []byte(arg), host.WriteOptions{})
	case "mkdir":
		return wr.Mkdir(ctx, file, host.FileMode(uint32(mode)))
	case "chmod":
		return wr.Chmod(ctx, file, host.FileMode(uint32(mode)))
	case "link":
		return wr.Symlink(ctx, arg, file)
	default:
		return wr.Remove(ctx, file, false)
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A plan refuses a command that must write a protected file, and names the
// file.
func TestProtectedFilesOfACommand(t *testing.T) {
	ownMounts(t)
	dir := t.TempDir()
	for _, name := range []string{"free", "fixed", "ro"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "fixed", "a"), "")
	write(t, filepath.Join(dir, "free", "held"), "")
	mount(t, "tmpfs", filepath.Join(dir, "ro"), "tmpfs", unix.MS_RDONLY, "")
	flagged(t, filepath.Join(dir, "fixed"), unix.STATX_ATTR_IMMUTABLE)
	flagged(t, filepath.Join(dir, "free", "held"), unix.STATX_ATTR_IMMUTABLE)
	for file, want := range map[string]string{
		"free/new": "", "none/new": "",
		"free/held": "true cannot work: DIR/free/held is immutable (chattr +i)",
		"fixed/a":   "true cannot work: DIR/fixed is immutable (chattr +i)",
		"ro/a":      "true cannot work: DIR/ro is on a file system that is mounted read-only",
	} {
		rec := record.New(Machine().Reader())
		cmd := host.Command{Name: "/bin/true", Writes: []string{filepath.Join(dir, "free/new"), filepath.Join(dir, file)}}
		got := strings.ReplaceAll(errText(rec.Writer().Run(t.Context(), cmd)), dir, "DIR")
		if got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
		if acts := len(rec.Acts()); acts != map[bool]int{true: 1}[want == ""] {
			t.Errorf("%s: %d acts are recorded", file, acts)
		}
		if err := Machine().Writer().Run(t.Context(), cmd); err != nil {
			t.Errorf("%s: at the apply the command itself is to say it: %v", file, err)
		}
	}
}

// A plan that acts as another user knows what that user may not write.
func TestPlanAsAnotherUser(t *testing.T) {
	dir := shared(t)
	for name, want := range map[string]string{"own/a": "", "root/a": "root is not writable for the user"} {
		rec := record.New(Machine().Reader())
		write := func(ctx context.Context) error {
			return rec.Writer().WriteFile(ctx, filepath.Join(dir, name), nil, host.WriteOptions{})
		}
		if got := errText(write(host.WithUser(t.Context(), somebody, somebody))); want == "" && got != "" || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if err := write(t.Context()); err != nil {
			t.Errorf("%s as root: %v", name, err)
		}
	}
}
