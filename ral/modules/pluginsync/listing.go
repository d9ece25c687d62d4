package pluginsync

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"unicode"
)

// mount is a mount that contains plugins.
type mount struct {
	name string
	dir  string // directory of its files in the tree
	// modes means that files get the server's modes, because programs must
	// remain executable.
	modes bool
}

// mounts are in the order in which the agent requests them.
var mounts = [...]mount{{"pluginfacts", "facts.d", true}, {"plugins", "lib", false}}

// maxEntries is the maximum number of files and directories of a mount.
const maxEntries = 100_000

// dirMode is the mode of directories; the mode from the server is ignored.
const dirMode = 0o755

// entry is a directory or file of the desired tree.
type entry struct {
	path  string // in the tree: "lib/ral/type/a.star"
	mount string
	rel   string // in the mount
	dir   bool
	mode  fs.FileMode
	sum   string // SHA-256, in hexadecimal
}

// metadata is the server's description of a file (file_metadata of Puppet's HTTP API,
// version 3).
type metadata struct {
	Path     string `json:"relative_path"`
	Type     string
	Mode     fs.FileMode
	Checksum struct{ Type, Value string }
}

// list requests the contents of a mount.
func (c *client) list(ctx context.Context, m mount) ([]entry, error) {
	permissions := "ignore"
	if m.modes {
		permissions = "use"
	}
	body, err := c.get(ctx, "the list of "+m.name, "file_metadatas/"+m.name, url.Values{
		"recurse": {"true"}, "max_files": {"-1"}, "ignore": {".svn", "CVS", ".git", ".hg"},
		"links": {"follow"}, "checksum_type": {"sha256"}, "source_permissions": {permissions},
	}, "application/json")
	if err != nil {
		return nil, err
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, maxListing+1))
	if err != nil {
		return nil, fmt.Errorf("%s: the list of %s is incomplete: %w", c.at, m.name, plain(ctx, err))
	}
	if len(text) > maxListing {
		return nil, fmt.Errorf("%s: the list of %s is larger than %d MiB", c.at, m.name, maxListing>>20)
	}
	entries, err := m.parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: the list of %s: %w", c.at, m.name, err)
	}
	return entries, nil
}

// parse reads a list. Any error rejects the whole list, because an incomplete list would
// remove files.
func (m mount) parse(text []byte) ([]entry, error) {
	var listed []metadata
	if err := json.Unmarshal(text, &listed); err != nil {
		return nil, fmt.Errorf("invalid list of files: %w%s", err, byteOf(err))
	}
	if len(listed) > maxEntries {
		return nil, fmt.Errorf("the list contains %d files (at most %d)", len(listed), maxEntries)
	}
	complete := false
	kinds := map[string]bool{} // path -> whether it is a directory
	var entries []entry
	for _, one := range listed {
		if one.Path == "." {
			complete = complete || one.Type == "directory"
			continue
		}
		e, err := m.entry(one)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", one.Path, err)
		}
		if dir, twice := kinds[e.path]; twice && !(dir && e.dir) {
			return nil, fmt.Errorf("%q is listed twice", one.Path)
		}
		kinds[e.path] = e.dir
		entries = append(entries, e)
	}
	if !complete {
		return nil, fmt.Errorf("the list is incomplete: the directory of the mount is missing")
	}
	return m.dirsOf(entries, kinds)
}

// byteOf returns the position of an error in a JSON text.
func byteOf(err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf(", at byte %d", syntax.Offset)
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf(", at byte %d", kind.Offset)
	}
	return ""
}

// dirsOf adds parent directories that are missing in the list.
func (m mount) dirsOf(entries []entry, kinds map[string]bool) ([]entry, error) {
	all := append(entries, entry{path: m.dir, dir: true, mode: dirMode})
	for _, e := range entries {
		for above := path.Dir(e.path); above != m.dir; above = path.Dir(above) {
			dir, known := kinds[above]
			if known && !dir {
				return nil, fmt.Errorf("the parent of %q is a file", e.rel)
			}
			if !known {
				kinds[above] = true
				all = append(all, entry{path: above, dir: true, mode: dirMode})
			}
		}
	}
	return all, nil
}

func (m mount) entry(one metadata) (entry, error) {
	if !local(one.Path) {
		return entry{}, fmt.Errorf("invalid path: expected a relative path inside the mount")
	}
	e := entry{path: path.Join(m.dir, one.Path), mount: m.name, rel: one.Path, dir: one.Type == "directory", mode: 0o644}
	if e.dir {
		e.mode = dirMode
		return e, nil
	}
	if one.Type != "file" {
		return entry{}, fmt.Errorf("unsupported file type %s: only files and directories are allowed", one.Type)
	}
	// Only the execute permission is used, because only the owner writes
	// plugins.
	if m.modes && one.Mode&0o111 != 0 {
		e.mode = 0o755
	}
	sum, ok := strings.CutPrefix(one.Checksum.Value, "{sha256}")
	if raw, err := hex.DecodeString(sum); !ok || err != nil || len(raw) != 32 {
		return entry{}, fmt.Errorf("the checksum is not SHA-256")
	}
	e.sum = strings.ToLower(sum)
	return e, nil
}

// local reports whether a path is canonical and stays in its directory.
func local(rel string) bool {
	return rel != "" && len(rel) <= 1024 && path.Clean(rel) == rel && !path.IsAbs(rel) && rel != ".." && !strings.HasPrefix(rel, "../") &&
		!strings.ContainsFunc(rel, unicode.IsControl)
}
