package host

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// ActKind is the kind of an Act.
type ActKind uint8

const (
	ActRun ActKind = iota
	ActWrite
	ActMkdir
	ActRemove
	ActChmod
	ActChown
	ActSymlink
	ActRequest // a request to a server on the network
)

var actNames = [...]string{"run", "write", "mkdir", "remove", "chmod", "chown", "symlink", "request"}

// String returns the name of the kind, as in JSON.
func (k ActKind) String() string { return actNames[k] }

var actVerbs = [...]string{
	"run", "write", "create the directory", "remove", "change the mode of", "change the owner of", "create the link", "request",
}

// Verb returns the kind in a message: "cannot VERB PATH".
func (k ActKind) Verb() string { return actVerbs[k] }

// Act is an action through a Writer, done or planned.
type Act struct {
	Kind      ActKind
	Path      string      // path of the file or command, or the destination of a request
	Real      string      // of a file: Path with its links resolved, "" without links
	Args      []string    // of ActRun, without the command; of ActRequest its effects, line by line
	Stdin     []byte      // of ActRun
	Target    string      // of ActSymlink
	Before    []byte      // of ActWrite, if the file existed
	After     []byte      // of ActWrite, unless Copied is set
	Copied    *Copied     // of ActWrite: content that is not held in memory
	Long      int64       // of ActWrite, ActRemove: size of the previous content if it is longer than maxBefore
	New       bool        // of ActWrite: the file did not exist
	Replaces  string      // of ActWrite: the replaced special file: "a link", "a named pipe", "a socket"
	Mode      fs.FileMode // of ActWrite, ActMkdir, ActChmod
	UID       int         // of ActWrite, ActChown, ActRun; -1 for no change
	GID       int
	Dir       string // of ActRun, "" for /
	Check     string // of ActWrite: the command that validates the new content; % is its file
	Stage     string // of ActWrite: the directory of the validated file, "" for that of Path
	Recurse   bool   // of ActRemove
	Secret    bool   // Stdin, Before and After must not be shown
	ShownArgs string // replaces the text after the verb if that contains a secret

	// Prior is the state of Path before an act on a file, and Left the state after the act;
	// nil if it cannot be read.
	Prior, Left *FileState

	// Makes are the missing paths that a command creates, and Removes the trees that it
	// removes. Edits are the previous states of the files that it edits, except unreadable
	// files. TapBefore sets them.
	Makes   []string
	Removes []RemovedTree
	Edits   []TreeEntry
}

// String returns the act as a plan shows it: "$ /usr/sbin/usermod -s /bin/sh
// deploy", "write /etc/hosts, 214 -> 240 bytes, by rename, mode 0644".
func (a Act) String() string {
	verb, rest := a.Words(PlainSizes)
	return strings.TrimPrefix(verb+" "+rest, " ")
}

// Words returns the parts of String: $ for a command, the verb, or "" for a request, and the
// rest. sizes formats a size, or the sizes before and after.
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
	if a.ShownArgs != "" {
		rest = a.ShownArgs
	}
	return verb, rest
}

// PlainSizes returns "240 bytes", or "214 -> 240 bytes" for two sizes.
func PlainSizes(sizes ...int) string {
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", " -> ") + " byte"
	if sizes[len(sizes)-1] != 1 {
		text += "s"
	}
	return text
}

// summary returns the first lines and the number of the remaining lines.
func summary(lines []string) string {
	const most = 3
	if len(lines) <= most {
		return strings.Join(lines, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(lines[:most], "; "), len(lines)-most)
}

// File returns the path that an act on a file changes, with its links resolved.
func (a Act) File() (path string, ok bool) {
	if a.Kind == ActRun || a.Kind == ActRequest {
		return "", false
	}
	return cmp.Or(a.Real, a.Path), true
}

// file returns the file of the act, with the requested name if it differs.
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
	before := len(a.Before)
	if a.Long > 0 {
		before = int(a.Long)
	}
	size := sizes(before, len(a.After))
	switch {
	case a.Copied != nil:
		size = a.copiedText(before, sizes)
	case a.Secret:
		size = "content [redacted]"
	case a.New && a.Replaces != "":
		size = sizes(len(a.After))
	case a.New:
		size = "new, " + sizes(len(a.After))
	}
	if a.Replaces != "" {
		size += " in place of " + a.Replaces
	}
	text := fmt.Sprintf("%s, %s, by rename, mode %04o", a.file(), size, OctalMode(a.Mode))
	if a.Check != "" {
		text += ", if it passes " + a.Check
	}
	return text
}

// copiedText returns the sizes of a copy, and its source.
func (a Act) copiedText(before int, sizes func(...int) string) string {
	var text string
	switch size := int(a.Copied.Size); {
	case a.Secret:
		return "content [redacted]"
	case a.Copied.Size < 0 && a.New:
		text = "new"
	case a.Copied.Size < 0:
		text = sizes(before) + " -> another size"
	case a.New && a.Replaces != "":
		text = sizes(size)
	case a.New:
		text = "new, " + sizes(size)
	default:
		text = sizes(before, size)
	}
	return text + " of " + a.Copied.From
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

// OctalMode returns the mode as in chmod(1): Permissions, setuid 04000, setgid
// 02000 and sticky 01000.
func OctalMode(m fs.FileMode) uint32 {
	bits := uint32(m.Perm())
	for _, b := range modeBits {
		if m&b.mode != 0 {
			bits |= b.octal
		}
	}
	return bits
}

// FileMode reverses OctalMode.
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

// Same reports whether two acts are equal in everything that a plan shows. It compares the
// acts of a plan with those of an apply.
func (a Act) Same(b Act) bool {
	return a.Kind == b.Kind && a.String() == b.String() && a.Target == b.Target && slices.Equal(a.Args, b.Args) &&
		string(a.Stdin) == string(b.Stdin) && string(a.After) == string(b.After) &&
		(a.Copied == nil) == (b.Copied == nil) && (a.Copied == nil || *a.Copied == *b.Copied)
}

// Permissions returns the part of a mode that chmod sets.
func Permissions(mode fs.FileMode) fs.FileMode { return FileMode(OctalMode(mode)) }
