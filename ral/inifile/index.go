package inifile

import "slices"

// link inserts a line after a line, in its block.
func (f *File) link(behind, l *line) {
	l.prev, l.next = behind, behind.next
	behind.next.prev, behind.next = l, l
	l.in = behind.in
	if l.in != nil && l.in.last == behind {
		l.in.last = l
	}
	f.order, f.list = nil, nil
}

// unlink removes a line, which may be the last of its block and not its header. Its own
// links stay, so that link can undo it.
func (f *File) unlink(l *line) {
	l.prev.next, l.next.prev = l.next, l.prev
	if l.in.last == l {
		l.in.last = l.prev
	}
	f.order, f.list = nil, nil
}

// begin makes a header the last block of its section.
func (f *File) begin(l *line, name string) {
	s := f.sections[name]
	if s == nil {
		s = &section{name: name}
		f.sections[name] = s
	}
	l.in = &block{section: s, header: l, last: l}
	s.blocks = append(s.blocks, l.in)
}

// discard removes blocks of a section with their lines.
func (f *File) discard(s *section, all ...*block) {
	var below []*line
	for _, b := range all {
		for l := b.last; l != b.header; l = l.prev {
			f.leave(l)
			f.unlink(l)
		}
		f.unlink(b.header)
		below = append(below, b.header.next)
	}
	s.blocks = slices.DeleteFunc(s.blocks, func(b *block) bool { return slices.Contains(all, b) })
	if len(s.blocks) == 0 {
		delete(f.sections, s.name)
	}
	// An indented header becomes a continuation of the value before the blocks.
	if slices.ContainsFunc(below, func(l *line) bool { return l.prev.next == l && !f.steady(l.prev) }) {
		f.read()
	}
}

// enter adds a line of a block to the indexes. A setting is the last of its place.
func (f *File) enter(l *line) {
	switch l.kind {
	case setting:
		at := l.at()
		l.twin, f.settings[at] = f.settings[at], l
		if widths := l.in.section.widths; widths != nil {
			widths[l.name.from]++
		}
	case comment:
		f.show(l)
	}
}

// leave removes a line from the indexes.
func (f *File) leave(l *line) {
	switch l.kind {
	case setting:
		f.forget(l)
		if widths := l.in.section.widths; widths != nil {
			widths[l.name.from]--
		}
	case comment:
		if f.shown == nil {
			return
		}
		if at, ok := f.shows(l); ok {
			f.shown[at] = slices.DeleteFunc(f.shown[at], func(other *line) bool { return other == l })
		}
	}
}

func (f *File) forget(l *line) {
	at := l.at()
	last := f.settings[at]
	switch {
	case last != l:
		for last.twin != l {
			last = last.twin
		}
		last.twin = l.twin
	case l.twin != nil:
		f.settings[at] = l.twin
	default:
		delete(f.settings, at)
	}
}

// places returns the lines of a setting, in order.
func (f *File) places(section, name string) []*line {
	var list []*line
	for l := f.settings[place{section, name}]; l != nil; l = l.twin {
		list = append(list, l)
	}
	slices.Reverse(list)
	return list
}

// shows returns the setting that a comment shows.
func (f *File) shows(l *line) (place, bool) {
	name := f.d.shows(l.text)
	return place{l.in.section.name, name}, name != ""
}

// show adds a comment to the index, if there is one. If several comments show a setting,
// their order is unknown, and the index is made again.
func (f *File) show(l *line) {
	if f.shown == nil {
		return
	}
	at, ok := f.shows(l)
	switch {
	case ok && len(f.shown[at]) > 0:
		f.shown = nil
	case ok:
		f.shown[at] = []*line{l}
	}
}

// showing returns the first comment that shows a setting, or nil.
func (f *File) showing(at place) *line {
	if f.shown == nil {
		f.shown = make(map[place][]*line)
		for l := f.top.next; l != &f.top; l = l.next {
			if l.kind != comment {
				continue
			}
			if at, ok := f.shows(l); ok {
				f.shown[at] = append(f.shown[at], l)
			}
		}
	}
	if lines := f.shown[at]; len(lines) > 0 {
		return lines[0]
	}
	return nil
}

// width returns the least indentation of the settings of a section, or -1.
func (f *File) width(s *section) int {
	if s.widths == nil {
		s.widths = make(map[int]int)
		for _, b := range s.blocks {
			for l := b.header; l != b.last; l = l.next {
				if l.next.kind == setting {
					s.widths[l.next.name.from]++
				}
			}
		}
	}
	least := -1
	for width, n := range s.widths {
		if n > 0 && (least < 0 || width < least) {
			least = width
		}
	}
	return least
}
