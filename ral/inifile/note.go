package inifile

import (
	"slices"
	"strings"
)

// Note returns the comment directly above a setting that begins with lead, for example
// "# name: ", without lead.
func (f *File) Note(section, name, lead string) string {
	if at := f.find(section, name); at > 0 && f.isNote(at-1, lead) {
		return strings.TrimPrefix(f.lines[at-1].text, lead)
	}
	return ""
}

// SetNote sets or removes the comment that Note returns, of an existing setting.
func (f *File) SetNote(section, name, lead, text string) error {
	at := f.find(section, name)
	if at < 0 || f.Note(section, name, lead) == text {
		return nil
	}
	got, _ := f.Get(section, name)
	return f.change(got, func() {
		if at > 0 && f.isNote(at-1, lead) {
			at--
			f.lines = slices.Delete(f.lines, at, at+1)
		}
		if text != "" {
			f.insert(at, lead+text)
		}
	})
}

// RemoveNoted removes settings like successive calls of Remove, each after the comment
// directly above it that begins with its lead. It is for a dialect whose values are not
// continued.
func (f *File) RemoveNoted(all []Setting, leads []string) {
	found := f.index()
	// Both lists have an end before the first and after the last line.
	above, below := make([]int, len(f.lines)+2), make([]int, len(f.lines)+2)
	for i := range above {
		above[i], below[i] = i-1, i+1
	}
	gone := make(map[int]bool) // by number, from 1
	cut := func(n int) {
		gone[n], below[above[n]], above[below[n]] = true, below[n], above[n]
	}
	for i, s := range all {
		lines := found.all(place{s.Section, s.Name})
		if len(lines) == 0 || gone[lines[0].Line] {
			continue
		}
		if n := above[lines[len(lines)-1].Line]; n > 0 && f.isNote(n-1, leads[i]) {
			cut(n)
		}
		for _, is := range lines {
			cut(is.Line)
		}
	}
	n := 0
	f.drop(func(l line) bool {
		n++
		return gone[n] && l.kind == comment
	})
	f.read()
	f.RemoveAll(all)
}

func (f *File) isNote(at int, lead string) bool {
	return f.lines[at].kind == comment && strings.HasPrefix(f.lines[at].text, lead)
}

// find returns the index of the setting that counts, or -1.
func (f *File) find(section, name string) int {
	s, ok := f.Get(section, name)
	if !ok {
		return -1
	}
	return s.Line - 1
}
