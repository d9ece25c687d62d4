package parsedfile

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/host"
)

// List yields the records of the files, in order. Its error names the lines that
// are damaged.
func (b *behaviour) List(ctx context.Context, in *ral.Listing) error {
	if b.Files == nil {
		err := b.listFile(ctx, in, b.Target)
		if b.MissingOK && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	paths, err := b.Files(ctx, in.Reader)
	for _, path := range paths {
		if failed := b.listFile(ctx, in, path); !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (b *behaviour) listFile(ctx context.Context, in *ral.Listing, path string) error {
	file, err := b.store.Load(ctx, in.Reader, path)
	if err != nil {
		return err
	}
	same, last := b.sameLines(file, ""), lastLines(file)
	odd, has := b.odd(ctx, in.Reader), hasAny(file)
	for at, line := range file.lines {
		if line.name != "" {
			inst := b.fill(in.NewInstance(line.name), line, path, same)
			inst.ProviderFindings = append(inst.ProviderFindings, odd(inst, has)...)
			inst.Shadowed = last[line.name] != at
			in.Yield(inst)
		}
	}
	return file.damage(path)
}

// lastLines are the lines that count, by the names.
func lastLines(file *File) map[string]int {
	in := names{file: file, at: make(map[string]int, len(file.lines))}
	in.learn(0)
	return in.at
}

// odd is Findings, or a function that finds nothing.
func (b *behaviour) odd(ctx context.Context, rd host.Reader) func(*ral.Instance, func(string) bool) []string {
	if b.Findings == nil {
		return func(*ral.Instance, func(string) bool) []string { return nil }
	}
	return b.Findings(ctx, rd)
}

// has says whether a record has the name, in whatever case.
func (f *File) has(name string) bool {
	return name != "" && slices.ContainsFunc(f.lines, func(line Line) bool { return strings.EqualFold(line.name, name) })
}

// hasAny is File.has for many questions.
func hasAny(file *File) func(name string) bool {
	lower := sync.OnceValue(func() map[string]bool {
		all := make(map[string]bool, len(file.lines))
		for _, line := range file.lines {
			all[strings.ToLower(line.name)] = true
		}
		return all
	})
	return func(name string) bool { return name != "" && lower()[strings.ToLower(name)] }
}

// Retrieve looks in the file that the resource should be in, then in the others
// where it may be.
func (b *behaviour) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	places, err := b.places(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	for _, path := range places {
		file, err := b.store.Load(ctx, rd, path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		at := b.index.last(path, file, r.Name())
		if at < 0 {
			at = b.matching(file, r)
		}
		if at >= 0 {
			line := file.lines[at]
			inst := b.fill(ral.NewInstance(r.Type, r.Name()), line, path, b.sameLines(file, line.name))
			inst.ProviderFindings = append(inst.ProviderFindings, b.odd(ctx, rd)(inst, file.has)...)
			return inst, nil
		}
	}
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

// matching is the place of the first record of another name that is the
// resource anyway, -1 for none.
func (b *behaviour) matching(file *File, r *ral.Resource) int {
	if b.Matches == nil {
		return -1
	}
	for at, line := range file.lines {
		if line.name != "" && b.Matches(r, line.Record) {
			return at
		}
	}
	return -1
}

// places are the files a resource may be in, the wanted one first.
func (b *behaviour) places(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error) {
	if b.Places != nil {
		return b.Places(ctx, rd, r)
	}
	wanted := r.Get("target")
	if wanted.IsNil() || wanted.IsAbsent() || wanted.Text() == b.Target {
		return []string{b.Target}, nil
	}
	return []string{wanted.Text(), b.Target}, nil
}

// ways are where a resource is wanted and where it was found.
type ways struct{ is, wanted string }

func (b *behaviour) ways(ctx context.Context, rd host.Reader, r *ral.Resource) (ways, error) {
	places, err := b.places(ctx, rd, r)
	if err != nil || len(places) == 0 {
		return ways{}, err
	}
	w := ways{is: places[0], wanted: places[0]}
	if v := r.Is("target"); r.Found.Present() && !v.IsAbsent() && !v.IsUnknown() {
		w.is = v.Text()
		if !r.Has("target") && len(places) > 1 {
			w.wanted = w.is
		}
	}
	return w, nil
}
