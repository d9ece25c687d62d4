package accounts

import (
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"ralsh/ral/hashindex"
)

// Table is the entries of a file, in the order of the file. It stores the
// text and the positions of the entries, and parses an entry on each access,
// because there may be a hundred thousand. Of a repeated name the first line
// counts, as for getpwnam(3) and the shadow tools.
type Table[T any] struct {
	Broken []LineError // malformed lines

	twice []string // messages about lines that are never used: an earlier line has the name

	text    string
	entries []place
	names   *hashindex.Index                            // first entry of each name
	parse   func(line int, fields []string) (T, string) // must not retain fields
}

// place is the byte offset and the number of a line.
type place struct{ at, line uint32 }

// newTable indexes the entries of a file. parse returns the entry for the fields of a
// line, or the error in them.
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
			why = "the name is empty"
		}
		if why != "" {
			t.Broken = append(t.Broken, LineError{file, n, strings.Clone(f[0]), why})
			continue
		}
		if first, twice := t.first(f[0]); twice {
			t.twice = append(t.twice, fmt.Sprintf("%s: duplicate name %s (line %d takes precedence)", At(file, n), f[0], t.entries[first].line))
		} else {
			t.names.Put(maphash.String(t.names.Seed, f[0]), len(t.entries))
		}
		t.entries = append(t.entries, place{uint32(begin), uint32(n)})
	}
	return t
}

// fields appends the fields of a line to into. It ignores an empty line, a
// comment, and a + or - entry of the compat mode of nsswitch.conf, which is
// not an account.
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

// Len returns the number of entries.
func (t *Table[T]) Len() int { return len(t.entries) }

// Line returns the line number of the i-th entry, from 1.
func (t *Table[T]) Line(i int) int { return int(t.entries[i].line) }

// At returns the i-th entry.
func (t *Table[T]) At(i int) T {
	entry, _ := t.entry(i, strings.Clone(t.row(i)), nil)
	return entry
}

// row returns the line of the i-th entry.
func (t *Table[T]) row(i int) string {
	line, _, _ := strings.Cut(t.text[t.entries[i].at:], "\n")
	return line
}

// entry parses the row of the i-th entry. It stores the fields in room, which
// it returns for the next call.
func (t *Table[T]) entry(i int, row string, room []string) (T, []string) {
	room = fields(room[:0], row)
	entry, _ := t.parse(t.Line(i), room)
	return entry, room
}

// first returns the index of the first entry with a name.
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

// Scan yields the same as All without copying. The strings of an entry are
// parts of the file's text, so an entry that outlives the table keeps the
// whole text in memory.
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

// Get returns the first entry with a name.
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
