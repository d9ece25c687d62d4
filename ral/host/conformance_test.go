package host

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// stage is one kind of host with an empty folder to play in.
type stage struct {
	look   Look
	change Change
	dir    string
}

func stages(t *testing.T) map[string]func(*testing.T) stage {
	t.Helper()
	below := func(t *testing.T) Host {
		t.Helper()
		h, err := Below(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	recorded := func(h Host, dir string) stage {
		r := NewRecorder(h.Look())
		return stage{r.Look(), r.Change(), dir}
	}
	return map[string]func(*testing.T) stage{
		"machine": func(t *testing.T) stage { return stage{Machine().Look(), Machine().Change(), t.TempDir()} },
		"below": func(t *testing.T) stage {
			h := below(t)
			return stage{h.Look(), h.Change(), "/"}
		},
		"fake": func(t *testing.T) stage {
			f := NewFake(map[string]string{"/tmp/play/": ""})
			return stage{f.Look(), f.Change(), "/tmp/play"}
		},
		"plan on machine": func(t *testing.T) stage { return recorded(Machine(), t.TempDir()) },
		"plan on below":   func(t *testing.T) stage { return recorded(below(t), "/") },
		"plan on fake": func(t *testing.T) stage {
			return recorded(NewFake(map[string]string{"/tmp/play/": ""}).Host, "/tmp/play")
		},
		"plan on a plan": func(t *testing.T) stage {
			r := NewRecorder(Machine().Look())
			again := NewRecorder(r.Look())
			return stage{again.Look(), again.Change(), t.TempDir()}
		},
		"tapped": func(t *testing.T) stage {
			h := Machine()
			return stage{h.Look(), Tap(h.Change(), func(Act, Result, error) {}), t.TempDir()}
		},
	}
}

// step is one change, told as words: "write a/b text", "mkdir d 750", ...
func (s stage) step(t *testing.T, line string) error {
	t.Helper()
	word := append(strings.Split(line, " "), "", "")
	at := path.Join(s.dir, word[1])
	ctx := t.Context()
	switch word[0] {
	case "write":
		return s.change.WriteFile(ctx, at, []byte(word[2]), Write{})
	case "private":
		mode := fs.FileMode(0o600)
		return s.change.WriteFile(ctx, at, []byte(word[2]), Write{Mode: &mode})
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
	return FileMode(n)
}

// seen is what the look shows of one path, as a line.
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

var conformance = map[string][]string{
	"a new file is 0644":         {"write a x", "? a -rw-r--r-- x"},
	"a mode is kept":             {"private a x", "write a yy", "? a -rw------- yy"},
	"setuid is kept":             {"write a x", "chmod a 4755", "write a yy", "? a urwxr-xr-x yy"},
	"no parent":                  {"write no/a x = ENOENT", "mkdir no/d 755 = ENOENT", "link no/l x = ENOENT"},
	"a file is no folder":        {"write a x", "write a/b x = ENOTDIR", "? a/b ENOTDIR"},
	"a folder is no file":        {"mkdir d 755", "write d x = EISDIR"},
	"mkdir twice":                {"mkdir d 2750", "? d dgrwxr-x--- ", "mkdir d 755 = EEXIST", "? d dgrwxr-x--- "},
	"mkdir where a link is":      {"link l nowhere", "mkdir l 755 = EEXIST"},
	"remove nothing":             {"remove a", "remove no/a", "purge no/a"},
	"remove a full folder":       {"mkdir d 755", "write d/a x", "remove d = ENOTEMPTY", "purge d", "? d ENOENT", "? d/a ENOENT"},
	"made again it is empty":     {"mkdir d 755", "write d/a x", "purge d", "mkdir d 700", "? d drwx------ ", "? d/a ENOENT"},
	"a link is written through":  {"write a x", "link l a", "write l yy", "? l link a", "? a -rw-r--r-- yy"},
	"an absolute link stays in":  {"write a x", "abslink l a", "write l yy", "? l link a", "? a -rw-r--r-- yy"},
	"a dangling link is filled":  {"link l a", "write l x", "? l link a", "? a -rw-r--r-- x"},
	"a link to a folder":         {"mkdir d 755", "link l d", "write l/a x", "? d/a -rw-r--r-- x", "? l/a -rw-r--r-- x"},
	"dotdot after a link":        {"mkdir d 755", "mkdir d/e 755", "link l d/e", "link m l/../a", "write m x", "? d/a -rw-r--r-- x"},
	"a link to itself":           {"link l l", "write l x = ELOOP", "remove l", "? l ENOENT"},
	"a link is replaced":         {"link l a", "link l b", "? l link b"},
	"a file is not made a link":  {"write a x", "link a b = EEXIST", "? a -rw-r--r-- x"},
	"remove takes the link only": {"mkdir d 755", "write d/a x", "link l d", "purge l", "? l ENOENT", "? d/a -rw-r--r-- x"},
	"purge stays out of links":   {"mkdir d 755", "write d/a x", "mkdir e 755", "link e/l ../d", "purge e", "? d/a -rw-r--r-- x"},
	"chmod follows":              {"write a x", "link l a", "chmod l 1640", "? a trw-r----- x"},
	"chmod of nothing":           {"chmod a 600 = ENOENT"},
	"names are sorted":           {"mkdir d 755", "write d/b x", "write d/a x", "link d/c x", "? d drwxr-xr-x a,b,c"},
}

func TestConformance(t *testing.T) {
	for kind, make := range stages(t) {
		for name, story := range conformance {
			t.Run(kind+"/"+name, func(t *testing.T) {
				s := make(t)
				for _, line := range story {
					if question, ok := strings.CutPrefix(line, "? "); ok {
						name, want, _ := strings.Cut(question, " ")
						if got := s.seen(t, name); got != want {
							t.Errorf("%s is %q, want %q", name, got, want)
						}
						continue
					}
					step, want, _ := strings.Cut(line, " = ")
					if got := errno(s.step(t, step)); got != want {
						t.Errorf("%s: %q, want %q", step, got, want)
					}
				}
			})
		}
	}
}

func TestChown(t *testing.T) {
	for kind, make := range stages(t) {
		t.Run(kind, func(t *testing.T) {
			s, ctx := make(t), t.Context()
			if s.look.UID() != 0 {
				t.Skip("needs root, to give files away")
			}
			file, link := path.Join(s.dir, "a"), path.Join(s.dir, "l")
			steps := []error{
				s.step(t, "write a x"), s.step(t, "link l a"),
				s.change.Chown(ctx, file, 12, -1), s.change.Chown(ctx, link, -1, 13),
				s.step(t, "write l yy"),
			}
			if err := errors.Join(steps...); err != nil {
				t.Fatal(err)
			}
			got := []int{}
			for _, name := range []string{file, link} {
				info, err := s.look.Lstat(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, info.UID, info.GID)
			}
			if want := []int{12, 0, 0, 13}; !slices.Equal(got, want) {
				t.Errorf("owners of file and link are %v, want %v", got, want)
			}
		})
	}
}
