package parsedfile

import (
	"context"
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Flush writes the changes in r.Pending.
func (b *Behaviour) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if len(r.Pending) == 0 {
		return nil
	}
	at, err := b.ways(ctx, wr.Reader(), r)
	switch {
	case err != nil:
		return err
	case b.removes(r):
		return b.remove(ctx, wr, at.is, r)
	}
	err = b.store.Edit(ctx, wr, at.desired, func(file *File) error { return b.put(&names{file: file}, r) })
	if err == nil && at.is != at.desired {
		err = b.remove(ctx, wr, at.is, r)
	}
	return err
}

func (b *Behaviour) removes(r *ral.Resource) bool {
	ensure, ok := r.Pending.Get("ensure")
	return ok && ensure.IsAbsent()
}

func (b *Behaviour) remove(ctx context.Context, wr host.Writer, path string, r *ral.Resource) error {
	return b.store.Edit(ctx, wr, path, func(file *File) error {
		gone := b.nameIn(&names{file: file}, r)
		file.removeAll(func(line Line) bool { return line.name == gone })
		return nil
	})
}

// nameIn returns the name of a resource in a file.
func (b *Behaviour) nameIn(in *names, r *ral.Resource) string {
	if b.matcher == nil || in.last(r.Name()) >= 0 {
		return r.Name()
	}
	if at := b.matching(in, r); at >= 0 {
		return in.file.lines[at].name
	}
	return r.Name()
}

// errNotAppended reports a record that cannot be written in a batch: the file already
// contains it.
var errNotAppended = errors.New("it is in the file already")

// put changes the current record in the file. A new record, or a record that was
// removed in the meantime, is added with all its desired values.
func (b *Behaviour) put(in *names, r *ral.Resource) error {
	at := in.last(r.Name())
	name := r.Name()
	if at < 0 {
		if at = b.matching(in, r); at >= 0 {
			name = "" // it has a different name
		}
	}
	if in.file.late && (at >= 0 || in.appended[r.Name()]) {
		return errNotAppended
	}
	record := Record{Type: b.record}
	if at >= 0 {
		record = in.file.lines[at].Record
	} else {
		record.Set("name", value.Str(r.Name()))
		recall(&record, r)
	}
	for _, p := range r.Pending {
		assign(&record, p.Attr, p.Value)
	}
	if b.p.BeforeWrite != nil {
		b.p.BeforeWrite(&record, r)
	}
	found, err := in.put(at, record, name)
	if err == nil && !found {
		text, _ := b.p.Format.Write(record)
		err = &unlikeError{text, r.Name()}
	}
	if err != nil {
		return fmt.Errorf("cannot write the line of %s: %w", r.Ref(), err)
	}
	return nil
}

// recall sets the current values, then the desired values.
func recall(record *Record, r *ral.Resource) {
	for _, a := range r.Type.Properties() {
		if r.Found.Present() && r.Found.Known(a.Name) {
			assign(record, a.Name, r.Is(a.Name))
		}
		if r.Has(a.Name) {
			assign(record, a.Name, r.Get(a.Name))
		}
	}
}

// assign sets the field of a property. ensure and target are not fields.
func assign(record *Record, attr string, v value.Value) {
	if attr == "ensure" || attr == "target" || v.IsNil() || v.IsUnknown() {
		return
	}
	record.Set(attr, v.Reveal())
}
