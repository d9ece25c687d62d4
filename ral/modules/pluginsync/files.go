package pluginsync

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/stream"
)

// listedFor is how long the entries of a listed directory are cached.
const listedFor = time.Minute

// Files are the files of a server's mounts, "modules/NAME/PATH", by Puppet's
// HTTP API (file_metadata, file_metadatas, file_content; version 3). It
// implements ral.ChecksumTree and is safe for concurrent use.
type Files struct {
	c *client

	mu     sync.Mutex
	listed map[string]listedEntry // by path
}

type listedEntry struct {
	served
	at time.Time
}

// served is a server's description of a file.
type served struct {
	metadata
	Owner, Group int
	Destination  string
}

// NewFiles returns the files of the server of the options. It reads the certificates,
// and sends no request.
func NewFiles(ctx context.Context, rd host.Reader, opt Options) (*Files, error) {
	patience := opt.LockTimeout
	if patience == 0 {
		patience = 2 * time.Minute
	}
	config, err := opt.Identity.config(ctx, rd)
	if err != nil {
		return nil, err
	}
	c, err := newClient(opt.Server, opt.Environment, config, patience, atOnce)
	if err != nil {
		return nil, err
	}
	return &Files{c: c, listed: make(map[string]listedEntry)}, nil
}

// Stat describes a file; it follows links.
func (f *Files) Stat(ctx context.Context, at string) (host.Info, error) {
	return f.info(ctx, at, "follow")
}

// Lstat describes a file or a link.
func (f *Files) Lstat(ctx context.Context, at string) (host.Info, error) {
	return f.info(ctx, at, "manage")
}

func (f *Files) info(ctx context.Context, at, links string) (host.Info, error) {
	s, err := f.describe(ctx, at, links, "sha256")
	if err != nil {
		return host.Info{}, err
	}
	return s.info(at)
}

func (s served) info(at string) (host.Info, error) {
	info := host.Info{Path: at, Mode: s.Mode & fs.ModePerm, UID: s.Owner, GID: s.Group, Size: -1}
	switch s.Type {
	case "file":
	case "directory":
		info.Mode |= fs.ModeDir
	case "link":
		info.Mode |= fs.ModeSymlink
	default:
		return info, fmt.Errorf("%s has the unknown file type %q", at, s.Type)
	}
	return info, nil
}

// describe requests the metadata of a file, unless a listing contains it.
func (f *Files) describe(ctx context.Context, at, links, kind string) (served, error) {
	f.mu.Lock()
	known, ok := f.listed[at]
	f.mu.Unlock()
	ok = ok && (links == "manage" || known.Type != "link") && (known.Type != "file" || known.Checksum.Type == kind)
	if ok && time.Since(known.at) < listedFor {
		return known.served, nil
	}
	var s served
	err := f.json(ctx, at, "file_metadata/", url.Values{
		"links": {links}, "checksum_type": {kind}, "source_permissions": {"use"},
	}, &s)
	return s, err
}

// json requests a document about a path.
func (f *Files) json(ctx context.Context, at, api string, query url.Values, to any) error {
	body, err := f.c.get(ctx, at, api+escaped(at), query, "application/json")
	if err != nil {
		return err
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, maxListing+1))
	switch {
	case err != nil:
		return fmt.Errorf("%s: the metadata of %s is incomplete: %w", f.c.at, at, plain(ctx, err))
	case len(text) > maxListing:
		return fmt.Errorf("%s: the metadata of %s is larger than %d MiB", f.c.at, at, maxListing>>20)
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: the metadata of %s is invalid: %w%s", f.c.at, at, err, byteOf(err))
	}
	return nil
}

// ReadDir returns the names in a directory. It caches its entries, with links as links,
// for Stat, Lstat and Checksum.
func (f *Files) ReadDir(ctx context.Context, at string) ([]string, error) {
	var all []served
	err := f.json(ctx, at, "file_metadatas/", url.Values{
		"recurse": {"true"}, "recurselimit": {"1"}, "max_files": {"-1"}, "links": {"manage"},
		"checksum_type": {"sha256"}, "source_permissions": {"use"},
	}, &all)
	if err != nil {
		return nil, err
	}
	if len(all) > maxEntries {
		return nil, fmt.Errorf("%s: %s contains %d files (at most %d)", f.c.at, at, len(all), maxEntries)
	}
	now := time.Now()
	f.mu.Lock()
	defer f.mu.Unlock()
	var names []string
	for _, s := range all {
		if s.Path == "." {
			continue
		}
		if !local(s.Path) || strings.Contains(s.Path, "/") {
			return nil, fmt.Errorf("%s: the listing of %s contains the invalid name %q", f.c.at, at, s.Path)
		}
		names = append(names, s.Path)
		f.listed[path.Join(at, s.Path)] = listedEntry{s, now}
	}
	return names, nil
}

// ReadFile returns the content of a file of at most 64 MiB.
func (f *Files) ReadFile(ctx context.Context, at string) ([]byte, error) {
	b := host.Held{Max: maxFile}
	err := f.ReadTo(ctx, at, &b)
	if errors.Is(err, host.ErrTooLarge) {
		err = fmt.Errorf("%s: %s is larger than %d MiB", f.c.at, at, maxFile>>20)
	}
	return b.Data, err
}

// ReadTo writes the content of a file of any size to w. The server has to go on
// sending: its patience is that for each part.
func (f *Files) ReadTo(ctx context.Context, at string, w io.Writer) error {
	body, err := f.c.stream(ctx, at, "file_content/"+escaped(at), url.Values{}, "application/octet-stream")
	if err != nil {
		return err
	}
	defer body.Close()
	to := &stream.Sticky{W: w}
	_, err = io.Copy(to, body)
	if to.Err == nil && err != nil {
		return fmt.Errorf("%s: cannot download %s: %w", f.c.at, at, plain(ctx, err))
	}
	return to.Err
}

// ReadLink returns the target of a link.
func (f *Files) ReadLink(ctx context.Context, at string) (string, error) {
	s, err := f.describe(ctx, at, "manage", "sha256")
	if err == nil && s.Type != "link" {
		err = fmt.Errorf("%s is not a link", at)
	}
	return s.Destination, err
}

// Checksum returns the checksum of a file in Puppet's format.
func (f *Files) Checksum(ctx context.Context, at, kind string) (string, error) {
	s, err := f.describe(ctx, at, "follow", kind)
	if err != nil {
		return "", err
	}
	if s.Type != "file" || !strings.HasPrefix(s.Checksum.Value, "{"+kind+"}") {
		return "", fmt.Errorf("%s: the server does not provide a %s checksum of %s", f.c.at, kind, at)
	}
	return s.Checksum.Value, nil
}
