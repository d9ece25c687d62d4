package local

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
	"ralsh/ral/host/stream"
)

// hooked calls a function once, before the first chunk is taken.
type hooked struct {
	io.Writer
	hook func()
}

func (h *hooked) Write(p []byte) (int, error) {
	if h.hook != nil {
		h.hook()
		h.hook = nil
	}
	return h.Writer.Write(p)
}

// A file whose size changes while it is read is an error, and a file that is
// replaced is read as it was. What is no regular file is refused at once.
func TestReadToOfAChangingFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := unix.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := strings.Repeat("0123456789abcdef", 1<<16) // 1 MiB
	for name, c := range map[string]struct {
		hook func(file string) error
		want error
	}{
		"unchanged": {nil, nil},
		"grows": {func(file string) error {
			f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("more")
				err = errors.Join(err, f.Close())
			}
			return err
		}, errGrew},
		"shrinks": {func(file string) error { return os.Truncate(file, 1<<19) }, errShrank},
		"is replaced": {func(file string) error {
			return errors.Join(os.WriteFile(file+".new", []byte("x"), 0o600), os.Rename(file+".new", file))
		}, nil},
		"is removed": {os.Remove, nil},
	} {
		file := at(strings.ReplaceAll(name, " ", "-"))
		write(t, file, data)
		var b bytes.Buffer
		to := &hooked{Writer: &b}
		if c.hook != nil {
			to.hook = func() {
				if err := c.hook(file); err != nil {
					t.Fatal(err)
				}
			}
		}
		err := Machine().Reader().ReadTo(t.Context(), file, to)
		if !errors.Is(err, c.want) || err == nil && b.String() != data {
			t.Errorf("%s: %d bytes, %v; want %v", name, b.Len(), err, c.want)
		}
	}
	for _, file := range []string{at("fifo"), "/dev/zero", dir} {
		if err := Machine().Reader().ReadTo(t.Context(), file, io.Discard); err == nil {
			t.Errorf("%s is read", file)
		}
	}
	// A kernel file has no size, and content.
	var b bytes.Buffer
	if err := Machine().Reader().ReadTo(t.Context(), "/proc/self/mountinfo", &b); err != nil || b.Len() == 0 {
		t.Errorf("a kernel file: %d bytes, %v", b.Len(), err)
	}
}

// A cancelled reading ends after the current chunk: a sparse file of 20 GB.
func TestReadToIsCancelled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sparse")
	write(t, file, "")
	if err := os.Truncate(file, 20_000_000_000); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	counted := &stream.Sticky{W: io.Discard}
	err := Machine().Reader().ReadTo(ctx, file, &hooked{Writer: counted, hook: cancel})
	if !errors.Is(err, context.Canceled) || counted.N > chunk {
		t.Errorf("%d bytes, %v", counted.N, err)
	}
}

func sourceOf(text string, failed error) host.Source {
	return host.Source{Name: "/src", Size: int64(len(text)), Sum: fmt.Sprintf("%x", sha256.Sum256([]byte(text))), To: func(_ context.Context, w io.Writer) error {
		_, err := io.Copy(w, strings.NewReader(text))
		return errors.Join(err, failed)
	}}
}

// A copy replaces a file as a write does. If it fails at any point, nothing of it is
// left, and the file is as it was.
func TestCopyFile(t *testing.T) {
	text, failed := strings.Repeat("long", 1<<19), errors.New("the source has changed")
	for name, c := range map[string]struct {
		src   host.Source
		check string
		want  error
	}{
		"whole":      {src: sourceOf(text, nil)},
		"changed":    {src: sourceOf(text, failed), want: failed},
		"not passed": {src: sourceOf(text, nil), check: "/bin/false", want: &host.CommandError{}},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, "a")
		write(t, file, "old")
		if err := os.Chmod(file, 0o604); err != nil {
			t.Fatal(err)
		}
		var acts []host.Act
		wr := host.TapAfter(Machine().Writer(), func(a host.Act, _ host.Result, _ error) { acts = append(acts, a) })
		var opt host.WriteOptions
		if c.check != "" {
			opt.Check = func(string) host.Command { return host.Command{Name: c.check} }
		}
		err := wr.CopyFile(t.Context(), file, c.src, opt)
		want := text
		if c.want != nil {
			want = "old"
		}
		var command *host.CommandError
		if (err == nil) != (c.want == nil) || c.want == failed && !errors.Is(err, failed) || c.check != "" && !errors.As(err, &command) {
			t.Errorf("%s: %v", name, err)
		}
		if got := content(t, file); got != want {
			t.Errorf("%s: %d bytes are there, want %d", name, len(got), len(want))
		}
		alone(t, dir, "a")
		if len(acts) != 1 || acts[0].After != nil || acts[0].Copied.Sum != c.src.Sum ||
			!strings.HasPrefix(acts[0].String(), "write "+file+", 3 -> 2097152 bytes of /src, by rename, mode 0604") {
			t.Errorf("%s: acts %v", name, acts)
		}
	}
}

func TestCopyToAFullDisk(t *testing.T) {
	ownMounts(t)
	dir := t.TempDir()
	mount(t, "tmpfs", dir, "tmpfs", 0, "size=64k")
	file := filepath.Join(dir, "a")
	write(t, file, "old")
	err := Machine().Writer().CopyFile(t.Context(), file, sourceOf(strings.Repeat("x", 1<<20), nil), host.WriteOptions{})
	if !errors.Is(err, unix.ENOSPC) || content(t, file) != "old" {
		t.Errorf("error %v, content %q", err, content(t, file))
	}
	alone(t, dir, "a")
}

// A plan copies nothing: its overlay reads the source, and later writes replace it.
func TestRecordedCopy(t *testing.T) {
	fake := fakehost.New(map[string]string{"/a": "old"})
	rec := record.New(fake.Reader())
	text := strings.Repeat("z", host.LargeFile+1)
	if err := rec.Writer().CopyFile(t.Context(), "/a", sourceOf(text, nil), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := rec.Reader().ReadTo(t.Context(), "/a", &b); err != nil || b.String() != text {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	if data, err := rec.Reader().ReadFile(t.Context(), "/a"); err != nil || string(data) != text {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if info, err := rec.Reader().Stat(t.Context(), "/a"); err != nil || info.Size != int64(len(text)) {
		t.Errorf("%v, %v", info, err)
	}
	if err := rec.Writer().WriteFile(t.Context(), "/a", []byte("new"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if data, err := rec.Reader().ReadFile(t.Context(), "/a"); err != nil || string(data) != "new" || fake.Content("/a") != "old" {
		t.Errorf("%q, %v; the host has %q", data, err, fake.Content("/a"))
	}
}
