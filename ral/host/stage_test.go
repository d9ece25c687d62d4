package host_test

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

// stage is one kind of host with an empty directory.
type stage struct {
	look   host.Reader
	change host.Writer
	dir    string
}

func stages(t *testing.T) map[string]func(*testing.T) stage {
	t.Helper()
	below := func(t *testing.T) host.Host {
		t.Helper()
		h, err := local.Below(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	recorded := func(h host.Host, dir string) stage {
		r := record.New(h.Reader())
		return stage{r.Reader(), r.Writer(), dir}
	}
	return map[string]func(*testing.T) stage{
		"machine": func(t *testing.T) stage {
			return stage{local.Machine().Reader(), local.Machine().Writer(), t.TempDir()}
		},
		"below": func(t *testing.T) stage {
			h := below(t)
			return stage{h.Reader(), h.Writer(), "/"}
		},
		"fake": func(t *testing.T) stage {
			f := fakehost.New(map[string]string{"/tmp/play/": ""})
			return stage{f.Reader(), f.Writer(), "/tmp/play"}
		},
		"plan on machine": func(t *testing.T) stage { return recorded(local.Machine(), t.TempDir()) },
		"plan on below":   func(t *testing.T) stage { return recorded(below(t), "/") },
		"plan on fake": func(t *testing.T) stage {
			return recorded(fakehost.New(map[string]string{"/tmp/play/": ""}).Host, "/tmp/play")
		},
		"plan on a plan": func(t *testing.T) stage {
			r := record.New(local.Machine().Reader())
			again := record.New(r.Reader())
			return stage{again.Reader(), again.Writer(), t.TempDir()}
		},
		"timed": func(t *testing.T) stage {
			h := host.Timed(local.Machine(), func(host.Use) {})
			return stage{h.Reader(), h.Writer(), t.TempDir()}
		},
		"announced": func(t *testing.T) stage {
			h := local.Machine()
			return stage{h.Reader(), host.TapBefore(h.Writer(), func(host.Act) error { return nil }), t.TempDir()}
		},
		"tapped": func(t *testing.T) stage {
			h := local.Machine()
			return stage{h.Reader(), host.TapAfter(h.Writer(), func(host.Act, host.Result, error) {}), t.TempDir()}
		},
	}
}

// step makes one change, given as text: "write a/b text", "mkdir d 750", ...
func (s stage) step(t *testing.T, line string) error {
	t.Helper()
	word := append(strings.Split(line, " "), "", "")
	at := strings.TrimSuffix(s.dir, "/") + "/" + word[1]
	ctx := t.Context()
	switch word[0] {
	case "write":
		return s.change.WriteFile(ctx, at, []byte(word[2]), host.WriteOptions{})
	case "private":
		mode := fs.FileMode(0o600)
		return s.change.WriteFile(ctx, at, []byte(word[2]), host.WriteOptions{Mode: &mode})
	case "mkdir":
		return s.change.Mkdir(ctx, at, octal(t, word[2]))
	case "chmod":
		return s.change.Chmod(ctx, at, octal(t, word[2]))
	case "remove":
		return s.change.Remove(ctx, at, false)
	case "purge":
		return s.change.Remove(ctx, at, true)
	case "link":
		return s.change.Symlink(ctx, word[2], at)
	case "abslink":
		return s.change.Symlink(ctx, path.Join(s.dir, word[2]), at)
	}
	t.Fatalf("no step %q", line)
	return nil
}

func octal(t *testing.T, text string) fs.FileMode {
	t.Helper()
	var n uint32
	for _, digit := range text {
		n = n<<3 | uint32(digit-'0')
	}
	return host.FileMode(n)
}

// seen returns what the reader shows of one path, as a line.
func (s stage) seen(t *testing.T, name string) string {
	t.Helper()
	ctx, at := context.Background(), path.Join(s.dir, name)
	info, err := s.look.Lstat(ctx, at)
	if err != nil {
		return errno(err)
	}
	switch {
	case info.IsLink():
		target, err := s.look.ReadLink(ctx, at)
		if err != nil {
			t.Fatal(err)
		}
		return "link " + strings.TrimPrefix(strings.TrimPrefix(target, s.dir), "/")
	case info.IsDir():
		names, err := s.look.ReadDir(ctx, at)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode.String() + " " + strings.Join(names, ",")
	}
	data, err := s.look.ReadFile(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size != int64(len(data)) {
		t.Errorf("%s: size %d, %d bytes read", name, info.Size, len(data))
	}
	return info.Mode.String() + " " + string(data)
}

func errno(err error) string {
	if err == nil {
		return ""
	}
	for name, no := range map[string]syscall.Errno{
		"ENOENT": syscall.ENOENT, "EEXIST": syscall.EEXIST, "ENOTDIR": syscall.ENOTDIR, "EISDIR": syscall.EISDIR,
		"ENOTEMPTY": syscall.ENOTEMPTY, "ELOOP": syscall.ELOOP, "EINVAL": syscall.EINVAL,
	} {
		if errors.Is(err, no) {
			return name
		}
	}
	return err.Error()
}

// somebody is the number of a user that is not this one.
const somebody = 4711
