package inifile

import (
	"slices"
	"strings"
)

// Note returns the comment directly above a setting that begins with lead, for example
// "# name: ", without lead.
func (f *File) Note(section, name, lead string) string {
	if l := f.settings[place{section, name}]; l != nil && isNote(l.prev, lead) {
		return strings.TrimPrefix(l.prev.text, lead)
	}
	return ""
}

// SetNote sets or removes the comment that Note returns, of an existing setting.
func (f *File) SetNote(section, name, lead, text string) error {
	l := f.settings[place{section, name}]
	if l == nil || f.Note(section, name, lead) == text {
		return nil
	}
	return f.change(f.settingOf(l), func(c *change) bool {
		if was := l.prev; isNote(was, lead) {
			c.remove(was)
			c.left = append(c.left, was)
		}
		if text == "" {
			return true
		}
		c.enter = c.insert(l.prev, lead+text)
		alters := func(l *line) bool { return l.kind == setting || l.kind == header || l.kind == more }
		return !slices.ContainsFunc(c.enter, alters) && f.steady(c.enter[len(c.enter)-1])
	})
}

// RemoveNoted removes a setting like Remove, with the comment directly above it that begins
// with lead.
func (f *File) RemoveNoted(section, name, lead string) {
	if l := f.settings[place{section, name}]; l != nil && isNote(l.prev, lead) {
		f.leave(l.prev)
		f.unlink(l.prev)
	}
	f.Remove(section, name)
}

func isNote(l *line, lead string) bool {
	return l.kind == comment && strings.HasPrefix(l.text, lead)
}
