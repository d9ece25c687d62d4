package accounts

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Table is the entries of a file, in the order of the file. It stores the
// text and the positions of the entries, and parses an entry on each access,
// because there may be a hundred thousand. Of a repeated name the first line
// counts, as for getpwnam(3) and the shadow tools.
type Table[T any] struct {
	Broken []LineError // malformed lines

	twice []string // messages about lines that are never used: an earlier line has the name

	text    string
	entries places
	keys    *keys
	parse   func(line int, fields []string) (T, string) // must not retain fields
	number  func(T) int64                               // nil for an entry without a number
}

// newTable indexes the entries of a file. parse returns the entry for the fields of a
// line, or the error in them.
func newTable[T any](file, text string, number func(T) int64, parse func(line int, fields []string) (T, string)) *Table[T] {
	rows := strings.Count(text, "\n") + 1
	t := &Table[T]{text: text, keys: newKeys(rows), parse: parse, number: number}
	var f []string
	at, n := 0, 0
	for line := range strings.Lines(text) {
		n++
		begin := at
		at += len(line)
		if f = fields(f[:0], line); len(f) == 0 {
			continue
		}
		if why := t.check(n, f); why != "" {
			t.Broken = append(t.Broken, LineError{file, n, strings.Clone(f[0]), why})
			continue
		}
		if first, twice := t.first(f[0]); twice {
			t.twice = append(t.twice, fmt.Sprintf("%s: duplicate name %s (line %d takes precedence)", At(file, n), f[0], t.Line(first)))
		} else {
			t.keys.putName(f[0], t.entries.n)
		}
		t.entries.add(place{uint32(begin), uint32(n)})
	}
	return t
}

// check returns why the fields of a line are not an entry, or "".
func (t *Table[T]) check(line int, f []string) string {
	if f[0] == "" {
		return "the name is empty"
	}
	_, why := t.parse(line, f)
	return why
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
	for {
		end := strings.IndexByte(text, ':')
		if end < 0 {
			return append(into, text)
		}
		into, text = append(into, text[:end]), text[end+1:]
	}
}

// Len returns the number of entries, including those that were removed since the whole
// file was parsed.
func (t *Table[T]) Len() int { return t.entries.n }

// Line returns the line number of the i-th entry, from 1.
func (t *Table[T]) Line(i int) int { return int(t.entries.get(i).line) }

// Name returns the name of the i-th entry.
func (t *Table[T]) Name(i int) string {
	name, _, _ := strings.Cut(t.row(i), ":")
	return strings.Clone(name)
}

// At returns the i-th entry.
func (t *Table[T]) At(i int) T {
	entry, _ := t.entry(i, strings.Clone(t.row(i)), nil)
	return entry
}

// row returns the line of the i-th entry.
func (t *Table[T]) row(i int) string {
	line, _, _ := strings.Cut(t.text[t.entries.get(i).at:], "\n")
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
	var room [4]int
	for _, i := range t.keys.named(name, room[:0]) {
		if t.has(i) && strings.HasPrefix(t.text[t.entries.get(i).at:], name+":") {
			return i, true
		}
	}
	return 0, false
}

// has reports whether there is an i-th entry.
func (t *Table[T]) has(i int) bool { return i < t.entries.n && t.entries.get(i).line > 0 }

// WithNumber returns the indexes of the entries with a number, in the order of the file.
func (t *Table[T]) WithNumber(number int64) (found []int) {
	var room [4]int
	for _, i := range t.keys.numbered(number, room[:0], t.putNumbers) {
		if t.has(i) && !slices.Contains(found, i) && t.numberAt(i) == number {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return found
}

// FirstWith returns the index of the first entry with a number that an entry is known to
// have, given by its line.
func (t *Table[T]) FirstWith(number int64, line int) int {
	var room [4]int
	first := -1
	for _, i := range t.keys.numbered(number, room[:0], t.putNumbers) {
		if t.has(i) && (first < 0 || i < first) && (t.Line(i) == line || t.Line(i) < line && t.numberAt(i) == number) {
			first = i
		}
	}
	return first
}

func (t *Table[T]) numberAt(i int) int64 {
	entry, _ := t.entry(i, t.row(i), nil)
	return t.number(entry)
}

func (t *Table[T]) putNumbers(put func(number int64, i int)) {
	for i, entry := range t.Scan() {
		put(t.number(entry), i)
	}
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
		for i := range t.entries.n {
			if !t.has(i) {
				continue
			}
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
	if len(t.twice) == 0 {
		return false
	}
	first, _ := t.first(name)
	return first != i
}
