package host

import (
	"context"
	"io"
	"time"

	"ralsh/ral/host/internal/key"
)

// ReadBackend is the implementation of a Reader, for the packages below this one. Paths are
// absolute paths on that host. A layer embeds the backend below it and overrides methods.
type ReadBackend interface {
	Read(ctx context.Context, r FileRead) (FileAnswer, error)
	Space(ctx context.Context, path string) (FSUsage, error)
	Find(ctx context.Context, name string) (LookupResult, error)
	Run(ctx context.Context, cmd Command) (Result, error)
	Bus(ctx context.Context, call BusCall) ([]any, error)
	Exchange(ctx context.Context, x Exchange) (Reply, error)
	Uname(ctx context.Context) (Uname, error)
	Network(ctx context.Context) (Network, error)
	Root() string
	Getenv(name string) string
	Environ() []string
	Now() time.Time
	UID() int
	GID() int
	Base() any // the implementation below all layers
}

// WriteBackend is the implementation of a Writer.
type WriteBackend interface {
	ReadBackend
	Do(ctx context.Context, a Action) (Result, error)
}

// New returns the host of a backend.
func New(be WriteBackend) Host { return Host{be} }

// Unwrap returns the backend of a Reader. Only packages below this one have a key. The backend
// runs also commands that no query declares.
func Unwrap(_ key.Key, rd Reader) ReadBackend { return rd.be }

// FileRead is a read of a file, its attributes or the names in a directory.
type FileRead struct {
	Kind   ReadKind
	Path   string
	Follow bool      // a link at the end of the path
	Limit  int64     // of ReadContent: the maximum size
	Shared bool      // of ReadContent: the caller does not change the content
	To     io.Writer // of ReadChunks
}

// ReadKind is the kind of a FileRead.
type ReadKind uint8

// The kinds of reads.
const (
	ReadContent    ReadKind = iota // the whole content
	ReadChunks                     // the content, written to FileRead.To
	ReadInfo                       // the attributes
	ReadNames                      // the names in a directory, sorted
	ReadTarget                     // the target of a link
	ReadRealPath                   // the path without links
	ReadProtection                 // restrictions on changes of the path itself
	ReadXattrs                     // the names of extended attributes of the path itself
)

var readOps = [...]string{"read", "read", "access", "read", "read", "access", "access", "access"}

// Op returns the operation of a PathError.
func (k ReadKind) Op() string { return readOps[k] }

// FileAnswer is the result of a FileRead: the field that its kind fills.
type FileAnswer struct {
	Data       []byte
	Info       Info
	Text       string   // ReadTarget, ReadRealPath
	Names      []string // ReadNames, ReadXattrs
	Protection Protection
}

// Files reads the files of a backend.
type Files struct{ ReadBackend }

// FilesOf returns the files of a backend.
func FilesOf(be ReadBackend) Files { return Files{be} }

// Stat reads the attributes of a file.
func (f Files) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadInfo, Path: path, Follow: follow})
	return a.Info, err
}

// Content reads a file of at most limit bytes.
func (f Files) Content(ctx context.Context, path string, limit int64) ([]byte, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadContent, Path: path, Follow: true, Limit: limit})
	return a.Data, err
}

// Names reads the names in a directory.
func (f Files) Names(ctx context.Context, path string) ([]string, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadNames, Path: path, Follow: true})
	return a.Names, err
}

// Target reads the target of a link.
func (f Files) Target(ctx context.Context, path string) (string, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadTarget, Path: path})
	return a.Text, err
}

// RealPath resolves the links of a path.
func (f Files) RealPath(ctx context.Context, path string, follow bool) (string, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadRealPath, Path: path, Follow: follow})
	return a.Text, err
}

// Xattrs reads the names of the extended attributes of the path itself.
func (f Files) Xattrs(ctx context.Context, path string) []string {
	a, _ := f.Read(ctx, FileRead{Kind: ReadXattrs, Path: path})
	return a.Names
}

// Protection reads the protection of the path itself.
func (f Files) Protection(ctx context.Context, path string) (Protection, error) {
	a, err := f.Read(ctx, FileRead{Kind: ReadProtection, Path: path})
	return a.Protection, err
}

// Action is an act for a Writer, with data that its description does not need.
type Action struct {
	Act
	Options WriteOptions // of ActWrite
	Source  *Source      // of ActWrite: content that is not held in memory
	Command *Command     // of ActRun
	Request Exchange     // of ActRequest

	description *Act // of the act as a plan shows it, set by the outermost tap
}

// Follows reports whether an act concerns the target of a link at the end of its
// path.
func (a Action) Follows() bool {
	return a.Kind == ActChmod || a.Kind == ActWrite && !a.Options.Replace
}
