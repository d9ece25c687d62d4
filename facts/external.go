package facts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// The weights of external facts (Facter, DirectoryLoader and load_env).
const (
	weightFile     = 10_000
	weightVariable = 1_000_000
)

// environment adds the variables FACTER_name, in any case and also without the
// underscore.
func (l *loading) environment(rd host.Reader) {
	all := rd.Environ()
	slices.Sort(all)
	for _, pair := range all {
		variable, text, _ := strings.Cut(pair, "=")
		name, ok := strings.CutPrefix(strings.ToLower(variable), "facter")
		name = strings.TrimPrefix(name, "_")
		if !ok || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
			continue
		}
		l.resolutions = append(l.resolutions, resolution{
			kind: External, from: variable + " (environment)", facts: []string{name}, weight: weightVariable,
			find: func(_ context.Context, _ host.Reader, b *result) {
				if err := datafile.CheckText(text); err != nil {
					b.Fail(name, variable+" (environment)", err)
					return
				}
				b.PutAt([]string{name}, value.Str(text), variable+" (environment)")
			},
		})
	}
}

// readDirs adds the files of every directory. In a directory, the last name wins, so
// names are sorted in reverse; between directories the first wins.
func (l *loading) readDirs(ctx context.Context, rd host.Reader, opt *Options, c Config) {
	for _, dir := range opt.dirs(rd, c) {
		names, err := rd.ReadDir(ctx, dir)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) || len(opt.ExternalDirs) > 0 || len(c.ExternalDirs) > 0 {
				l.sources = append(l.sources, Source{Path: dir, Err: host.Unreadable(dir, err)})
			}
			continue
		}
		slices.Reverse(names)
		for _, name := range names {
			file := path.Join(dir, name)
			if strings.HasPrefix(name, ".") {
				l.pass(file, "the name begins with a dot")
				continue
			}
			l.file(ctx, rd, file, c)
		}
	}
	for _, file := range opt.Files {
		switch {
		case opt.NoExternal:
			l.pass(file, "--no-external-facts is set")
			continue
		case c.noExternal:
			l.pass(file, c.file+" sets no-external-facts")
			continue
		}
		l.file(ctx, opt.FilesOn, file, c)
	}
}

// file adds a file by its extension, or its mode.
func (l *loading) file(ctx context.Context, rd host.Reader, file string, c Config) {
	if c.blocks(path.Base(file)) {
		l.pass(file, c.blockedBy().Error())
		return
	}
	ext := strings.ToLower(path.Ext(file))
	if parse := datafile.ParserFor(ext); parse != nil {
		l.resolutions = append(l.resolutions, resolution{
			kind: External, name: ext[1:], from: file, weight: weightFile, data: true, deadline: patience,
			find: func(ctx context.Context, _ host.Reader, b *result) { readFacts(ctx, rd, file, parse, b) },
		})
		return
	}
	info, err := rd.Stat(ctx, file)
	switch {
	case err != nil && errors.Is(err, fs.ErrNotExist):
		l.fault(file, errors.New("the target of the link does not exist"))
	case err != nil:
		l.fault(file, host.Unreadable(file, err))
	case passedOver(info, ext) != "":
		l.pass(file, passedOver(info, ext))
	default:
		l.executable(rd, file, info)
	}
}

// passedOver returns why a file is neither data nor an executable, "" for an executable.
func passedOver(info host.Info, ext string) string {
	switch {
	case info.IsDir():
		return "it is a directory; ralsh reads only files"
	case !info.Mode.IsRegular():
		return "it is not a regular file"
	case info.Mode.Perm()&0o111 == 0:
		return "the name does not end in .txt, .json or .yaml, and the file is not executable"
	case slices.Contains([]string{".bat", ".cmd", ".com", ".exe"}, ext):
		return "it is a Windows program"
	}
	return ""
}

func (l *loading) pass(file, why string) {
	l.sources = append(l.sources, Source{Path: file, Notes: []string{"skipped: " + why}})
}

func (l *loading) fault(file string, err error) {
	l.sources = append(l.sources, Source{Path: file, Err: err})
}

// maxFacts is the maximum size of the facts of a file or executable, in bytes.
const maxFacts = 1 << 20

// readFacts adds the facts of a data file.
func readFacts(ctx context.Context, rd host.Reader, file string, parse datafile.Parser, b *result) {
	data, err := dataOf(ctx, rd, file)
	if err != nil {
		b.source.Err = err
		return
	}
	found, notes, err := parse(data)
	b.source.Notes, b.source.Err = append(b.source.Notes, notes...), err
	b.external(found, file)
	if len(b.Leaves) == 0 && b.source.Err == nil {
		b.source.Notes = append(b.source.Notes, emptiness(data))
	}
}

// dataOf reads a data file.
func dataOf(ctx context.Context, rd host.Reader, file string) ([]byte, error) {
	info, err := rd.Stat(ctx, file)
	switch {
	case err != nil && errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("the target of the link does not exist")
	case err == nil && !info.Mode.IsRegular():
		return nil, errors.New("it is not a regular file; ralsh does not read it")
	case err == nil && info.Size > maxFacts:
		return nil, fmt.Errorf("the file is too long (%d bytes, at most %d)", info.Size, maxFacts)
	}
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return nil, host.Unreadable(file, err)
	}
	return data, nil
}

// emptiness describes a file without facts and without an error.
func emptiness(data []byte) string {
	if len(data) == 0 {
		return "it is empty"
	}
	return "it contains no facts"
}

// maxInvalid is the maximum number of omitted facts to name.
const maxInvalid = 5

// external adds the facts of a map. It omits and reports strings that are not
// UTF-8.
func (b *result) external(found value.Value, from string) {
	last := map[string]value.Value{}
	lost := 0
	for _, p := range found.Pairs() {
		name := strings.ToLower(p.Key.Text())
		if err := datafile.Check(p.Value); name == "" || err != nil {
			if lost++; lost <= maxInvalid {
				b.source.Err = both(b.source.Err, fmt.Errorf("fact %q is omitted: %w", name, cmp.Or(err, errors.New("the name is empty"))))
			}
			continue
		}
		last[name] = p.Value
	}
	if lost > maxInvalid {
		b.source.Err = both(b.source.Err, fmt.Errorf("%d more facts are omitted", lost-maxInvalid))
	}
	for name, v := range last {
		b.Tree([]string{name}, v, from)
	}
}

// both joins two errors in a line.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// Usable returns why a file of external facts is skipped on a host with this
// root, or its error. It returns neither if the file provides facts or is a
// program that may. It runs no program.
func Usable(ctx context.Context, rd host.Reader, root, file string) (passed string, err error) {
	ext := strings.ToLower(path.Ext(file))
	if parse := datafile.ParserFor(ext); parse != nil {
		data, err := dataOf(ctx, rd, file)
		if err != nil {
			return "", err
		}
		found, _, err := parse(data)
		if len(found.Pairs()) > 0 {
			err = nil
		}
		return "", err
	}
	info, err := rd.Stat(ctx, file)
	if err != nil {
		return "", host.Unreadable(file, err)
	}
	if passed = passedOver(info, ext); passed != "" {
		return passed, nil
	}
	return "", mayRun(root, rd, file, info)
}
