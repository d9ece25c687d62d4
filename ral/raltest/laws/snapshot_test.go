package laws

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// entry is the compared state of one path.
type entry struct {
	mode         fs.FileMode
	uid, gid     uint32
	size         int64
	mtime, ctime syscall.Timespec
	ino          uint64
	target       string
	sum          [sha256.Size]byte
	text         []byte
}

// snapshot is the state of a machine: its disk, and its units, mounts and kernel
// values as lines of the probe.
type snapshot struct {
	paths map[string]entry
	probe map[string]string
}

// unwatched reports whether a path changes by itself, or only takes time to read. The
// packages of the scenarios have their files in /usr/share/laws-* and /usr/local.
func unwatched(name string) bool {
	switch name {
	case "/proc", "/sys", "/dev/pts", "/dev/shm", "/dev/mqueue", "/run", "/out", "/opt", "/boot", "/tmp",
		"/var/log", "/var/cache", "/var/lib/systemd", "/var/lib/apt", "/var/lib/dpkg/info", "/srv/repo":
		return true
	}
	dir := path.Dir(name)
	return dir == "/usr" && name != "/usr/local" && name != "/usr/share" ||
		dir == "/usr/share" && !strings.HasPrefix(path.Base(name), "laws-")
}

// bodyMax is the maximum size in bytes of content that a snapshot stores.
const bodyMax = 1 << 20

// files returns the entries below root. It reads content only if it has changed since
// prev.
func files(root string, prev map[string]entry) (map[string]entry, error) {
	all := map[string]entry{}
	var walk func(name string) error
	walk = func(name string) error {
		file := root + name // root itself may be a link: /proc/N/root
		var st syscall.Stat_t
		if err := syscall.Lstat(file, &st); err != nil {
			if errors.Is(err, syscall.ENOENT) {
				return nil
			}
			return fmt.Errorf("%s: %w", name, err)
		}
		e := entry{mode: fileMode(st.Mode), uid: st.Uid, gid: st.Gid, size: st.Size, mtime: st.Mtim, ctime: st.Ctim, ino: st.Ino}
		old, had := prev[name]
		if had && old.ino == e.ino && old.ctime == e.ctime && old.mtime == e.mtime && old.size == e.size && old.mode == e.mode {
			all[name] = old
		} else {
			switch {
			case e.mode.IsRegular():
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				e.sum = sha256.Sum256(text)
				if len(text) <= bodyMax {
					e.text = text
				}
			case e.mode&fs.ModeSymlink != 0:
				var err error
				if e.target, err = os.Readlink(file); err != nil {
					return err
				}
			}
			all[name] = e
		}
		if !e.mode.IsDir() {
			return nil
		}
		dir, err := os.ReadDir(file)
		if err != nil {
			return err
		}
		for _, d := range dir {
			if child := path.Join(name, d.Name()); !unwatched(child) {
				if err := walk(child); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all, walk("/")
}

func fileMode(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & syscall.S_IFMT {
	case syscall.S_IFDIR:
		mode |= fs.ModeDir
	case syscall.S_IFLNK:
		mode |= fs.ModeSymlink
	case syscall.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case syscall.S_IFSOCK:
		mode |= fs.ModeSocket
	case syscall.S_IFBLK:
		mode |= fs.ModeDevice
	case syscall.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	}
	for bit, flag := range map[uint32]fs.FileMode{syscall.S_ISUID: fs.ModeSetuid, syscall.S_ISGID: fs.ModeSetgid, syscall.S_ISVTX: fs.ModeSticky} {
		if m&bit != 0 {
			mode |= flag
		}
	}
	return mode
}

// difference is one changed path, unit, mount or kernel value.
type difference struct {
	name     string
	was, is  entry
	had, has bool
	text     string // readable description
	probe    bool   // name is from the probe and not a path

	wasProbe, isProbe string
}

// touchedOnly is the text for a path with the same kind, content, mode and owner.
const touchedOnly = "mtime, ctime or inode is another"

// String returns the name and the change.
func (d difference) String() string { return d.name + ": " + d.text }

// diff returns the changes from before to after, by name. With touched, it also
// returns paths that were written or replaced with the same content, mode and owner.
func diff(before, after snapshot, touched bool) []difference {
	var all []difference
	names := map[string]bool{}
	for name := range before.paths {
		names[name] = true
	}
	for name := range after.paths {
		names[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, had := before.paths[name]
		is, has := after.paths[name]
		if text := differs(was, is, had, has, touched); text != "" {
			all = append(all, difference{name: name, was: was, is: is, had: had, has: has, text: text})
		}
	}
	probes := map[string]bool{}
	for name := range before.probe {
		probes[name] = true
	}
	for name := range after.probe {
		probes[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(probes)) {
		if was, is := before.probe[name], after.probe[name]; was != is {
			all = append(all, difference{name: name, text: fmt.Sprintf("%q became %q", was, is), probe: true, wasProbe: was, isProbe: is})
		}
	}
	return all
}

func differs(was, is entry, had, has, touched bool) string {
	var parts []string
	switch {
	case had && !has:
		return "removed, it was " + was.mode.String()
	case !had:
		return "made, " + is.mode.String()
	}
	if was.mode != is.mode {
		parts = append(parts, fmt.Sprintf("mode %v became %v", was.mode, is.mode))
	}
	if was.uid != is.uid || was.gid != is.gid {
		parts = append(parts, fmt.Sprintf("owner %d:%d became %d:%d", was.uid, was.gid, is.uid, is.gid))
	}
	if was.target != is.target {
		parts = append(parts, fmt.Sprintf("target %q became %q", was.target, is.target))
	}
	if was.sum != is.sum {
		parts = append(parts, fmt.Sprintf("content %s became %s", short(was.text), short(is.text)))
	}
	if was.mode&fs.ModeDevice != 0 {
		touched = false // a write to a device or a terminal does not change the path
	}
	if touched && (was.mtime != is.mtime || was.ctime != is.ctime || was.ino != is.ino) {
		parts = append(parts, touchedOnly)
	}
	return strings.Join(parts, ", ")
}

func short(text []byte) string {
	const most = 600
	if len(text) > most {
		return fmt.Sprintf("%q and %d bytes more", text[:most], len(text)-most)
	}
	return fmt.Sprintf("%q", text)
}

// restore makes the disk equal to base. It uses an os.Root, so that a link in a
// scenario cannot lead out of the machine.
func restore(t testing.TB, root string, base, now map[string]entry) {
	t.Helper()
	door, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer door.Close()
	must := func(what, name string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("putting the machine back: %s %s: %v", what, name, err)
		}
	}
	for _, d := range slices.Backward(diff(snapshot{paths: now}, snapshot{paths: base}, false)) {
		if d.had && (!d.has || d.was.mode.Type() != d.is.mode.Type()) {
			must("removing", d.name, door.RemoveAll(d.name[1:]))
		}
	}
	for _, d := range diff(snapshot{paths: now}, snapshot{paths: base}, false) {
		if !d.has {
			continue
		}
		name, e := d.name[1:], d.is
		if name == "" {
			name = "."
		}
		again := !d.had || d.was.mode.Type() != e.mode.Type()
		switch {
		case e.mode.IsDir():
			if again {
				must("making", name, door.Mkdir(name, 0o700))
			}
		case e.mode&fs.ModeSymlink != 0:
			if !again {
				must("removing", name, door.Remove(name))
			}
			must("linking", name, door.Symlink(e.target, name))
			must("owning", name, door.Lchown(name, int(e.uid), int(e.gid)))
			continue
		case e.mode.IsRegular():
			if d.was.sum != e.sum || again {
				if e.text == nil && e.size > 0 {
					t.Fatalf("putting the machine back: the content of %s was not kept", name)
				}
				if !again {
					must("removing", name, door.Remove(name))
				}
				must("writing", name, door.WriteFile(name, e.text, 0o600))
			}
		default:
			t.Fatalf("putting the machine back: %s is %v", name, e.mode)
		}
		must("owning", name, door.Lchown(name, int(e.uid), int(e.gid)))
		must("chmod of", name, door.Chmod(name, e.mode&^fs.ModeType))
	}
}
