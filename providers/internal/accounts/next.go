package accounts

import (
	"sort"
	"strings"
)

// next returns the table of a file that differs from the table's file by one line: an
// entry that was added at the end, removed, or replaced by an entry with the same name.
// A plan of many accounts reads the file after each. ok is false if the whole file has to
// be parsed.
func (t *Table[T]) next(text string) (next *Table[T], ok bool) {
	next, _, ok = t.edited(text)
	return next, ok
}

// edited is next with the entry before and after.
func (t *Table[T]) edited(text string) (next *Table[T], changed []T, ok bool) {
	if t == nil || len(t.Broken)+len(t.twice) > 0 {
		return nil, nil, false
	}
	begin, end := difference(t.text, text)
	old, now := t.text[begin:end], text[begin:end+len(text)-len(t.text)]
	if lines(old) > 1 || lines(now) > 1 {
		return nil, nil, false
	}
	n := *t
	n.text, n.entries = text, t.entries.version()
	at := sort.Search(n.entries.n, func(i int) bool { return int(n.entries.get(i).at) >= begin })
	for at < n.entries.n && !n.has(at) {
		at++
	}
	after := at
	line, f := strings.Count(text[:begin], "\n")+1, fields(nil, now)
	if old := fields(nil, old); len(old) > 0 {
		changed = append(changed, t.At(at))
		if after++; len(f) == 0 {
			n.entries.remove(at)
		} else if f[0] != old[0] {
			return nil, nil, false
		}
	} else if len(f) > 0 {
		if _, taken := t.first(f[0]); taken || at < n.entries.n {
			return nil, nil, false
		}
		n.entries.add(place{uint32(begin), uint32(line)})
		after++
	}
	n.entries.shift(after, place{uint32(len(text) - len(t.text)), uint32(lines(now) - lines(old))})
	if len(f) == 0 {
		return &n, changed, true
	}
	if n.check(line, f) != "" {
		return nil, nil, false
	}
	entry := n.At(at)
	return &n, append(changed, entry), t.keys.put(f[0], n.numberOf(entry), at)
}

// numberOf returns the number of an entry, 0 for one without.
func (t *Table[T]) numberOf(entry T) int64 {
	if t.number == nil {
		return 0
	}
	return t.number(entry)
}

// lines counts the lines of a text.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// difference returns the bounds in a of the lines in which it differs from b.
func difference(a, b string) (begin, end int) {
	const block = 512
	n := min(len(a), len(b))
	for begin+block <= n && a[begin:begin+block] == b[begin:begin+block] {
		begin += block
	}
	for begin < n && a[begin] == b[begin] {
		begin++
	}
	begin = strings.LastIndexByte(a[:begin], '\n') + 1
	same := 0
	for same+block <= n-begin && a[len(a)-same-block:len(a)-same] == b[len(b)-same-block:len(b)-same] {
		same += block
	}
	for same < n-begin && a[len(a)-same-1] == b[len(b)-same-1] {
		same++
	}
	midLine := func(text string) bool { from := len(text) - same; return from > begin && text[from-1] != '\n' }
	for same > 0 && (midLine(a) || midLine(b)) {
		same--
	}
	return begin, len(a) - same
}
