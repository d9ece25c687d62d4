package dpkgdb

import (
	"strings"
)

// Entry is a paragraph of the status file of dpkg. Its strings are slices of the text.
type Entry struct {
	name, version, arch string
	status              string // "install ok installed"
	provides            string
	file                string
	line                int
}

// scanStatus splits text into paragraphs (deb822(5)) and calls yield for each
// paragraph with a package name. It skips malformed lines; dpkg-query would reject the
// whole file.
func scanStatus(file, text string, yield func(Entry)) {
	s := scan{e: Entry{file: file}, keep: func(s string) string { return s }, yield: yield}
	for len(text) > 0 {
		end := strings.IndexByte(text, '\n')
		next := end + 1
		if end < 0 {
			end, next = len(text), len(text)
		}
		s.row(text[:end])
		text = text[next:]
	}
	s.end()
}

// scan reads a status file line by line. For speed, it skips most lines after checking
// their first byte.
type scan struct {
	e     Entry
	line  int
	keep  func(string) string // makes a string from a row that outlives the row
	yield func(Entry)
}

func (s *scan) row(row string) {
	s.line++
	if row == "" {
		s.end()
		return
	}
	switch row[0] {
	case 'P', 'p':
		if v, ok := field(row, "Package"); ok {
			s.e.name, s.e.line = s.keep(v), s.line
		} else if v, ok := field(row, "Provides"); ok {
			s.e.provides = s.keep(v)
		}
	case 'S', 's':
		if v, ok := field(row, "Status"); ok {
			s.e.status = s.keep(v)
		}
	case 'V', 'v':
		if v, ok := field(row, "Version"); ok {
			s.e.version = s.keep(v)
		}
	case 'A', 'a':
		if v, ok := field(row, "Architecture"); ok {
			s.e.arch = s.keep(v)
		}
	}
}

func (s *scan) end() {
	if s.e.name != "" {
		s.yield(s.e)
	}
	s.e = Entry{file: s.e.file}
}

// field returns the value of a field without surrounding spaces.
func field(row, name string) (string, bool) {
	if len(row) <= len(name) || row[len(name)] != ':' || !strings.EqualFold(row[:len(name)], name) {
		return "", false
	}
	return strings.Trim(row[len(name)+1:], " \t\r"), true
}

// words returns the three words of the Status field: the selection, the flag for a
// needed reinstallation, and the current state.
func (e *Entry) words() (want, flag, state string) {
	want, rest, _ := strings.Cut(e.status, " ")
	flag, state, _ = strings.Cut(rest, " ")
	return want, flag, state
}

func (e *Entry) held() bool { return strings.HasPrefix(e.status, "hold ") }

// there reports whether the package is installed: configured, or only waiting for
// triggers.
func (e *Entry) there() bool {
	_, _, state := e.words()
	return state == "installed" || strings.HasPrefix(state, "triggers-")
}

// unconfigured reports whether the files of the package are unpacked, but the package is
// not configured yet.
func (e *Entry) unconfigured() bool {
	_, _, state := e.words()
	return state == "unpacked" || state == "half-configured"
}

// cut reports whether the paragraph of an installed package is truncated.
func (e *Entry) cut() bool { return e.version == "" && e.there() }

// gone reports whether the package left no files, also no configuration files.
func (e *Entry) gone() bool {
	_, _, state := e.words()
	return state == "not-installed" || state == ""
}

// abbrev returns the status in the form of dpkg -l: "ii", "hi", "rc".
func (e *Entry) abbrev() string {
	if e.status == "install ok installed" {
		return "ii"
	}
	want, flag, state := e.words()
	text := letter(wants, want) + letter(states, state)
	if flag == "reinstreq" {
		text += "R"
	}
	return text
}

const (
	wants  = " unknown=u install=i hold=h deinstall=r purge=p "
	states = " not-installed=n config-files=c half-installed=H unpacked=U half-configured=F" +
		" triggers-awaited=W triggers-pending=t installed=i "
)

func letter(table, word string) string {
	if at := strings.Index(table, " "+word+"="); at >= 0 && word != "" {
		return table[at+len(word)+2 : at+len(word)+3]
	}
	return "?"
}

// offers reports whether the package provides a virtual name.
func (e *Entry) offers(name string) bool {
	for rest := e.provides; rest != ""; {
		var one string
		one, rest, _ = strings.Cut(rest, ",")
		one, _, _ = strings.Cut(strings.TrimLeft(one, " "), " ")
		if one == name {
			return true
		}
	}
	return false
}
