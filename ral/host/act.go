package host

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// ActKind is what an Act does.
type ActKind uint8

// The kinds of acts.
const (
	ActRun ActKind = iota
	ActWrite
	ActMkdir
	ActRemove
	ActChmod
	ActChown
	ActSymlink
	ActRequest // something is sent to a server on the network
)

var actNames = [...]string{"run", "write", "mkdir", "remove", "chmod", "chown", "symlink", "request"}

// String is the kind's name, as in JSON.
func (k ActKind) String() string { return actNames[k] }

// Act is one thing done, or to be done, through a Writer.
type Act struct {
	Kind     ActKind
	Path     string      // the file, the command's own path, or where a request goes
	Real     string      // of a file: where the links in Path lead, "" without any
	Args     []string    // of ActRun, without the command; of ActRequest what it does, line by line
	Stdin    []byte      // of ActRun
	Target   string      // of ActSymlink
	Before   []byte      // of ActWrite, when the file was there
	After    []byte      // of ActWrite
	New      bool        // of ActWrite: the file was not there
	Replaces bool        // of ActWrite: what is there is no file, and gives way to it
	Mode     fs.FileMode // of ActWrite, ActMkdir, ActChmod
	UID      int         // of ActWrite, ActChown, ActRun; -1 as it is
	GID      int
	Dir      string // of ActRun, "" for /
	Check    string // of ActWrite: the command that looks at the new content first, which is %
	Recurse  bool   // of ActRemove
	Secret   bool   // Stdin, Before and After are not to be shown
	Told     string // what Words say behind the verb, where a number of it is a secret

	// Prior is what is at Path before an act on a file, and Left what the act leaves
	// there; nil where that cannot be read.
	Prior, Left *FileState

	// Makes are the paths that a command makes and that were not there, and Removes
	// what it removes. Edits are the files that are all it changes, as they are before
	// it, without those that cannot be read. TapBefore sets them.
	Makes   []string
	Removes []RemovedTree
	Edits   []TreeEntry
}

// String is the act as a plan shows it: "$ /usr/sbin/usermod -s /bin/sh deploy",
// "write /etc/hosts, 214 -> 240 bytes, by rename, mode 0644".
func (a Act) String() string {
	verb, rest := a.Words(PlainSizes)
	return strings.TrimPrefix(verb+" "+rest, " ")
}

// Words are the parts of String: the mark of a command or the verb, which a request has
// none of, and the rest. Sizes are written by a function, which is given one of them, or
// those before and after.
func (a Act) Words(sizes func(...int) string) (verb, rest string) {
	switch a.Kind {
	case ActRun:
		verb, rest = "$", a.runText(sizes)
	case ActWrite:
		verb, rest = "write", a.writeText(sizes)
	case ActMkdir:
		verb, rest = "mkdir", fmt.Sprintf("%s, mode %04o", a.file(), OctalMode(a.Mode))
	case ActRemove:
		verb, rest = "remove", a.file()
		if a.Recurse {
			rest += " and all below it"
		}
	case ActChmod:
		verb, rest = "chmod", fmt.Sprintf("%04o %s", OctalMode(a.Mode), a.file())
	case ActChown:
		verb, rest = "chown", ownerText(a.UID, a.GID)+" "+a.file()
	case ActRequest:
		rest = strings.TrimSuffix(a.Path+": "+summary(a.Args), ": ")
	default:
		verb, rest = "symlink", a.file()+" -> "+a.Target
	}
	if a.Told != "" {
		rest = a.Told
	}
	return verb, rest
}

// PlainSizes writes "240 bytes", and "214 -> 240 bytes" of two.
func PlainSizes(sizes ...int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", " -> ") + " bytes"
}

// file is the file that the act is about, with the name that was asked for where
// it goes by another.
func (a Act) file() string {
	if a.Real == "" {
		return a.Path
	}
	return a.Real + " (named " + a.Path + ")"
}

func (a Act) runText(sizes func(...int) string) string {
	text := a.Path
	if a.Path != hidden {
		text = ShellJoin(append([]string{a.Path}, a.Args...))
	}
	switch {
	case a.Stdin != nil && a.Secret:
		text += " < [redacted]"
	case a.Stdin != nil:
		text += " < " + sizes(len(a.Stdin))
	}
	if a.UID >= 0 {
		text += ", as " + ownerText(a.UID, a.GID)
	}
	if a.Dir != "" && a.Dir != "/" {
		text += ", in " + a.Dir
	}
	return text
}

func (a Act) writeText(sizes func(...int) string) string {
	size := sizes(len(a.Before), len(a.After))
	if a.New {
		size = "new, " + sizes(len(a.After))
	}
	if a.Replaces {
		size += " in place of what is there"
	}
	if a.Secret {
		size = "content [redacted]"
	}
	text := fmt.Sprintf("%s, %s, by rename, mode %04o", a.file(), size, OctalMode(a.Mode))
	if a.Check != "" {
		text += ", if it passes " + a.Check
	}
	return text
}

func ownerText(uid, gid int) string {
	switch {
	case gid < 0:
		return fmt.Sprint(uid)
	case uid < 0:
		return fmt.Sprintf(":%d", gid)
	}
	return fmt.Sprintf("%d:%d", uid, gid)
}

// OctalMode is the mode as chmod(1) counts it: permissions, setuid 04000,
// setgid 02000 and sticky 01000.
func OctalMode(m fs.FileMode) uint32 {
	bits := uint32(m.Perm())
	for _, b := range modeBits {
		if m&b.mode != 0 {
			bits |= b.octal
		}
	}
	return bits
}

// FileMode is the reverse of OctalMode.
func FileMode(octal uint32) fs.FileMode {
	m := fs.FileMode(octal & 0o777)
	for _, b := range modeBits {
		if octal&b.octal != 0 {
			m |= b.mode
		}
	}
	return m
}

var modeBits = [...]struct {
	mode  fs.FileMode
	octal uint32
}{{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000}}

// Same reports whether two acts do the same, by all that a plan shows: what a
// plan promised is compared with what an apply did.
func (a Act) Same(b Act) bool {
	return a.Kind == b.Kind && a.String() == b.String() && a.Target == b.Target && slices.Equal(a.Args, b.Args) &&
		string(a.Stdin) == string(b.Stdin) && string(a.After) == string(b.After)
}
