package inifile

import (
	"maps"
	"slices"
	"strings"
)

// SetAll sets several settings like successive calls of Set, and returns their errors.
// It reads the file once for all of them if they are simple cases.
func (f *File) SetAll(all []Setting) []error {
	errs := make([]error, len(all))
	sections := f.index().sections
	added := f.addMissing(all, sections)
	var rest []Setting
	var places []int
	for i, s := range all {
		if added && !sections[s.Section] {
			continue
		}
		// The first setting of a section opens it.
		if sections[s.Section] && len(f.lines) > 0 {
			rest, places = append(rest, s), append(places, i)
			continue
		}
		errs[i] = f.Set(s.Section, s.Name, s.Value)
		sections[s.Section] = sections[s.Section] || errs[i] == nil
	}
	if f.setTogether(rest) {
		return errs
	}
	for k, s := range rest {
		errs[places[k]] = f.Set(s.Section, s.Name, s.Value)
	}
	return errs
}

// addMissing adds the settings of missing sections. It returns false, and leaves the file
// as it is, if there are none or AddSections does.
func (f *File) addMissing(all []Setting, sections map[string]bool) bool {
	var missing []NewSection
	places := make(map[string]int)
	for _, s := range all {
		if sections[s.Section] {
			continue
		}
		at, known := places[s.Section]
		if !known {
			at = len(missing)
			places[s.Section], missing = at, append(missing, NewSection{Name: s.Section})
		}
		missing[at].Settings = append(missing[at].Settings, s)
	}
	return len(missing) > 0 && f.AddSections(missing)
}

// setTogether reports false, and leaves the file as it is, unless each setting is a
// simple case: in a section that exists, once, without a comment that shows it, and
// read back as it was written.
func (f *File) setTogether(all []Setting) bool {
	if f.d.Continued {
		return false
	}
	now, names := f.index(), f.names()
	desired := make(map[place]string, len(all))
	changed := make(map[int]string)     // the text of a line, by index
	added := make(map[string][]Setting) // by section
	for _, s := range all {
		at := place{s.Section, s.Name}
		if _, twice := desired[at]; twice || s.Name == "" || !now.sections[s.Section] || strings.Contains(s.Value, "\n") {
			return false
		}
		desired[at] = s.Value
		lines := now.all(at)
		for _, is := range lines {
			if l := &f.lines[is.Line-1]; is.Value != s.Value {
				changed[is.Line-1] = f.upTo(l) + s.Value
			}
		}
		if len(lines) == 0 {
			added[s.Section] = append(added[s.Section], s)
		}
	}
	for _, l := range f.lines {
		if l.kind == comment && len(added) > 0 {
			at := place{names[l.block], f.d.shows(l.text)}
			if _, shown := desired[at]; shown && now.all(at) == nil {
				return false
			}
		}
	}
	inserts := make(map[int][]line)
	for section, settings := range added {
		at, indent := f.place(section, settings[0].Name), f.indent(section)
		if at == 0 || f.lines[at-1].end == "" {
			return false // the first line, or after a line that has no end
		}
		for _, s := range settings {
			inserts[at] = append(inserts[at], line{text: indent + s.Name + f.d.Separator + s.Value, end: f.ending(at)})
		}
	}
	lines := make([]line, 0, len(f.lines)+len(all))
	for i, l := range f.lines {
		lines = append(lines, inserts[i]...)
		if text, ok := changed[i]; ok {
			l.text = text
		}
		lines = append(lines, l)
	}
	lines = append(lines, inserts[len(f.lines)]...)
	again := f.d.Parse((&File{d: f.d, lines: lines}).Bytes())
	if !readBack(now, again.index(), desired) {
		return false
	}
	f.lines = again.lines
	return true
}

// NewSection is a section with settings that a file does not contain yet.
type NewSection struct {
	Name     string
	Settings []Setting
}

// AddSections adds sections with their settings at the end, like successive calls of
// AddSection and Set. It reads the file once for all of them. It returns false and
// leaves the file unchanged unless each section is new and is read back as written.
func (f *File) AddSections(all []NewSection) bool {
	now, original, indent := f.index(), slices.Clone(f.lines), f.indent(all[0].Name)
	desired := make(map[place]string)
	isNew := func(n NewSection) bool {
		known := now.sections[n.Name]
		now.sections[n.Name] = true
		for _, s := range n.Settings {
			_, twice := desired[place{n.Name, s.Name}]
			known = known || twice || s.Name == ""
			desired[place{n.Name, s.Name}] = s.Value
		}
		return !known
	}
	for _, n := range all {
		if !isNew(n) {
			f.lines = original
			return false
		}
		if len(f.lines) > 0 {
			f.append("")
		}
		f.append(f.d.Prefix + n.Name + f.d.Suffix)
		for _, s := range n.Settings {
			f.append(indent + s.Name + f.d.Separator + s.Value)
		}
	}
	again := f.d.Parse(f.Bytes())
	found := again.index()
	if !readBack(now, found, desired) || !maps.Equal(now.sections, found.sections) {
		f.lines = original
		return false
	}
	f.lines = again.lines
	return true
}

// readBack reports whether the wanted settings have their values and the rest is
// unchanged.
func readBack(before, after *index, desired map[place]string) bool {
	for at, value := range desired {
		if i, ok := after.last[at]; !ok || after.settings[i].Value != value {
			return false
		}
	}
	others := func(x *index) (list []Setting) {
		for _, s := range x.settings {
			if _, ours := desired[place{s.Section, s.Name}]; !ours {
				s.Line = 0
				list = append(list, s)
			}
		}
		return list
	}
	return slices.Equal(others(before), others(after))
}
