package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

// A file replaces a link atomically, but not a directory.
func TestWriteReplaces(t *testing.T) {
	for kind, make := range stages(t) {
		t.Run(kind, func(t *testing.T) {
			s := make(t)
			err := errors.Join(s.step(t, "write a x"), s.step(t, "link l a"), s.step(t, "mkdir d 755"),
				s.change.WriteFile(t.Context(), s.at("l"), []byte("yy"), host.WriteOptions{Replace: true}))
			if got := s.seen(t, "l") + ", " + s.seen(t, "a"); err != nil || got != "-rw-r--r-- yy, -rw-r--r-- x" {
				t.Errorf("%v: %s", err, got)
			}
			if err := s.change.WriteFile(t.Context(), s.at("d"), nil, host.WriteOptions{Replace: true}); !errors.Is(err, unix.EISDIR) {
				t.Errorf("a directory: %v", err)
			}
		})
	}
}

// What is replaced is named, also with a secret content.
func TestWriteReplacesWhatIsNoFile(t *testing.T) {
	for kind, c := range map[string]struct {
		make func(file string) error
		opt  host.WriteOptions
		want string
	}{
		"fifo":   {func(f string) error { return unix.Mkfifo(f, 0o600) }, host.WriteOptions{}, "1 byte in place of a named pipe"},
		"secret": {func(f string) error { return unix.Mkfifo(f, 0o600) }, host.WriteOptions{Secret: true}, "content [redacted] in place of a named pipe"},
		"link":   {func(f string) error { return os.Symlink("/none", f) }, host.WriteOptions{}, "1 byte in place of a link"},
		"socket": {func(f string) error { return unix.Mknod(f, unix.S_IFSOCK|0o600, 0) }, host.WriteOptions{}, "1 byte in place of a socket"},
		"file":   {func(f string) error { return os.WriteFile(f, []byte("yy"), 0o644) }, host.WriteOptions{}, "2 -> 1 byte"},
		"none":   {func(string) error { return nil }, host.WriteOptions{}, "new, 1 byte"},
	} {
		t.Run(kind, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), kind)
			if err := c.make(file); err != nil {
				t.Fatal(err)
			}
			c.opt.Replace = true
			rec := record.New(local.Machine().Reader())
			for _, wr := range []host.Writer{rec.Writer(), local.Machine().Writer()} {
				if err := wr.WriteFile(t.Context(), file, []byte("x"), c.opt); err != nil {
					t.Fatal(err)
				}
			}
			info, err := os.Lstat(file)
			data, unread := os.ReadFile(file)
			if err := errors.Join(err, unread); err != nil || info.Mode() != 0o644 || string(data) != "x" {
				t.Errorf("%v, %q, %v", info.Mode(), data, err)
			}
			want := "write " + file + ", " + c.want + ", by rename, mode 0644"
			if got := rec.Acts()[0].String(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
