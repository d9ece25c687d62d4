package accounts

import (
	"bytes"
	"iter"
	"strings"
)

// Table is what one file holds, in its order. A name that is there twice is
// found by its first line, as getpwnam(3) and the shadow tools do.
type Table[T any] struct {
	Entries []T
	Broken  []LineError // the lines that no entry could be made of
	first   map[string]int
}

func newTable[T any](entries []T, broken []LineError, name func(T) string) *Table[T] {
	t := &Table[T]{Entries: entries, Broken: broken, first: make(map[string]int, len(entries))}
	for i, e := range entries {
		if _, twice := t.first[name(e)]; !twice {
			t.first[name(e)] = i
		}
	}
	return t
}

// Get returns the entry of a name.
func (t *Table[T]) Get(name string) (entry T, ok bool) {
	i, ok := t.first[name]
	if !ok {
		return entry, false
	}
	return t.Entries[i], true
}

// lines yields the number, from 1, and the fields of each line that holds an
// entry. Left out are empty lines, comments, and the + and - entries of
// nsswitch.conf's compat mode, which are no accounts.
func lines(data []byte) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		n := 0
		for line := range bytes.Lines(data) {
			n++
			text := strings.TrimSuffix(string(line), "\n")
			if text == "" || strings.ContainsRune(":#+-", rune(text[0])) {
				continue
			}
			if !yield(n, strings.Split(text, ":")) {
				return
			}
		}
	}
}
