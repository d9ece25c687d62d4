package accounts

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"iter"
	"strings"

	"ralsh/ral/places"
)

// Table is what one file holds, in its order. It keeps the file and where its
// entries begin, and takes one apart each time it is asked for: there may be a
// hundred thousand. A name that is there twice is found by its first line, as
// getpwnam(3) and the shadow tools do.
type Table[T any] struct {
	Broken []LineError // the lines that no entry could be made of

	twice []string // which lines are never used, since their names stand above them

	data    []byte
	entries []place
	names   *places.Index // of the entries, of each name the first
	parse   func(line int, fields []string) (T, string)
}

// place is where a line is.
type place struct{ at, line uint32 }

// newTable notes the entries of a file. parse makes an entry of a line's fields,
// or says what is wrong with them.
func newTable[T any](file string, data []byte, parse func(line int, fields []string) (T, string)) *Table[T] {
	rows := bytes.Count(data, []byte("\n")) + 1
	t := &Table[T]{data: data, entries: make([]place, 0, rows), names: places.New(rows), parse: parse}
	at, n := 0, 0
	for line := range bytes.Lines(data) {
		n++
		begin := at
		at += len(line)
		f := fields(line)
		if f == nil {
			continue
		}
		_, why := parse(n, f)
		if f[0] == "" {
			why = "it has no name"
		}
		if why != "" {
			t.Broken = append(t.Broken, LineError{file, n, f[0], why})
			continue
		}
		if first, twice := t.first(f[0]); twice {
			t.twice = append(t.twice, fmt.Sprintf("%s is never used: %s is in line %d already", At(file, n), f[0], t.entries[first].line))
		} else {
			t.names.Put(maphash.String(t.names.Seed, f[0]), len(t.entries))
		}
		t.entries = append(t.entries, place{uint32(begin), uint32(n)})
	}
	return t
}

// fields are those of a line that holds an entry. None have empty lines,
// comments, and the + and - entries of nsswitch.conf's compat mode, which are no
// accounts.
func fields(line []byte) []string {
	text := string(bytes.TrimSuffix(line, []byte("\n")))
	if text == "" || strings.IndexByte("#+-", text[0]) >= 0 {
		return nil
	}
	return strings.Split(text, ":")
}

// Len is the number of entries.
func (t *Table[T]) Len() int { return len(t.entries) }

// At returns the i-th entry.
func (t *Table[T]) At(i int) T {
	p := t.entries[i]
	line, _, _ := bytes.Cut(t.data[p.at:], []byte("\n"))
	entry, _ := t.parse(int(p.line), fields(line))
	return entry
}

// first is the place of the first entry of a name.
func (t *Table[T]) first(name string) (i int, ok bool) {
	for i := range t.names.At(maphash.String(t.names.Seed, name)) {
		if held, _, _ := bytes.Cut(t.data[t.entries[i].at:], []byte(":")); string(held) == name {
			return i, true
		}
	}
	return 0, false
}

// All yields the entries with their indexes.
func (t *Table[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := range t.entries {
			if !yield(i, t.At(i)) {
				return
			}
		}
	}
}

// Get returns the entry of a name.
func (t *Table[T]) Get(name string) (entry T, ok bool) {
	i, ok := t.first(name)
	if !ok {
		return entry, false
	}
	return t.At(i), true
}

// Hidden reports whether an entry before the i-th has its name.
func (t *Table[T]) Hidden(i int, name string) bool {
	first, _ := t.first(name)
	return first != i
}
