package inifile

import "strings"

// File is an ini file in memory. Parse and Bytes are inverse for any bytes. An edit takes
// the same time in a small and in a large file, so that a run of many edits is linear.
type File struct {
	d        Dialect
	top      line // before the first line: the header of the part without a header
	sections map[string]*section
	settings map[place]*line   // the last line of each setting, which counts
	shown    map[place][]*line // comments by the setting that they show; nil before it is needed
	order    []*line           // all lines; nil after an edit
	list     []Setting         // all settings; nil after an edit
}

// line is an element of a ring of lines.
type line struct {
	text, end  string
	kind       kind
	name, val  part
	prev, next *line
	in         *block
	number     int   // from 1; valid while the File has an order
	twin       *line // the setting of the same place before this line, or nil
}

// block is a header with the lines below it.
type block struct {
	section      *section
	header, last *line
}

// section consists of the blocks with a name.
type section struct {
	name   string
	blocks []*block
	widths map[int]int // number of settings by their indentation; nil before it is needed
}

// place is a setting's name in its section.
type place struct{ section, name string }

// at returns the place of a line with a setting.
func (l *line) at() place { return place{l.in.section.name, l.name.of(l.text)} }

// Setting is a setting. The lines of a continued Value are joined with "\n".
type Setting struct {
	Section, Name, Value string
	Line                 int // counted from 1
}

// Section is a header.
type Section struct {
	Name string
	Line int // counted from 1
}

// Parse parses a file. It returns no error; see Unknown.
func (d Dialect) Parse(data []byte) *File {
	f := &File{d: d}
	f.top.kind, f.top.prev, f.top.next = header, &f.top, &f.top
	for _, l := range linesOf(string(data)) {
		f.link(f.top.prev, l)
	}
	f.read()
	f.ordered()
	return f
}

// linesOf splits a text into lines.
func linesOf(data string) []*line {
	pieces := strings.SplitAfter(data, "\n")
	if pieces[len(pieces)-1] == "" {
		pieces = pieces[:len(pieces)-1]
	}
	lines, all := make([]line, len(pieces)), make([]*line, len(pieces))
	for i, piece := range pieces {
		text := strings.TrimSuffix(strings.TrimSuffix(piece, "\n"), "\r")
		if !strings.HasSuffix(piece, "\n") {
			text = piece
		}
		lines[i].text, lines[i].end = text, piece[len(text):]
		all[i] = &lines[i]
	}
	return all
}

// read determines the kind of each line, and finds the sections and settings.
func (f *File) read() {
	f.sections, f.settings, f.shown = make(map[string]*section), make(map[place]*line), nil
	f.begin(&f.top, "")
	in, open := f.top.in, false
	for l := f.top.next; l != &f.top; l = l.next {
		open = f.d.classify(l, open)
		if l.kind == header {
			f.begin(l, l.name.of(l.text))
			in = l.in
			continue
		}
		l.in, in.last = in, l
		f.enter(l)
	}
}

// classify determines the kind of a line, and returns whether a continuation of a value may
// follow it. open is the result for the line before.
func (d Dialect) classify(l *line, open bool) bool {
	l.kind, l.name, l.val = d.read(l.text)
	if d.Continued && open && l.kind.stands() && strings.IndexByte(blanks, l.text[0]) >= 0 {
		l.kind, l.val = more, trimmed(l.text, part{0, len(l.text)})
	}
	switch l.kind {
	case header, other:
		return false
	case setting:
		return true
	}
	return open
}

// stands reports whether a line of this kind separates a value from its continuation.
func (k kind) stands() bool { return k == setting || k == header || k == other }

// Bytes returns the content to write.
func (f *File) Bytes() []byte {
	var b []byte
	for l := f.top.next; l != &f.top; l = l.next {
		b = append(append(b, l.text...), l.end...)
	}
	return b
}

// ordered returns all lines, and numbers them.
func (f *File) ordered() []*line {
	if f.order == nil {
		f.order = []*line{}
		for l := f.top.next; l != &f.top; l = l.next {
			f.order = append(f.order, l)
			l.number = len(f.order)
		}
	}
	return f.order
}

// Sections returns the headers, in order; a name may occur twice.
func (f *File) Sections() []Section {
	var list []Section
	for _, l := range f.ordered() {
		if l.kind == header {
			list = append(list, Section{l.name.of(l.text), l.number})
		}
	}
	return list
}

// Has reports whether a section exists. The section "", the part before the
// first header, always exists.
func (f *File) Has(section string) bool { return f.sections[section] != nil }

// Settings returns all settings in order; a name may occur twice.
func (f *File) Settings() []Setting {
	if f.list != nil {
		return f.list
	}
	var list []Setting
	for _, l := range f.ordered() {
		if l.kind == setting {
			list = append(list, f.settingOf(l))
		}
	}
	return list
}

// In returns the settings of a section, in order.
func (f *File) In(section string) []Setting {
	s := f.sections[section]
	if s == nil {
		return nil
	}
	f.ordered()
	var list []Setting
	for _, b := range s.blocks {
		for l := b.header; l != b.last; l = l.next {
			if l.next.kind == setting {
				list = append(list, f.settingOf(l.next))
			}
		}
	}
	return list
}

func (f *File) settingOf(l *line) Setting {
	at := l.at()
	return Setting{at.section, at.name, f.value(l), l.number}
}

// value returns the value of a setting with its continuation lines.
func (f *File) value(l *line) string {
	value := l.val.of(l.text)
	for _, next := range f.rest(l) {
		value += "\n" + next.val.of(next.text)
	}
	return value
}

// rest returns the continuation lines of a value; comments may be between them.
func (f *File) rest(l *line) []*line {
	if !f.d.Continued {
		return nil
	}
	var list []*line
	for next := l.next; !next.kind.stands(); next = next.next {
		if next.kind == more {
			list = append(list, next)
		}
	}
	return list
}

// All returns each occurrence of a setting, in order. The last occurrence counts.
func (f *File) All(section, name string) []Setting {
	f.ordered()
	var list []Setting
	for _, l := range f.places(section, name) {
		list = append(list, f.settingOf(l))
	}
	return list
}

// Get returns a setting. If it occurs twice, the last occurrence counts.
func (f *File) Get(section, name string) (Setting, bool) {
	l := f.settings[place{section, name}]
	if l == nil {
		return Setting{}, false
	}
	f.ordered()
	return f.settingOf(l), true
}

// Trailing returns the numbers of the indented lines below a setting that are no
// settings: other programs take them for a part of its value, and Set and Unset keep
// them.
func (f *File) Trailing(s Setting) []int {
	var list []int
	for _, l := range f.ordered()[s.Line:] {
		switch {
		case l.kind == comment || l.kind == blank || l.kind == more:
		case l.kind == other && strings.IndexByte(blanks, l.text[0]) >= 0:
			list = append(list, l.number)
		default:
			return list
		}
	}
	return list
}

// Unknown returns the numbers of the lines that are not a section, a setting, a comment
// or blank.
func (f *File) Unknown() []int {
	var list []int
	for _, l := range f.ordered() {
		if l.kind == other {
			list = append(list, l.number)
		}
	}
	return list
}

// Line returns the text of a line, counted from 1, without surrounding blanks.
func (f *File) Line(n int) string { return strings.TrimSpace(f.ordered()[n-1].text) }
