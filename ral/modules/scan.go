package modules

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// The limits of a module.
const (
	maxDepth    = 8      // nested directories
	maxPlugins  = 20_000 // files
	maxFile     = 1 << 20
	maxMetadata = 1 << 20
)

// goodName reports whether a directory can be a module: [a-z][a-z0-9_]*.
func goodName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}

// scan finds all modules of a modulepath, in its order and by name within a
// directory. A missing directory is skipped, as in Puppet, and returned.
func scan(ctx context.Context, rd host.Reader, modulepath []string) (all []*Module, missing []string) {
	byName := map[string]*Module{}
	for _, dir := range modulepath {
		names, err := entriesOf(ctx, rd, dir)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				missing = append(missing, dir)
			} else {
				all = append(all, &Module{Name: path.Base(dir), Path: dir, Err: err})
			}
			continue
		}
		for _, name := range names {
			m := module(ctx, rd, path.Join(dir, name))
			if m == nil {
				continue
			}
			if first := byName[m.Name]; first != nil {
				m.ShadowedBy = first.Path
			} else {
				byName[m.Name] = m
			}
			all = append(all, m)
		}
	}
	return all, missing
}

// entriesOf returns the names in a directory of the modulepath, if only trusted
// users can create modules there.
func entriesOf(ctx context.Context, rd host.Reader, dir string) ([]string, error) {
	info, err := rd.Stat(ctx, dir)
	if err != nil {
		return nil, unread(dir, err)
	}
	if why := rd.Distrust("it", info); why != "" {
		return nil, fmt.Errorf("%s is not loaded: %s", dir, why)
	}
	names, err := rd.ReadDir(ctx, dir)
	if err != nil {
		return nil, unread(dir, err)
	}
	return names, nil
}

// module reads a directory. It returns nil if it is not a module.
func module(ctx context.Context, rd host.Reader, dir string) *Module {
	name := path.Base(dir)
	info, err := rd.Stat(ctx, dir)
	if !goodName(name) || err == nil && !info.IsDir() {
		return nil
	}
	m := &Module{Name: name, Path: dir}
	if errors.Is(err, fs.ErrNotExist) {
		m.Err = fmt.Errorf("%s: the target of the link does not exist", dir)
		return m
	}
	if err != nil {
		m.Err = unread(dir, err)
		return m
	}
	if why := rd.Distrust("it", info); why != "" {
		m.Err = fmt.Errorf("%s is not loaded: %s", dir, why)
		return m
	}
	m.fill(ctx, rd, info, false)
	return m
}

var errRoot = errors.New(" leads to /, which cannot be a module")

// fill finds the files of a module. own means that its files may belong to any user.
func (m *Module) fill(ctx context.Context, rd host.Reader, info host.Info, own bool) {
	if top, err := rd.Stat(ctx, "/"); err == nil && top.Inode == info.Inode && top.Device == info.Device {
		m.Err = fmt.Errorf("%s%w", m.Path, errRoot)
		return
	}
	m.metadata(ctx, rd)
	s := scanner{ctx: ctx, rd: rd, m: m, own: own}
	s.all("lib", "functions", "facts.d")
	slices.SortStableFunc(m.Plugins, func(a, b *Plugin) int { return cmp.Compare(a.Rel, b.Rel) })
}

// synced returns the tree from pluginsync: lib and facts.d without a module
// directory.
func synced(ctx context.Context, rd host.Reader, dir string) *Module {
	info, err := rd.Stat(ctx, dir)
	if err != nil || !info.IsDir() {
		return nil
	}
	m := &Module{Path: dir}
	if why := rd.Distrust("it", info); why != "" {
		m.Err = fmt.Errorf("%s is not loaded: %s", dir, why)
		return m
	}
	s := scanner{ctx: ctx, rd: rd, m: m}
	s.all("lib", "facts.d")
	return m
}

// unread returns the error of a file that cannot be read.
func unread(file string, err error) error {
	return fmt.Errorf("cannot read %s: %w", file, host.Cause(err))
}

// trouble adds a reason why a module cannot be read as a whole.
func (m *Module) trouble(err error) { m.Err = errors.Join(append(ral.JoinedErrors(m.Err), err)...) }

func (m *Module) metadata(ctx context.Context, rd host.Reader) {
	file := path.Join(m.Path, "metadata.json")
	info, err := rd.Stat(ctx, file)
	if err != nil || info.Size > maxMetadata {
		return
	}
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		m.trouble(unread(file, err))
		return
	}
	var meta struct{ Version, Summary, Author string }
	if err := json.Unmarshal(data, &meta); err != nil {
		m.trouble(jsonError(file, data, err))
		return
	}
	m.Version, m.Summary, m.Author = meta.Version, meta.Summary, meta.Author
}

// jsonError returns an error in a JSON text with its position.
func jsonError(file string, data []byte, err error) error {
	at := int64(0)
	text := "invalid JSON: " + err.Error()
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset
	} else if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at, text = kind.Offset, "metadata must be a map, not "+kind.Value
		if kind.Field != "" {
			text = strings.ToLower(kind.Field) + " must be a string, not " + kind.Value
		}
	}
	before := string(data[:min(int(at), len(data))])
	line := 1 + strings.Count(before, "\n")
	return errorAt(fmt.Sprintf("%s:%d:%d", file, line, max(1, len(before)-strings.LastIndexByte(before, '\n')-1)), "%s", text)
}

// scanner walks a module. It does not follow links to directories, so that it cannot
// leave the module or loop.
type scanner struct {
	ctx context.Context
	rd  host.Reader
	m   *Module
	own bool
}

// distrust returns why a file must not be loaded, or "".
func (s *scanner) distrust(info host.Info) string {
	if s.own {
		return ""
	}
	return s.rd.Distrust("it", info)
}

func (s *scanner) all(dirs ...string) {
	for _, dir := range dirs {
		switch info, err := s.rd.Lstat(s.ctx, path.Join(s.m.Path, dir)); {
		case err == nil && info.IsLink():
			s.m.trouble(fmt.Errorf("%s is a link: plugins must be in the directory of the module", path.Join(s.m.Path, dir)))
		case err == nil && info.IsDir():
			s.walk(dir, info, 0)
		}
	}
}

func (s *scanner) walk(rel string, info host.Info, depth int) {
	if why := s.distrust(info); why != "" {
		s.m.trouble(fmt.Errorf("%s is not loaded: %s", path.Join(s.m.Path, rel), why))
		return
	}
	names, err := s.rd.ReadDir(s.ctx, path.Join(s.m.Path, rel))
	if err != nil {
		s.m.trouble(unread(path.Join(s.m.Path, rel), err))
		return
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			continue
		}
		at := path.Join(rel, name)
		info, err := s.rd.Lstat(s.ctx, path.Join(s.m.Path, at))
		switch {
		case err != nil:
			s.m.trouble(unread(path.Join(s.m.Path, at), err))
		case info.IsDir() && depth < maxDepth:
			s.walk(at, info, depth+1)
		case !info.IsDir():
			s.file(at, info)
		}
	}
}

// ruby notes why no Ruby code of the module may be loaded: it can load any of its
// files.
func (s *scanner) ruby(p *Plugin, info host.Info) {
	why := s.distrust(info)
	if info.IsLink() {
		why = "it is a link"
	}
	if why != "" && s.m.distrust == nil {
		s.m.distrust = fmt.Errorf("%s: %s", p.File, why)
	}
}

func (s *scanner) file(rel string, info host.Info) {
	kind, name := classify(rel)
	if kind == "" {
		return
	}
	if len(s.m.Plugins) >= maxPlugins {
		s.m.trouble(fmt.Errorf("%s contains more than %d plugins; ralsh skips the rest", s.m.Path, maxPlugins))
		return
	}
	p := &Plugin{Module: s.m, Kind: kind, Name: name, Rel: rel, File: path.Join(s.m.Path, rel)}
	s.m.Plugins = append(s.m.Plugins, p)
	switch {
	case !kind.runs():
		p.State = kind.unused()
		if strings.HasSuffix(rel, ".rb") {
			s.ruby(p, info)
		}
	case info.IsLink():
		p.fail(errorAt(p.File+":1:1", "the plugin is a link: it must be a regular file of the module"))
	case !info.Mode.IsRegular():
		p.fail(errorAt(p.File+":1:1", "the plugin is not a regular file"))
	case s.distrust(info) != "":
		p.fail(errorAt(p.File+":1:1", "not loaded: %s", s.distrust(info)))
	case kind != ExternalFact && info.Size > maxFile:
		p.fail(errorAt(p.File+":1:1", "the plugin is too long (%d bytes, at most %d)", info.Size, maxFile))
	}
}
