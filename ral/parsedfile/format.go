package parsedfile

import (
	"slices"

	"ralsh/ral/lazyre"
)

// Format describes the lines of a kind of file.
type Format struct {
	// Lines are tried in order; the first match wins. A line without a match is
	// unknown and stays unchanged.
	Lines []Definition
	// Lead returns the indexes, in order, of the lines before the record lines[at] that
	// belong to it: a crontab's "# Puppet Name:" and environment. They are replaced and
	// removed with the record, whose text may then have several lines. It may be nil.
	Lead func(lines []Line, at int) []int
	// After is called with all lines of a parsed file and may add to their records:
	// names from a different line, or numbers. The path is "" in Parse.
	After func(path string, lines []Line)
}

// Definition is a kind of line. Without Fields it is a text line that Match matches.
// With Fields it is a record.
type Definition struct {
	Name     string
	Fields   []string
	Optional []string // fields that may be absent; of no effect with Write
	// Match splits a record line, with a group per field. Nil splits at white space and
	// joins surplus parts to the last field.
	Match *lazyre.Regexp
	// Absent is the text of an absent field. It may be "".
	Absent string
	// Joiner is written between fields. "" means a space; fstab has a tab.
	Joiner string
	// Indented ignores leading blanks of a line that is split.
	Indented bool
	// Parse parses a record line instead of Match; false leaves the line to the
	// next definition.
	Parse func(line string) (Record, bool)
	// PostParse may change a parsed record, including text lines.
	PostParse func(r *Record)
	// MalformedReason returns the error of a malformed line, or "". A listing names these lines
	// in its error. It may be nil.
	MalformedReason func(r Record) string
	// Write returns the line of a record instead of joining its fields.
	Write func(r Record) (string, error)
}

// Record returns the definition of a name, or nil.
func (f *Format) Record(name string) *Definition {
	i := slices.IndexFunc(f.Lines, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return &f.Lines[i]
}

func (d *Definition) isRecord() bool { return len(d.Fields) > 0 || d.Parse != nil || d.Write != nil }

func (d *Definition) joiner() string {
	if d.Joiner == "" {
		return " "
	}
	return d.Joiner
}

// read parses a line without its line ending.
func (d *Definition) read(line string) (Record, bool) {
	r, ok := d.take(line)
	if !ok {
		return Record{}, false
	}
	r.Type = d.Name
	if d.PostParse != nil {
		d.PostParse(&r)
	}
	return r, true
}

func (d *Definition) take(line string) (Record, bool) {
	switch {
	case d.Parse != nil:
		return d.Parse(line)
	case !d.isRecord():
		return Record{Line: line}, d.Match == nil || d.Match.MatchString(line)
	case d.Match != nil:
		return d.takeMatch(line)
	}
	return d.takeSplit(line), true
}

// splitFields splits at white space like Ruby: it drops empty parts at the end.
func splitFields(line string) []string {
	if line == "" {
		return nil
	}
	parts := whiteSpace.Regexp().Split(line, -1)
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

var whiteSpace = lazyre.New(`\s+`)
