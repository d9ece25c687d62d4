package parsedfile

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Flush writes what was collected in r.Pending.
func (b *behaviour) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
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
	err = b.store.Edit(ctx, wr, at.wanted, func(file *File) error { return b.put(&names{file: file}, r) })
	if err == nil && at.is != at.wanted {
		err = b.remove(ctx, wr, at.is, r)
	}
	return err
}

func (b *behaviour) removes(r *ral.Resource) bool {
	ensure, ok := r.Pending.Get("ensure")
	return ok && ensure.IsAbsent()
}

func (b *behaviour) remove(ctx context.Context, wr host.Writer, path string, r *ral.Resource) error {
	return b.store.Edit(ctx, wr, path, func(file *File) error {
		gone := b.nameIn(&names{file: file}, r)
		file.removeAll(func(line Line) bool { return line.name == gone })
		return nil
	})
}

// nameIn is the name that a resource has in a file.
func (b *behaviour) nameIn(in *names, r *ral.Resource) string {
	if b.Matches == nil || in.last(r.Name()) >= 0 {
		return r.Name()
	}
	if at := b.matching(in.file, r); at >= 0 {
		return in.file.lines[at].name
	}
	return r.Name()
}

// put changes the record that is there, as the file is now; a new record, or
// that someone took out meanwhile, is added with all it should be.
func (b *behaviour) put(in *names, r *ral.Resource) error {
	at := in.last(r.Name())
	name := r.Name()
	if at < 0 {
		if at = b.matching(in.file, r); at >= 0 {
			name = "" // it keeps a name of its own
		}
	}
	record := Record{Type: b.Record}
	if at >= 0 {
		record = in.file.lines[at].Record
	} else {
		record.Set("name", value.Str(r.Name()))
		b.recall(&record, r)
	}
	for _, p := range r.Pending {
		b.assign(&record, p.Attr, p.Value)
	}
	if b.BeforeWrite != nil {
		b.BeforeWrite(&record, r)
	}
	found, err := in.put(at, record, name)
	if err == nil && !found {
		text, _ := b.Format.Write(record)
		err = &unlikeError{text, r.Name()}
	}
	if err != nil {
		return fmt.Errorf("cannot write the line of %s: %w", r.Ref(), err)
	}
	return nil
}

// recall takes what was found, then what is wanted.
func (b *behaviour) recall(record *Record, r *ral.Resource) {
	for _, a := range r.Type.Properties() {
		if r.Found.Present() && r.Found.Known(a.Name) {
			b.assign(record, a.Name, r.Is(a.Name))
		}
		if r.Has(a.Name) {
			b.assign(record, a.Name, r.Get(a.Name))
		}
	}
}

// assign puts one property into its field. ensure and target are where the
// record is and not what it says.
func (b *behaviour) assign(record *Record, attr string, v value.Value) {
	if attr == "ensure" || attr == "target" || v.IsNil() || v.IsUnknown() {
		return
	}
	v = v.Reveal()
	if sep := b.Lists[attr]; sep != "" && !isNone(v) {
		v = joinList(v, sep)
	}
	record.Set(attr, v)
}

func splitList(text, sep string) value.Value {
	if sep == " " {
		return value.Strs(strings.Fields(text)...)
	}
	return value.Strs(strings.Split(text, sep)...)
}

func joinList(list value.Value, sep string) value.Value {
	var parts []string
	for _, el := range list.Elements() {
		parts = append(parts, el.Reveal().Text())
	}
	if len(parts) == 0 {
		return value.Absent()
	}
	return value.Str(strings.Join(parts, sep))
}
