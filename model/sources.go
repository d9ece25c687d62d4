package model

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/modules"
	"ralsh/ral/modules/pluginsync"
)

// sourceFiles opens the URLs of sources, with the modules and certificates of the
// machine, even with --root: puppet: from the modulepath, or from a Puppet
// server; http: and https: from the network.
type sourceFiles struct {
	s *Session

	mu      sync.Mutex
	servers map[string]*pluginsync.Files // by HOST or HOST:PORT
}

// UseServer makes a Puppet server the source of puppet: URLs without a server.
// Empty options have the defaults of the agent.
func (ms *Modules) UseServer(opt pluginsync.Options) { ms.server = opt }

// Open returns the tree of a URL, and the path in it.
func (f *sourceFiles) Open(ctx context.Context, text string) (ral.FileTree, string, error) {
	place, ok := strings.CutPrefix(text, "puppet://")
	if !ok {
		return &webFile{url: text}, "", nil
	}
	named, at, _ := strings.Cut(place, "/") // the path is not encoded
	if server := first(named, f.s.Modules.server.Server); server != "" {
		tree, err := f.server(ctx, server)
		return tree, at, err
	}
	m := f.s.Modules.Loaded()
	if m == nil {
		return nil, "", noModules{}
	}
	tree, rest, err := m.Mounted(local.Machine().Reader(), at)
	return tree, rest, err
}

// LensDirs returns the directories of lenses of the modules.
func (f *sourceFiles) LensDirs() []string {
	if m := f.s.Modules.Loaded(); m != nil {
		return m.LensDirs()
	}
	return nil
}

var _ ral.LensServer = (*sourceFiles)(nil)

// noModules is the error of a puppet: URL without modules. It matches
// fs.ErrNotExist: as in Puppet, the next source is tried.
type noModules struct{}

// Error returns the message with the options that select modules.
func (noModules) Error() string {
	return "no modules are loaded: use --modulepath, or --server for the modules of a Puppet server"
}

// Is reports whether target is fs.ErrNotExist.
func (noModules) Is(target error) bool { return target == fs.ErrNotExist }

func (f *sourceFiles) server(ctx context.Context, name string) (*pluginsync.Files, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.servers[name]; known != nil {
		return known, nil
	}
	opt := f.s.Modules.server
	opt.Server = name
	opt, err := f.s.Modules.agent(ctx, opt)
	if err != nil {
		return nil, err
	}
	files, err := pluginsync.NewFiles(ctx, local.Machine().Reader(), opt)
	if err != nil {
		return nil, errors.New(err.Error()) // a missing certificate is no missing source
	}
	if f.servers == nil {
		f.servers = make(map[string]*pluginsync.Files)
	}
	f.servers[name] = files
	return files, nil
}

var _ ral.FileTree = (*modules.Files)(nil)

// webFile is a file of a web server, fetched once after it was opened. A file
// above host.LargeFile is fetched each time it is read.
type webFile struct {
	url     string
	data    []byte
	fetched bool
	large   bool
}

// webTimeout is the timeout of the response with a file.
const webTimeout = 2 * time.Minute

func (w *webFile) fetch(ctx context.Context) error {
	if w.fetched {
		return nil
	}
	start := host.Held{Max: host.LargeFile}
	err := w.get(ctx, &start)
	if errors.Is(err, host.ErrTooLarge) {
		w.fetched, w.large = true, true
		return nil
	}
	w.data, w.fetched = start.Data, err == nil
	return err
}

func (w *webFile) get(ctx context.Context, to io.Writer) error {
	_, err := local.Machine().Reader().Fetch(ctx, host.Request{Method: "GET", URL: w.url, Timeout: webTimeout, To: to})
	at, failed := errors.AsType[*host.RequestError](err)
	if status, ok := errors.AsType[*host.StatusError](err); failed && ok && status.Status == 404 {
		return &host.RequestError{Request: at.Request, Err: noWebFile{&host.StatusError{Status: status.Status}}}
	}
	return err
}

// noWebFile is the error of a file that a web server does not have. It matches
// fs.ErrNotExist: as in Puppet, the next source is tried.
type noWebFile struct{ *host.StatusError }

// Is reports whether target is fs.ErrNotExist.
func (noWebFile) Is(target error) bool { return target == fs.ErrNotExist }

// Stat describes the file.
func (w *webFile) Stat(ctx context.Context, _ string) (host.Info, error) {
	err := w.fetch(ctx)
	info := host.Info{Path: w.url, Mode: 0o644, Size: int64(len(w.data))}
	if w.large {
		info.Size = -1
	}
	return info, err
}

// Lstat is Stat.
func (w *webFile) Lstat(ctx context.Context, path string) (host.Info, error) {
	return w.Stat(ctx, path)
}

// ReadDir returns an error: a web server does not list directories.
func (w *webFile) ReadDir(context.Context, string) ([]string, error) {
	return nil, errors.New("a web server does not list directories")
}

// ReadFile returns the content of a file that is not large.
func (w *webFile) ReadFile(ctx context.Context, _ string) ([]byte, error) {
	err := w.fetch(ctx)
	if w.large {
		err = host.ErrTooLarge
	}
	return w.data, err
}

// ReadTo writes the content to a writer.
func (w *webFile) ReadTo(ctx context.Context, _ string, to io.Writer) error {
	err := w.fetch(ctx)
	switch {
	case err != nil:
		return err
	case w.large:
		return w.get(ctx, to)
	}
	_, err = to.Write(w.data)
	return err
}

// ReadLink returns an error: a web server does not provide links.
func (w *webFile) ReadLink(context.Context, string) (string, error) {
	return "", errors.New("a web server does not provide links")
}
