package accounts

import (
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"ralsh/ral/hashindex"
)

// Table is what one file holds, in its order. It keeps the file and where its
// entries begin, and takes one apart each time it is asked for: there may be a
// hundred thousand. A name that is there twice is found by its first line, as
// getpwnam(3) and the shadow tools do.
type Table[T any] struct {
	Broken []LineError // the lines that no entry could be made of

	twice []string // which lines are never used, since their names stand above them

	text    string
	entries []place
	names   *hashindex.Index                            // of the entries, of each name the first
	parse   func(line int, fields []string) (T, string) // keeps no slice
}

// place is where a line is.
type place struct{ at, line uint32 }

// newTable notes the entries of a file. parse makes an entry of a line's fields,
// or says what is wrong with them.
func newTable[T any](file, text string, parse func(line int, fields []string) (T, string)) *Table[T] {
	rows := strings.Count(text, "\n") + 1
	t := &Table[T]{text: text, entries: make([]place, 0, rows), names: hashindex.New(rows), parse: parse}
	var f []string
	at, n := 0, 0
	for line := range strings.Lines(text) {
		n++
		begin := at
		at += len(line)
		if f = fields(f[:0], line); len(f) == 0 {
			continue
		}
		_, why := parse(n, f)
		if f[0] == "" {
			why = "it has no name"
		}
		if why != "" {
			t.Broken = append(t.Broken, LineError{file, n, strings.Clone(f[0]), why})
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

// fields puts those of a line that holds an entry into a slice that is used again.
// None have empty lines, comments, and the + and - entries of nsswitch.conf's compat
// mode, which are no accounts.
func fields(into []string, line string) []string {
	text := strings.TrimSuffix(line, "\n")
	if text == "" || strings.IndexByte("#+-", text[0]) >= 0 {
		return into
	}
	into = slices.Grow(into, strings.Count(text, ":")+1)
	for field := range strings.SplitSeq(text, ":") {
		into = append(into, field)
	}
	return into
}

// Len is the number of entries.
func (t *Table[T]) Len() int { return len(t.entries) }

// Line is the line of the i-th entry, from 1.
func (t *Table[T]) Line(i int) int { return int(t.entries[i].line) }

// At returns the i-th entry.
func (t *Table[T]) At(i int) T {
	entry, _ := t.entry(i, strings.Clone(t.row(i)), nil)
	return entry
}

// row is the text of the i-th entry's line.
func (t *Table[T]) row(i int) string {
	line, _, _ := strings.Cut(t.text[t.entries[i].at:], "\n")
	return line
}

// entry takes the row of the i-th entry apart, with room for the fields, which it
// returns.
func (t *Table[T]) entry(i int, row string, room []string) (T, []string) {
	room = fields(room[:0], row)
	entry, _ := t.parse(t.Line(i), room)
	return entry, room
}

// first is the place of the first entry of a name.
func (t *Table[T]) first(name string) (i int, ok bool) {
	for i := range t.names.At(maphash.String(t.names.Seed, name)) {
		if held, _, _ := strings.Cut(t.text[t.entries[i].at:], ":"); held == name {
			return i, true
		}
	}
	return 0, false
}

// All yields the entries with their indexes.
func (t *Table[T]) All() iter.Seq2[int, T] { return t.each(strings.Clone) }

// Scan is All for who keeps no text of an entry, or not longer than the table: the
// texts are parts of the file's, which each would hold as a whole.
func (t *Table[T]) Scan() iter.Seq2[int, T] { return t.each(func(row string) string { return row }) }

func (t *Table[T]) each(own func(row string) string) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		var entry T
		var room []string
		for i := range t.entries {
			if entry, room = t.entry(i, own(t.row(i)), room); !yield(i, entry) {
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
