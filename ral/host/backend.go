package host

import (
	"context"
	"io"
	"time"
)

// readBackend is the implementation of a Reader. Paths are absolute paths on that host. A
// layer embeds the backend below it and overrides methods.
type readBackend interface {
	Read(ctx context.Context, r fileRead) (fileAnswer, error)
	Space(ctx context.Context, path string) (FSUsage, error)
	Find(ctx context.Context, name string) (LookupResult, error)
	Run(ctx context.Context, cmd Command) (Result, error)
	Bus(ctx context.Context, call BusCall) ([]any, error)
	Exchange(ctx context.Context, x exchange) (reply, error)
	Uname(ctx context.Context) (Uname, error)
	Network(ctx context.Context) (Network, error)
	Root() string
	Getenv(name string) string
	Environ() []string
	Now() time.Time
	UID() int
	GID() int
	recorder() *Recorder // nil unless it is of a plan
	onMachine() bool     // the host is this machine itself
}

// writeBackend is the implementation of a Writer.
type writeBackend interface {
	readBackend
	Do(ctx context.Context, a action) (Result, error)
}

type fileRead struct {
	kind   readKind
	path   string
	follow bool      // a link at the end of the path
	limit  int64     // of readContent: the maximum size
	shared bool      // of readContent: the caller does not change the content
	to     io.Writer // of readChunks
}

type readKind uint8

const (
	readContent    readKind = iota // the whole content
	readChunks                     // the content, written to fileRead.to
	readInfo                       // the attributes
	readNames                      // the names in a directory, sorted
	readTarget                     // the target of a link
	readRealPath                   // the path without links
	readProtection                 // restrictions on changes of the path itself
	readXattrs                     // the names of extended attributes of the path itself
)

var readOps = [...]string{"read", "read", "access", "read", "read", "access", "access", "access"}

// op returns the operation of a PathError.
func (k readKind) op() string { return readOps[k] }

// fileAnswer is the result of a fileRead: the field that its kind fills.
type fileAnswer struct {
	data       []byte
	info       Info
	text       string   // readTarget, readRealPath
	names      []string // readNames, readXattrs
	protection protection
}

func statOf(ctx context.Context, be readBackend, path string, follow bool) (Info, error) {
	a, err := be.Read(ctx, fileRead{kind: readInfo, path: path, follow: follow})
	return a.info, err
}

func contentOf(ctx context.Context, be readBackend, path string, limit int64) ([]byte, error) {
	a, err := be.Read(ctx, fileRead{kind: readContent, path: path, follow: true, limit: limit})
	return a.data, err
}

func namesOf(ctx context.Context, be readBackend, path string) ([]string, error) {
	a, err := be.Read(ctx, fileRead{kind: readNames, path: path, follow: true})
	return a.names, err
}

func targetOf(ctx context.Context, be readBackend, path string) (string, error) {
	a, err := be.Read(ctx, fileRead{kind: readTarget, path: path})
	return a.text, err
}

func realPathOf(ctx context.Context, be readBackend, path string, follow bool) (string, error) {
	a, err := be.Read(ctx, fileRead{kind: readRealPath, path: path, follow: follow})
	return a.text, err
}

func xattrsOf(ctx context.Context, be readBackend, path string) []string {
	a, _ := be.Read(ctx, fileRead{kind: readXattrs, path: path})
	return a.names
}

// protectionOf reads the protection of the path itself.
func protectionOf(ctx context.Context, be readBackend, path string) (protection, error) {
	a, err := be.Read(ctx, fileRead{kind: readProtection, path: path})
	return a.protection, err
}

// action is an act for a Writer, with data that its description does not need.
type action struct {
	Act
	opt     WriteOptions // of ActWrite
	source  *Source      // of ActWrite: content that is not held in memory
	cmd     *Command     // of ActRun
	request exchange     // of ActRequest
}

// follows reports whether an act concerns the target of a link at the end of its
// path.
func (a action) follows() bool {
	return a.Kind == ActChmod || a.Kind == ActWrite && !a.opt.Replace
}
