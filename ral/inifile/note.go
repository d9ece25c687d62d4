package inifile

import (
	"slices"
	"strings"
)

// Note returns the comment directly above a setting that begins with lead, such
// as "# name: ", without lead.
func (f *File) Note(section, name, lead string) string {
	if at := f.find(section, name); at > 0 && f.isNote(at-1, lead) {
		return strings.TrimPrefix(f.lines[at-1].text, lead)
	}
	return ""
}

// SetNote sets or removes such a comment of an existing setting.
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
