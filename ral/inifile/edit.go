package inifile

import (
	"fmt"
	"slices"
	"strings"
)

// UnlikeError is a change that would not be read back as what it should be, or
// would change something else. The file was left as it was.
type UnlikeError struct{ What string }

// Error says what cannot be written.
func (e *UnlikeError) Error() string { return e.What + " would not be read back from this file" }

// Set gives a setting its value, in each place where it is set. A new one is
// written below a comment that shows it, else at the end of its section; a new
// section is written at the end of the file.
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

// AddSection writes a section without settings at the end, unless it is there.
func (f *File) AddSection(name string) error {
	if f.Has(name) {
		return nil
	}
	return f.change(Setting{Section: name}, func() { f.open(name) })
}

// Remove takes a setting out as Unset does, and a section that is left without
// any line.
func (f *File) Remove(section, name string) {
	touched := f.Unset(section, name)
	used := map[int]bool{}
	for _, l := range f.lines {
		used[l.block] = used[l.block] || l.kind != header
	}
	f.drop(func(l line) bool { return l.kind == header && touched[l.block] && !used[l.block] })
	f.read()
}

// Unset takes a setting out in each place where it is set. It returns the blocks
// in which it was.
func (f *File) Unset(section, name string) map[int]bool {
	names, touched, out := f.names(), map[int]bool{}, false
	f.drop(func(l line) bool {
		switch l.kind {
		case setting:
			out = names[l.block] == section && l.name.of(l.text) == name
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

// RemoveSection takes all of a section out: header, settings and comments.
func (f *File) RemoveSection(name string) {
	names := f.names()
	f.drop(func(l line) bool { return l.block > 0 && names[l.block] == name })
	f.read()
}

func (f *File) drop(gone func(line) bool) { f.lines = slices.DeleteFunc(f.lines, gone) }

// change makes an edit and holds that the wanted setting is read back from what
// came out, and that no other was changed.
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

// others are the settings beside one, without their lines.
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

// replace writes the value where the setting is, and reports whether it is.
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

// upTo is a setting's line up to its value. Behind a sign without a value stand
// the blanks of the separator.
func (f *File) upTo(l *line) string {
	text := l.text[:l.val.from]
	if l.val.from == l.val.to && strings.HasSuffix(text, f.d.sign()) {
		text += f.d.Separator[len(strings.TrimRight(f.d.Separator, blanks)):]
	}
	return text
}

// rest are the further lines of the value at an index; comments may stand
// between them.
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

// flow is a value as it is written: in its further lines after an indent, where
// values may go on.
func (f *File) flow(value string, at int) string {
	if !f.d.Continued {
		return value
	}
	return strings.ReplaceAll(value, "\n", f.ending(at)+"        ")
}

// place is where a new setting of a section goes: below a comment that shows
// it, else before the blank lines at the section's end.
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

// past skips the lines that go on with a value.
func (f *File) past(at int) int {
	for at < len(f.lines) && f.lines[at].kind == more {
		at++
	}
	return at
}

// shows is the name of the setting that a comment shows, "" for none.
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

// behind is the index behind the last line of a block.
func (f *File) behind(n int) int {
	at := slices.IndexFunc(f.lines, func(l line) bool { return l.block > n })
	if at < 0 {
		return len(f.lines)
	}
	return at
}

// indent precedes a new setting of a section.
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

// open writes a header at the end, behind an empty line.
func (f *File) open(section string) {
	if len(f.lines) > 0 {
		f.insert(len(f.lines), "")
	}
	f.insert(len(f.lines), f.d.Prefix+section+f.d.Suffix)
	f.read()
}

// insert puts a line at an index. It ends as the lines around it do.
func (f *File) insert(at int, text string) {
	end := f.ending(at)
	if at > 0 && f.lines[at-1].end == "" {
		f.lines[at-1].end = end
	}
	f.lines = slices.Insert(f.lines, at, line{text: f.flow(text, at), end: end})
	f.read()
}

// ending is how a line near an index ends.
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
