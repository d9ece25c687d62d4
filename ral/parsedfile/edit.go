package parsedfile

import (
	"slices"
	"strings"
)

// Replace writes a record instead of the line at index at and its lead. The line ending
// stays.
func (f *File) Replace(at int, r Record) error {
	text, err := f.format.Write(r)
	if err != nil {
		return err
	}
	end := f.lines[at].End
	lead := f.lead(at)
	for i := len(lead) - 1; i >= 0; i-- {
		f.lines = slices.Delete(f.lines, lead[i], lead[i]+1)
	}
	at -= len(lead)
	f.splice(at, at+1, text, end)
	return nil
}

// Remove removes the line at index at and its lead.
func (f *File) Remove(at int) {
	lead := f.lead(at)
	f.lines = slices.Delete(f.lines, at, at+1)
	for i := len(lead) - 1; i >= 0; i-- {
		f.lines = slices.Delete(f.lines, lead[i], lead[i]+1)
	}
}

// removeAll removes all lines that gone accepts, with their leads.
func (f *File) removeAll(gone func(Line) bool) {
	out := make([]bool, len(f.lines))
	for at, line := range f.lines {
		if gone(line) {
			out[at] = true
			for _, i := range f.lead(at) {
				out[i] = true
			}
		}
	}
	kept := f.lines[:0]
	for at, line := range f.lines {
		if !out[at] {
			kept = append(kept, line)
		}
	}
	f.lines = kept
}

// Append writes a record after the last line, which gets a line ending if it has none.
// The new line ends like the first line of the file.
func (f *File) Append(r Record) error {
	text, err := f.format.Write(r)
	if err != nil {
		return err
	}
	end := "\n"
	if len(f.lines) > 0 && f.lines[0].End != "" {
		end = f.lines[0].End
	}
	if last := len(f.lines) - 1; last >= 0 && f.lines[last].End == "" {
		f.lines[last].End = end
	}
	f.splice(len(f.lines), len(f.lines), text, end)
	return nil
}

func (f *File) splice(from, to int, text, end string) {
	inner := end
	if inner == "" {
		inner = "\n"
	}
	added := f.format.cut(strings.ReplaceAll(text, "\n", inner))
	if len(added) == 0 {
		added = []Line{{}}
		f.format.read(&added[0])
	}
	added[len(added)-1].End = end
	f.lines = slices.Replace(f.lines, from, to, added...)
	f.call(from, from+len(added))
	if !f.late {
		f.after()
	}
}

func (f *File) lead(at int) []int {
	if f.format.Lead == nil {
		return nil
	}
	return f.format.Lead(f.lines, at)
}
