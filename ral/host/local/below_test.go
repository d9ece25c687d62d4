package local

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/record"
)

// image returns a root directory with the links that images have, next to a
// file outside that none of them may reach.
func image(t *testing.T) (h host.Host, root, outside string) {
	t.Helper()
	top := t.TempDir()
	root, outside = filepath.Join(top, "root"), filepath.Join(top, "outside")
	for _, dir := range []string{root, root + "/etc", root + "/usr/lib", outside} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(outside, "secret"), "outside")
	write(t, filepath.Join(root, "usr/lib/os-release"), "inside")
	for name, target := range map[string]string{
		"etc/os-release": "/usr/lib/os-release",
		"etc/relative":   "../usr/lib/os-release",
		"etc/escape":     "../../outside/secret",
		"etc/up":         "../../../../../../../outside",
		"etc/absolute":   outside + "/secret",
		"lib":            "/usr/lib",
		"out":            outside,
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	h, err := Below(root)
	if err != nil {
		t.Fatal(err)
	}
	return h, root, outside
}

func TestBelowReadsInside(t *testing.T) {
	h, root, _ := image(t)
	for _, file := range []string{"/etc/os-release", "/etc/relative", "/lib/os-release", "/../../usr/lib/os-release"} {
		if got, err := h.Reader().ReadFile(t.Context(), file); err != nil || string(got) != "inside" {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"/etc/escape", "/etc/absolute", "/out/secret", "/etc/up/secret"} {
		if got, err := h.Reader().ReadFile(t.Context(), file); !errors.Is(err, unix.ENOENT) {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	if h.Root() != root || h.Reader().Root() != root {
		t.Errorf("root %q, %q", h.Root(), h.Reader().Root())
	}
}

// A write through a link that leads outside creates the file inside, where the
// link leads when this root is booted.
func TestBelowWritesInside(t *testing.T) {
	h, root, outside := image(t)
	wr, ctx := h.Writer(), t.Context()
	write(t, filepath.Join(outside, "mode"), "")
	tries := map[string]error{
		"write ":  wr.WriteFile(ctx, "/etc/absolute", []byte("x"), host.WriteOptions{}),
		"mkdir":   wr.Mkdir(ctx, "/out/d", 0o755),
		"symlink": wr.Symlink(ctx, "x", "/etc/up/l"),
		"chmod":   wr.Chmod(ctx, "/out/mode", 0o777),
		"chown":   wr.Chown(ctx, "/out/mode", 1, 1),
	}
	for what, err := range tries {
		if !errors.Is(err, unix.ENOENT) {
			t.Errorf("%s outside: %v", what, err)
		}
	}
	if err := wr.Remove(ctx, "/out/secret", false); err != nil {
		t.Errorf("remove what is not there: %v", err)
	}
	alone(t, outside, "mode", "secret")
	if info, err := os.Stat(filepath.Join(outside, "mode")); err != nil || info.Mode() != 0o644 {
		t.Errorf("outside: %v, %v", info.Mode(), err)
	}
	if err := wr.WriteFile(ctx, "/etc/escape", []byte("x"), host.WriteOptions{}); !errors.Is(err, unix.ENOENT) {
		t.Errorf("write through a link that climbs out: %v", err)
	}
	if err := wr.WriteFile(ctx, "/etc/os-release", []byte("new"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := content(t, filepath.Join(root, "usr/lib/os-release")); got != "new" {
		t.Errorf("behind an absolute link: %q", got)
	}
	alone(t, filepath.Join(root, "usr/lib"), "os-release")
}

func TestBelowBorrowsFromOutside(t *testing.T) {
	h, _, _ := image(t)
	found, err := h.Reader().Find(t.Context(), "sh")
	if err != nil {
		t.Fatalf("commands come from outside: %v", err)
	}
	res, err := h.Reader().Allow(host.Query{Name: "sh"}).Query(t.Context(), host.Command{Name: "sh", Args: []string{"-c", "echo hi"}})
	if err != nil || string(res.Stdout) != "hi\n" || res.Path != found.Path {
		t.Errorf("ran %q: %q, %v", res.Path, res.Stdout, err)
	}
	if _, err := h.Reader().Bus(t.Context(), host.BusCall{Method: "GetId"}); !errors.Is(err, host.ErrNoBus) {
		t.Errorf("bus: %v", err)
	}
	if u, err := h.Reader().Uname(t.Context()); err != nil || u.Sysname != "Linux" {
		t.Errorf("uname %+v, %v", u, err)
	}
}

func TestBelowNeedsAFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "")
	for _, root := range []string{file, file + "/no", "/nowhere/at/all"} {
		if _, err := Below(root); err == nil {
			t.Errorf("%s was taken for a root", root)
		}
	}
}

// The plan names the target of a link, and the apply uses the same.
func TestActsNameTheRealPath(t *testing.T) {
	_, root, _ := image(t)
	h, err := Below(root)
	if err != nil {
		t.Fatal(err)
	}
	rec, done := record.New(h.Reader()), []host.Act{}
	for _, wr := range []host.Writer{rec.Writer(), host.TapAfter(h.Writer(), func(a host.Act, _ host.Result, _ error) { done = append(done, a) })} {
		ctx := t.Context()
		err := errors.Join(
			wr.WriteFile(ctx, "/etc/relative", []byte("x"), host.WriteOptions{}),
			wr.Mkdir(ctx, "/lib/d", 0o755), wr.Symlink(ctx, "x", "/lib/l"), wr.Remove(ctx, "/lib/d", false),
			wr.Chmod(ctx, "/lib/os-release", 0o600), wr.Remove(ctx, "/etc/os-release", false),
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Join([]string{
		"write /usr/lib/os-release (named /etc/relative), 6 -> 1 byte, by rename, mode 0644",
		"mkdir /usr/lib/d (named /lib/d), mode 0755",
		"symlink /usr/lib/l (named /lib/l) -> x",
		"remove /usr/lib/d (named /lib/d)",
		"chmod 0600 /usr/lib/os-release (named /lib/os-release)",
		"remove /etc/os-release",
	}, "\n")
	for _, acts := range [][]host.Act{rec.Acts(), done} {
		var texts []string
		for _, act := range acts {
			texts = append(texts, act.String())
		}
		if got := strings.Join(texts, "\n"); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}
