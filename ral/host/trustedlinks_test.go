package host_test

import (
	"errors"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
)

// A path that root writes to contains no link of another user. The directory
// eve belongs to another user, and so do the files in "own".
var untrustedLinks = map[string]struct {
	before []string
	path   string
	link   string // link that is refused, "" for none
}{
	"a link on the way":              {[]string{"link eve/d ../etc", "own eve/d"}, "eve/d/a", "eve/d"},
	"a link at the end":              {[]string{"link eve/l ../etc/a", "own eve/l"}, "eve/l", "eve/l"},
	"a link to nothing":              {[]string{"link eve/l ../etc/new", "own eve/l"}, "eve/l", "eve/l"},
	"an absolute link":               {[]string{"abslink eve/d etc", "own eve/d"}, "eve/d/a", "eve/d"},
	"a link of root's to such a one": {[]string{"link eve/l ../etc/a", "own eve/l", "link m eve/l"}, "m", "eve/l"},
	"a directory of root's in hers": {
		[]string{"mkdir eve/r 755", "link eve/r/l ../../etc/a", "own eve/r/l"}, "eve/r/l", "eve/r/l",
	},
	"a directory that all may write": {[]string{"mkdir t 1777", "link t/l ../etc/a", "own t/l"}, "t/l", "t/l"},
	"a directory of a group":         {[]string{"mkdir t 775", "link t/l ../etc/a", "own t/l"}, "t/l", "t/l"},
	"up and back":                    {[]string{"mkdir eve/x 755", "link eve/d ../etc", "own eve/d"}, "eve/x/../d/a", "eve/d"},
	"a link of root's in hers":       {[]string{"link eve/d ../etc"}, "eve/d/a", ""},
	"no link":                        {[]string{"mkdir eve/x 755", "write eve/x/a x"}, "eve/x/a", ""},
	"links of root's":                {[]string{"link l m", "link m etc", "abslink n etc"}, "n/../l/a", ""},
}

func (s stage) at(name string) string { return strings.TrimSuffix(s.dir, "/") + "/" + name }

// prepare creates root's directory etc with a file, another user's eve, and
// more.
func (s stage) prepare(t *testing.T, more []string) {
	t.Helper()
	if s.look.UID() != 0 {
		real.Lacks(t, "only root is kept from following links")
	}
	for _, line := range append([]string{"mkdir etc 755", "write etc/a x", "mkdir eve 755", "own eve"}, more...) {
		err := error(nil)
		if name, is := strings.CutPrefix(line, "own "); is {
			err = s.change.Chown(t.Context(), s.at(name), somebody, somebody)
		} else {
			err = s.step(t, line)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// acts returns the results of all ways to write to a path, and to read it for a
// write. They may fail, because some do not fit the kind of file.
func (s stage) acts(t *testing.T, file string) map[string]error {
	ctx, decides := t.Context(), host.WithTrustedLinks(t.Context())
	_, read := s.look.ReadFile(decides, file)
	_, stat := s.look.Stat(decides, file)
	_, real := s.look.RealPath(decides, file)
	return map[string]error{
		"read": read, "stat": stat, "real path": real,
		"chmod": s.change.Chmod(ctx, file, 0o600),
		"write": s.change.WriteFile(ctx, file, []byte("yy"), host.WriteOptions{}),
	}
}

func TestUntrustedLinks(t *testing.T) {
	for kind, make := range stages(t) {
		for name, c := range untrustedLinks {
			t.Run(kind+"/"+name, func(t *testing.T) {
				s := make(t)
				s.prepare(t, c.before)
				for act, err := range s.acts(t, s.at(c.path)) {
					refused, is := errors.AsType[*host.UntrustedLinkError](err)
					switch {
					case c.link == "" && err != nil:
						t.Errorf("%s: %v", act, err)
					case c.link != "" && (!is || refused.Link != s.at(c.link) || refused.Owner != somebody):
						t.Errorf("%s: %v, want a refusal of %s", act, err, c.link)
					}
				}
				if c.link == "" {
					return
				}
				if got := s.seen(t, "etc/a"); got != "-rw-r--r-- x" {
					t.Errorf("behind the link is now %q", got)
				}
				if got := s.seen(t, "etc/new"); got != "ENOENT" {
					t.Errorf("made behind the link: %q", got)
				}
			})
		}
	}
}

// A change of the name itself follows the links before it, but not the last.
func TestUntrustedLinksOnTheWay(t *testing.T) {
	for kind, make := range stages(t) {
		t.Run(kind, func(t *testing.T) {
			s, ctx := make(t), t.Context()
			s.prepare(t, []string{"link eve/d ../etc", "own eve/d", "link eve/l ../etc/a", "own eve/l"})
			on, end := s.at("eve/d/a"), s.at("eve/l")
			decides := host.WithTrustedLinks(ctx)
			_, lstat := s.look.Lstat(decides, on)
			_, list := s.look.ReadDir(decides, s.at("eve/d"))
			_, text := s.look.ReadLink(decides, on)
			for act, err := range map[string]error{
				"lstat": lstat, "list": list, "read link": text,
				"mkdir": s.change.Mkdir(ctx, s.at("eve/d/b"), 0o755), "symlink": s.change.Symlink(ctx, "x", s.at("eve/d/b")),
				"chown": s.change.Chown(ctx, on, 1, 1), "remove": s.change.Remove(ctx, on, true),
			} {
				if _, is := errors.AsType[*host.UntrustedLinkError](err); !is {
					t.Errorf("%s: %v", act, err)
				}
			}
			if _, err := s.look.Stat(ctx, on); err != nil {
				t.Errorf("what is only looked at is seen: %v", err)
			}
			err := errors.Join(s.change.Chown(ctx, end, 1, 1), s.change.Remove(ctx, end, false))
			if got := s.seen(t, "etc/a"); err != nil || got != "-rw-r--r-- x" {
				t.Errorf("the link itself: %v, behind it %q", err, got)
			}
		})
	}
}

// If only root may write the directory, another user cannot have created the
// link.
func TestLinkInRootsOwnDirectoryIsFollowed(t *testing.T) {
	for kind, make := range stages(t) {
		if !strings.Contains(kind, "below") && !strings.Contains(kind, "fake") {
			continue // its directory is below /tmp, which every user may write
		}
		t.Run(kind, func(t *testing.T) {
			s := make(t)
			s.prepare(t, []string{"link l etc", "own l"})
			if err := s.step(t, "write l/a yy"); err != nil {
				t.Error(err)
			}
		})
	}
}

// A link of /proc may lead elsewhere than its text.
func TestMagicLinksAreNotResolvedByText(t *testing.T) {
	self := "/proc/" + strconv.Itoa(os.Getpid())
	for file, want := range map[string]error{
		path.Join(self, "root/etc/passwd"): unix.ELOOP, "/proc/self/status": nil, "/proc/mounts": nil,
	} {
		if _, err := local.Machine().Reader().RealPath(t.Context(), file); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", file, err, want)
		}
	}
}
