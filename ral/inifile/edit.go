package inifile

import (
	"fmt"
	"slices"
	"strings"
)

// UnlikeError reports a change that would be read back differently, or would change
// other settings. The file is unchanged.
type UnlikeError struct{ What string }

// Error names the text that cannot be written.
func (e *UnlikeError) Error() string { return e.What + " would not be read back from this file" }

// Set sets the value of a setting, in each place where it occurs. A new setting
// is written below a comment that shows it, otherwise at the end of its
// section; a new section at the end of the file.
func (f *File) Set(section, name, value string) error {
	want := Setting{Section: section, Name: name, Value: value}
	if name == "" {
		return f.d.unlike(want)
	}
	return f.change(want, func() {
		switch {
		case f.replace(section, name, value):
		case f.Has(section):
			at := f.place(section, name)
			f.insert(at, f.indent(section)+name+f.d.Separator+value)
			if at == 0 && len(f.lines) > 1 && f.lines[1].kind == header {
				f.insert(1, "")
			}
		default:
			f.open(section)
			f.insert(len(f.lines), f.indent(section)+name+f.d.Separator+value)
		}
	})
}

// AddSection adds an empty section at the end, unless it exists.
func (f *File) AddSection(name string) error {
	if f.Has(name) {
		return nil
	}
	return f.change(Setting{Section: name}, func() { f.open(name) })
}

// Remove removes a setting like Unset, and its section if that becomes empty.
func (f *File) Remove(section, name string) { f.RemoveAll([]Setting{{Section: section, Name: name}}) }

// RemoveAll removes several settings like successive calls of Remove. It reads the file
// once for all of them, unless its values may be continued: then a line has a new
// meaning after the removal of the line before it.
func (f *File) RemoveAll(all []Setting) {
	if f.d.Continued && len(all) > 1 {
		for _, s := range all {
			f.Remove(s.Section, s.Name)
		}
		return
	}
	gone := make(map[place]bool, len(all))
	for _, s := range all {
		gone[place{s.Section, s.Name}] = true
	}
	touched, used := f.unset(gone), map[int]bool{}
	for _, l := range f.lines {
		used[l.block] = used[l.block] || l.kind != header
	}
	f.drop(func(l line) bool { return l.kind == header && touched[l.block] && !used[l.block] })
	f.read()
}

// Unset removes all occurrences of a setting.
func (f *File) Unset(section, name string) { f.unset(map[place]bool{{section, name}: true}) }

// unset returns the blocks that contained the settings.
func (f *File) unset(gone map[place]bool) map[int]bool {
	names, touched, out := f.names(), map[int]bool{}, false
	f.drop(func(l line) bool {
		switch l.kind {
		case setting:
			out = gone[place{names[l.block], l.name.of(l.text)}]
			touched[l.block] = touched[l.block] || out
			return out
		case more:
			return out
		}
		return false
	})
	f.read()
	return touched
}

// RemoveSections removes sections with their headers, settings and comments.
func (f *File) RemoveSections(all ...string) {
	names, gone := f.names(), make(map[string]bool, len(all))
	for _, name := range all {
		gone[name] = true
	}
	f.drop(func(l line) bool { return l.block > 0 && gone[names[l.block]] })
	f.read()
}

func (f *File) drop(gone func(line) bool) { f.lines = slices.DeleteFunc(f.lines, gone) }

// change makes an edit and checks that the wanted setting is read back and that
// no other was changed.
func (f *File) change(want Setting, edit func()) error {
	before, lines := f.Settings(), slices.Clone(f.lines)
	edit()
	again := f.d.Parse(f.Bytes())
	got, found := again.Get(want.Section, want.Name)
	ok := again.Has(want.Section) && (want.Name == "" && !found || got.Value == want.Value && found)
	if !ok || !slices.Equal(others(before, want), others(again.Settings(), want)) {
		f.lines = lines
		return f.d.unlike(want)
	}
	f.lines = again.lines
	return nil
}

func (d Dialect) unlike(s Setting) error {
	return &UnlikeError{fmt.Sprintf("%q", d.Prefix+s.Section+d.Suffix+" "+s.Name+d.Separator+s.Value)}
}

// others returns all settings except the given one, without their line numbers.
func others(all []Setting, one Setting) []Setting {
	var list []Setting
	for _, s := range all {
		if s.Section != one.Section || s.Name != one.Name {
			s.Line = 0
			list = append(list, s)
		}
	}
	return list
}

// replace sets the value of existing settings, and reports whether it found any.
func (f *File) replace(section, name, value string) bool {
	names, found := f.names(), false
	for i := 0; i < len(f.lines); i++ {
		l := &f.lines[i]
		if l.kind != setting || names[l.block] != section || l.name.of(l.text) != name {
			continue
		}
		found = true
		rest := f.rest(i)
		if f.value(i, rest) == value {
			continue
		}
		for _, at := range slices.Backward(rest) {
			f.lines = slices.Delete(f.lines, at, at+1)
		}
		l = &f.lines[i]
		l.text = f.upTo(l) + f.flow(value, i)
	}
	return found
}

// upTo returns a setting's line up to its value. If the value is empty, the
// separator's blanks are added.
func (f *File) upTo(l *line) string {
	text := l.text[:l.val.from]
	if l.val.from == l.val.to && strings.HasSuffix(text, f.d.sign()) {
		text += f.d.Separator[len(strings.TrimRight(f.d.Separator, blanks)):]
	}
	return text
}

// rest returns the indexes of the continuation lines of a value; comments may
// be between them.
func (f *File) rest(at int) []int {
	var list []int
	for i, l := range f.lines[at+1:] {
		switch l.kind {
		case more:
			list = append(list, at+1+i)
		case setting, header, other:
			return list
		}
	}
	return list
}

func (f *File) value(at int, rest []int) string {
	value := f.lines[at].val.of(f.lines[at].text)
	for _, i := range rest {
		value += "\n" + f.lines[i].val.of(f.lines[i].text)
	}
	return value
}

// flow formats a value: continuation lines are indented if the dialect supports
// them.
func (f *File) flow(value string, at int) string {
	if !f.d.Continued {
		return value
	}
	return strings.ReplaceAll(value, "\n", f.ending(at)+"        ")
}

// place returns the index for a new setting of a section: below a comment that
// shows it, otherwise before the blank lines at the section's end.
func (f *File) place(section, name string) int {
	names := f.names()
	for i, l := range f.lines {
		if l.kind == comment && names[l.block] == section && f.d.shows(l.text) == name {
			return f.past(i + 1)
		}
	}
	last := len(names) - 1
	for names[last] != section {
		last--
	}
	at := f.behind(last)
	for at > 0 && f.lines[at-1].kind == blank {
		at--
	}
	return at
}

// past skips continuation lines.
func (f *File) past(at int) int {
	for at < len(f.lines) && f.lines[at].kind == more {
		at++
	}
	return at
}

// shows returns the name of the setting that a comment shows, or "".
func (d Dialect) shows(text string) string {
	body := trimmed(text, part{0, len(text)})
	for body.from < body.to && isComment(text[body.from:]) {
		body.from++
	}
	name, _, ok := d.split(text, trimmed(text, body))
	if !ok {
		return ""
	}
	return name.of(text)
}

// behind returns the index after the last line of a block.
func (f *File) behind(n int) int {
	at := slices.IndexFunc(f.lines, func(l line) bool { return l.block > n })
	if at < 0 {
		return len(f.lines)
	}
	return at
}

// indent returns the indentation of a new setting of a section.
func (f *File) indent(section string) string {
	if f.d.Continued {
		return ""
	}
	width := f.d.Width
	names := f.names()
	for _, l := range f.lines {
		if f.d.Width < 0 && l.kind == setting && names[l.block] == section && (width < 0 || l.name.from < width) {
			width = l.name.from
		}
	}
	return strings.Repeat(f.d.Indent, max(width, 0))
}

// open appends a header after an empty line.
func (f *File) open(section string) {
	if len(f.lines) > 0 {
		f.insert(len(f.lines), "")
	}
	f.insert(len(f.lines), f.d.Prefix+section+f.d.Suffix)
	f.read()
}

// insert inserts a line at an index, with the line ending of its neighbours.
func (f *File) insert(at int, text string) {
	f.insertUnread(at, text)
	f.read()
}

// append is insert at the end for an edit that reads the file later.
func (f *File) append(text string) { f.insertUnread(len(f.lines), text) }

func (f *File) insertUnread(at int, text string) {
	end := f.ending(at)
	if at > 0 && f.lines[at-1].end == "" {
		f.lines[at-1].end = end
	}
	f.lines = slices.Insert(f.lines, at, line{text: f.flow(text, at), end: end})
}

// ending returns the line ending near an index.
func (f *File) ending(at int) string {
	for i := min(at, len(f.lines)) - 1; i >= 0; i-- {
		if f.lines[i].end != "" {
			return f.lines[i].end
		}
	}
	if len(f.lines) > 0 && f.lines[0].end != "" {
		return f.lines[0].end
	}
	return "\n"
}
