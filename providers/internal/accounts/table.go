package accounts

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
)

// Table is what one file holds, in its order. It keeps the file and where its
// entries begin, and takes one apart each time it is asked for: there may be a
// hundred thousand. A name that is there twice is found by its first line, as
// getpwnam(3) and the shadow tools do.
type Table[T any] struct {
	Broken []LineError // the lines that no entry could be made of, or that another one of their name hides

	data    []byte
	entries []place
	first   map[string]int32 // an index of entries
	parse   func(line int, fields []string) (T, string)
}

// place is where a line is.
type place struct{ at, line uint32 }

// newTable notes the entries of a file. parse makes an entry of a line's fields,
// or says what is wrong with them.
func newTable[T any](file string, data []byte, parse func(line int, fields []string) (T, string)) *Table[T] {
	rows := bytes.Count(data, []byte("\n")) + 1
	t := &Table[T]{data: data, entries: make([]place, 0, rows), first: make(map[string]int32, rows), parse: parse}
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
		if counts, twice := t.first[f[0]]; twice {
			t.Broken = append(t.Broken, LineError{file, n, f[0], fmt.Sprintf("line %d has the same name, and counts", t.entries[counts].line)})
		} else {
			t.first[strings.Clone(f[0])] = int32(len(t.entries))
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
	line := t.data[p.at:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	entry, _ := t.parse(int(p.line), fields(line))
	return entry
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
	i, ok := t.first[name]
	if !ok {
		return entry, false
	}
	return t.At(int(i)), true
}

// Hidden reports whether an entry before the i-th has its name.
func (t *Table[T]) Hidden(i int, name string) bool { return t.first[name] != int32(i) }
