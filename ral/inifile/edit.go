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
	return f.change(Setting{Section: section, Name: name, Value: value}, func(c *change) bool {
		lines := f.places(section, name)
		switch {
		case name == "":
			return false
		case len(lines) > 0:
			return !slices.ContainsFunc(lines, func(l *line) bool { return !c.replace(l, value) })
		case !f.Has(section) && !c.open(section):
			return false
		}
		return c.add(section, name, value)
	})
}

// AddSection adds an empty section at the end, unless it exists.
func (f *File) AddSection(name string) error {
	if f.Has(name) {
		return nil
	}
	return f.change(Setting{Section: name}, func(c *change) bool { return c.open(name) })
}

// Remove removes a setting like Unset, and its section if that becomes empty.
func (f *File) Remove(section, name string) {
	lines := f.places(section, name)
	f.Unset(section, name)
	for _, l := range lines {
		if b := l.in; b.last == b.header && b.header != &f.top && slices.Contains(b.section.blocks, b) {
			f.discard(b.section, b)
		}
	}
}

// Unset removes all occurrences of a setting.
func (f *File) Unset(section, name string) {
	for _, l := range f.places(section, name) {
		for _, more := range f.rest(l) {
			f.unlink(more)
		}
		f.leave(l)
		f.unlink(l)
	}
}

// RemoveSection removes a section with its headers, settings and comments.
func (f *File) RemoveSection(name string) {
	if s := f.sections[name]; s != nil {
		f.discard(s, slices.DeleteFunc(slices.Clone(s.blocks), func(b *block) bool { return b.header == &f.top })...)
	}
}

// change is an edit that can be undone until it is complete.
type change struct {
	f           *File
	undo        []func()
	enter, left []*line // for the indexes, once it is complete
}

// change makes an edit and checks that the wanted setting is read back and that
// no other was changed.
func (f *File) change(want Setting, edit func(*change) bool) error {
	c := &change{f: f}
	if edit(c) {
		for _, l := range c.left {
			f.leave(l)
		}
		for _, l := range c.enter {
			f.enter(l)
		}
		return nil
	}
	for _, undo := range slices.Backward(c.undo) {
		undo()
	}
	return &UnlikeError{fmt.Sprintf("%q", f.d.Prefix+want.Section+f.d.Suffix+" "+want.Name+f.d.Separator+want.Value)}
}

// insert inserts a text behind a line, with the line ending of its neighbours, and returns
// its lines.
func (c *change) insert(behind *line, text string) []*line {
	end := c.f.ending(behind)
	if behind != &c.f.top && behind.end == "" {
		behind.end = end
		c.undo = append(c.undo, func() { behind.end = "" })
	}
	return c.insertLines(behind, linesOf(c.f.flow(text, end)+end))
}

func (c *change) insertLines(behind *line, lines []*line) []*line {
	open := c.f.continues(behind)
	for _, l := range lines {
		c.f.link(behind, l)
		c.undo = append(c.undo, func() { c.f.unlink(l) })
		open = c.f.d.classify(l, open)
		behind = l
	}
	return lines
}

func (c *change) remove(l *line) {
	behind := l.prev
	c.f.unlink(l)
	c.undo = append(c.undo, func() { c.f.link(behind, l) })
}

// replace sets the value of an existing setting.
func (c *change) replace(l *line, value string) bool {
	f, was := c.f, *l
	if f.value(l) == value {
		return true
	}
	for _, more := range f.rest(l) {
		c.remove(more)
	}
	lines := linesOf(f.upTo(l) + f.flow(value, f.ending(l.prev)) + l.end)
	l.text, l.end = lines[0].text, lines[0].end
	c.undo = append(c.undo, func() { l.text, l.end, l.kind, l.name, l.val = was.text, was.end, was.kind, was.name, was.val })
	f.d.classify(l, f.continues(l.prev))
	last := l
	for _, next := range c.insertLines(l, lines[1:]) {
		last = next
	}
	f.order, f.list = nil, nil
	return f.reads(l, was.name.of(was.text), value) && f.steady(last)
}

// add adds a setting to an existing section.
func (c *change) add(section, name, value string) bool {
	f := c.f
	behind := f.behind(section, name)
	lines := c.insert(behind, f.indent(section)+name+f.d.Separator+value)
	last := lines[len(lines)-1]
	if behind == &f.top && last.next != &f.top && last.next.kind == header {
		c.insert(last, "")
	}
	c.enter = append(c.enter, lines[0])
	return f.reads(lines[0], name, value) && f.steady(last)
}

// open appends a header after an empty line.
func (c *change) open(section string) bool {
	f := c.f
	if f.top.prev != &f.top {
		c.insert(f.top.prev, "")
	}
	in := f.top.prev.in
	l := c.insert(f.top.prev, f.d.Prefix+section+f.d.Suffix)[0]
	if l.kind != header || l.name.of(l.text) != section {
		return false
	}
	in.last = l.prev
	f.begin(l, section)
	c.undo = append(c.undo, func() {
		delete(f.sections, section)
		l.in, in.last = in, l
	})
	return true
}

// reads reports whether a line is a setting with a name and a value.
func (f *File) reads(l *line, name, value string) bool {
	return l.kind == setting && l.name.of(l.text) == name && f.value(l) == value
}

// continues reports whether a continuation of a value may follow a line.
func (f *File) continues(l *line) bool {
	for f.d.Continued && (l.kind == blank || l.kind == comment) {
		l = l.prev
	}
	return f.d.Continued && (l.kind == setting || l.kind == more)
}

// steady reports whether the lines behind a line have the kinds that they had before it.
func (f *File) steady(l *line) bool {
	if !f.d.Continued {
		return true
	}
	next := l.next
	for next.kind == blank || next.kind == comment {
		next = next.next
	}
	now := *next
	f.d.classify(&now, f.continues(l))
	return next == &f.top || now.kind == next.kind
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

// flow formats a value: continuation lines are indented if the dialect supports
// them.
func (f *File) flow(value, end string) string {
	if !f.d.Continued {
		return value
	}
	return strings.ReplaceAll(value, "\n", end+"        ")
}

// behind returns the line before a new setting of a section: a comment that shows it,
// otherwise the last line of the section that is not blank.
func (f *File) behind(section, name string) *line {
	if l := f.showing(place{section, name}); l != nil {
		for l.next.kind == more {
			l = l.next
		}
		return l
	}
	blocks := f.sections[section].blocks
	l := blocks[len(blocks)-1].last
	for l.kind == blank {
		l = l.prev
	}
	return l
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

// indent returns the indentation of a new setting of a section.
func (f *File) indent(section string) string {
	if f.d.Continued {
		return ""
	}
	width := f.d.Width
	if width < 0 {
		width = f.width(f.sections[section])
	}
	return strings.Repeat(f.d.Indent, max(width, 0))
}

// ending returns the line ending near a line.
func (f *File) ending(l *line) string {
	for ; l != &f.top; l = l.prev {
		if l.end != "" {
			return l.end
		}
	}
	if first := f.top.next; first.end != "" {
		return first.end
	}
	return "\n"
}
