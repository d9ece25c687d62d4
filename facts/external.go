package facts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// The weights of what is outside (Facter, DirectoryLoader and load_env).
const (
	weightFile     = 10_000
	weightVariable = 1_000_000
)

// environment takes in the variables FACTER_name, in any case and also without
// the underscore.
func (l *loading) environment(look host.Reader) {
	all := look.Environ()
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
			find: func(_ context.Context, _ host.Reader, s *factBuilder) {
				if err := goodText(text); err != nil {
					s.fail(name, variable+" (environment)", err)
					return
				}
				s.putAt([]string{name}, value.Str(text), variable+" (environment)")
			},
		})
	}
}

// folders takes in the files of every folder. In one folder the names come in
// reverse order and the first one wins; between folders the first given.
func (l *loading) folders(ctx context.Context, look host.Reader, opt *Options, c Config) {
	for _, dir := range opt.dirs(look, c) {
		names, err := look.ReadDir(ctx, dir)
		if err != nil {
			if !gone(err) || len(opt.ExternalDirs) > 0 || len(c.ExternalDirs) > 0 {
				l.sources = append(l.sources, Source{Path: dir, Err: &readError{dir, err}})
			}
			continue
		}
		slices.Reverse(names)
		for _, name := range names {
			file := path.Join(dir, name)
			if strings.HasPrefix(name, ".") {
				l.pass(file, "its name begins with a dot")
				continue
			}
			l.file(ctx, look, file, c)
		}
	}
	for _, file := range opt.Files {
		if c.noExternal {
			l.pass(file, c.file+" says no-external-facts")
			continue
		}
		l.file(ctx, opt.FilesOn, file, c)
	}
}

// file takes in one file by its extension, or its mode.
func (l *loading) file(ctx context.Context, look host.Reader, file string, c Config) {
	if c.blocks(path.Base(file)) {
		l.pass(file, c.blockedBy().Error())
		return
	}
	ext := strings.ToLower(path.Ext(file))
	if parse := parsers(ext); parse != nil {
		l.resolutions = append(l.resolutions, resolution{
			kind: External, name: ext[1:], from: file, weight: weightFile, data: true, deadline: patience,
			find: func(ctx context.Context, _ host.Reader, s *factBuilder) { readFacts(ctx, look, file, parse, s) },
		})
		return
	}
	info, err := look.Stat(ctx, file)
	switch {
	case err != nil && gone(err):
		l.fault(file, errors.New("it is a link to nothing"))
	case err != nil:
		l.fault(file, &readError{file, err})
	case passedOver(info, ext) != "":
		l.pass(file, passedOver(info, ext))
	default:
		l.executable(look, file, info)
	}
}

// passedOver is why a file is neither data nor a program to run, "" for a program.
func passedOver(info host.Info, ext string) string {
	switch {
	case info.IsDir():
		return "it is a folder, and only files are read"
	case !info.Mode.IsRegular():
		return "it is no regular file"
	case info.Mode.Perm()&0o111 == 0:
		return "its name ends in none of .txt, .json and .yaml, and it is not executable"
	case slices.Contains([]string{".bat", ".cmd", ".com", ".exe"}, ext):
		return "it is a program of Windows"
	}
	return ""
}

func (l *loading) pass(file, why string) {
	l.sources = append(l.sources, Source{Path: file, Notes: []string{"passed over: " + why}})
}

func (l *loading) fault(file string, err error) {
	l.sources = append(l.sources, Source{Path: file, Err: err})
}

// maxFacts is how many bytes of facts one file or program may give.
const maxFacts = 1 << 20

// readFacts writes down what a data file says.
func readFacts(ctx context.Context, look host.Reader, file string, parse reader, s *factBuilder) {
	data, err := dataOf(ctx, look, file)
	if err != nil {
		s.source.Err = err
		return
	}
	found, notes, err := parse(data)
	s.source.Notes, s.source.Err = append(s.source.Notes, notes...), err
	s.external(found, file)
	if len(s.leaves) == 0 && s.source.Err == nil {
		s.source.Notes = append(s.source.Notes, emptiness(data))
	}
}

// dataOf reads a data file.
func dataOf(ctx context.Context, look host.Reader, file string) ([]byte, error) {
	info, err := look.Stat(ctx, file)
	switch {
	case err != nil && errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("it is a link to nothing")
	case err == nil && !info.Mode.IsRegular():
		return nil, errors.New("it is no regular file, and is not read")
	case err == nil && info.Size > maxFacts:
		return nil, fmt.Errorf("it has %d bytes; a file of facts may have %d", info.Size, maxFacts)
	}
	data, err := look.ReadFile(ctx, file)
	if err != nil {
		return nil, &readError{file, err}
	}
	return data, nil
}

// emptiness is how a file without facts and without a fault is told.
func emptiness(data []byte) string {
	if len(data) == 0 {
		return "it is empty"
	}
	return "it holds no facts"
}

// external writes down the facts of a map. Those whose text is not UTF-8 are left
// out, and named.
func (s *factBuilder) external(found value.Value, from string) {
	last := map[string]value.Value{}
	lost := 0
	for _, p := range found.Pairs() {
		name := strings.ToLower(p.Key.Text())
		if err := good(p.Value); name == "" || err != nil {
			if lost++; lost <= maxNumbers {
				s.source.Err = both(s.source.Err, fmt.Errorf("fact %q is left out: %w", name, firstError(err, errors.New("it has no name"))))
			}
			continue
		}
		last[name] = p.Value
	}
	if lost > maxNumbers {
		s.source.Err = both(s.source.Err, fmt.Errorf("%d more are left out", lost-maxNumbers))
	}
	for name, v := range last {
		s.tree([]string{name}, v, from)
	}
}

// both is two errors in one line.
func both(a, b error) error {
	if a == nil || b == nil {
		return firstError(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}
