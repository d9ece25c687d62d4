package parsedfile

import (
	"context"
	"errors"
	"io/fs"

	"ralsh/ral"
	"ralsh/ral/host"
)

// List yields the records of the files, in order. Its error names the malformed
// lines.
func (b *Behaviour) List(ctx context.Context, in *ral.Listing) error {
	paths, err := b.p.Files.Paths(ctx, in.Reader)
	for _, path := range paths {
		if failed := b.listFile(ctx, in, path); !b.p.MissingOK || !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (b *Behaviour) listFile(ctx context.Context, in *ral.Listing, path string) error {
	file, err := b.store.Load(ctx, in.Reader, path)
	if err != nil {
		return err
	}
	named := b.names(path, file)
	for at, line := range file.lines {
		if line.name != "" {
			inst := b.fill(in.NewInstance(line.name), line, path, named)
			inst.Shadowed = named.last(line.name) != at
			in.Yield(inst)
		}
	}
	return file.damage(path)
}

// Retrieve reads the file that should contain the resource, then the other
// files that may.
func (b *Behaviour) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	places, err := b.p.Files.Places(ctx, rd, r)
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
		named := b.names(path, file)
		at := named.last(r.Name())
		if at < 0 {
			at = b.matching(named, r)
		}
		if at >= 0 {
			return b.fill(ral.NewInstance(r.Type, r.Name()), file.lines[at], path, named), nil
		}
	}
	return ral.AbsentInstance(r.Type, r.Name()), nil
}

// matching returns the index of the first record with a different name that matches the
// resource, or -1.
func (b *Behaviour) matching(in *names, r *ral.Resource) int {
	if b.matcher == nil {
		return -1
	}
	field := b.matcher.MatchField()
	if !r.Has(field) {
		return -1
	}
	lines := in.settled()
	for _, at := range in.with(field, r.Get(field).Text()) {
		if at < len(lines) && lines[at].name != "" && b.matcher.Matches(r, lines[at].Record) {
			return at
		}
	}
	return -1
}

// ways holds the desired and the actual file of a resource.
type ways struct{ is, desired string }

func (b *Behaviour) ways(ctx context.Context, rd host.Reader, r *ral.Resource) (ways, error) {
	places, err := b.p.Files.Places(ctx, rd, r)
	if err != nil || len(places) == 0 {
		return ways{}, err
	}
	w := ways{is: places[0], desired: places[0]}
	if v := r.Is("target"); r.Found.Present() && !v.IsAbsent() && !v.IsUnknown() {
		w.is = v.Text()
		if !r.Has("target") && len(places) > 1 {
			w.desired = w.is
		}
	}
	return w, nil
}
