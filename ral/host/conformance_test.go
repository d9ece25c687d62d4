package host_test

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

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
				real.Lacks(t, "needs root, to give files away")
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
