package pkg

import (
	"strings"
)

// entry is one paragraph of dpkg's status file; its texts are parts of the text
// that was scanned.
type entry struct {
	name, version, arch string
	status              string // "install ok installed"
	provides            string
	file                string
	line                int
}

// scanStatus takes text apart into paragraphs (deb822(5)) and calls yield for
// each that names a package. What is malformed is passed over, as dpkg-query
// would refuse the whole file and show nothing.
//
// It is written for speed: a line costs one search for its end and a look at
// its first byte, and most lines are never looked at: dpkg writes the fields in
// one order (lib/dpkg/parse.c, fieldinfos), and what stands behind the first of
// the dependencies is of no use here.
func scanStatus(file, text string, yield func(entry)) {
	e := entry{file: file}
	for line := 1; len(text) > 0; line++ {
		row, rest, _ := strings.Cut(text, "\n")
		text = rest
		if row == "" {
			if e.name != "" {
				yield(e)
			}
			e = entry{file: file}
			continue
		}
		e.take(row, line)
		if row[0] == 'D' && e.version != "" && e.status != "" && e.arch != "" {
			end := strings.Index(text, "\n\n") + 1
			if end == 0 {
				end = len(text)
			}
			line += strings.Count(text[:end], "\n")
			text = text[end:]
		}
	}
	if e.name != "" {
		yield(e)
	}
}

// take keeps what a row says, if it is one of the fields that matter.
func (e *entry) take(row string, line int) {
	switch row[0] {
	case 'P', 'p':
		if v, ok := field(row, "Package"); ok {
			e.name, e.line = v, line
		} else if v, ok := field(row, "Provides"); ok {
			e.provides = v
		}
	case 'S', 's':
		if v, ok := field(row, "Status"); ok {
			e.status = v
		}
	case 'V', 'v':
		if v, ok := field(row, "Version"); ok {
			e.version = v
		}
	case 'A', 'a':
		if v, ok := field(row, "Architecture"); ok {
			e.arch = v
		}
	}
}

// field returns what follows "Name:" without the spaces around it.
func field(row, name string) (string, bool) {
	if len(row) <= len(name) || row[len(name)] != ':' || !strings.EqualFold(row[:len(name)], name) {
		return "", false
	}
	return strings.Trim(row[len(name)+1:], " \t\r"), true
}

// words are the three words of the Status field: what is wanted, whether it
// needs to be installed again, and what is so.
func (e *entry) words() (want, flag, state string) {
	want, rest, _ := strings.Cut(e.status, " ")
	flag, state, _ = strings.Cut(rest, " ")
	return want, flag, state
}

func (e *entry) held() bool { return strings.HasPrefix(e.status, "hold ") }

// there reports whether the package is installed: configured, or waiting for
// triggers only.
func (e *entry) there() bool {
	_, _, state := e.words()
	return state == "installed" || strings.HasPrefix(state, "triggers-")
}

// gone reports whether nothing is left of the package.
func (e *entry) gone() bool {
	_, _, state := e.words()
	return state == "not-installed" || state == ""
}

// abbrev is the status as dpkg -l shows it: "ii", "hi", "rc".
func (e *entry) abbrev() string {
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
func (e *entry) offers(name string) bool {
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
