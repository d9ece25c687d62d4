package parsedfile

import (
	"slices"
	"strings"

	"ralsh/ral/lazyre"
)

// Format is what the lines of one kind of file look like.
type Format struct {
	// Lines are tried in order; the first that takes a line wins. A line that
	// none takes is unknown and stays as it is.
	Lines []Definition
	// Separator ends a line; "" is a line feed, also behind a carriage return.
	Separator string
	// Lead reports which lines before the record lines[at] belong to it, by their
	// indexes in order: a crontab's "# Puppet Name:" and environment. They are
	// replaced and removed with the record, whose text may then have several
	// lines. Nil means none.
	Lead func(lines []Line, at int) []int
	// After sees all lines when a file has been parsed and may add to their
	// records: names that stand on another line, or that are counted.
	After func(lines []Line)
}

// Definition is one kind of line. Without Fields it is text: a line that Match
// matches. With Fields it is a record.
type Definition struct {
	Name     string
	Fields   []string
	Optional []string // fields that may be absent
	// Match takes a record line apart, one group per field. Without it the line
	// is split.
	Match *lazyre.Regexp
	// Split lies between fields; nil is white space. Joiner is written between
	// them, "" is one space.
	Split  *lazyre.Regexp
	Joiner string
	// Indented says that blanks in front of a line that is split are no field.
	Indented bool
	// NoRollup drops what is left when a line has more parts than fields; else
	// that is joined to the last field.
	NoRollup bool
	// Absent is how an absent optional field is written, and is read as absent.
	Absent string
	// Trim is taken off a written line, once.
	Trim *lazyre.Regexp
	// Parse takes a record line instead of Match and Split; false leaves the
	// line to the next definition.
	Parse func(line string) (Record, bool)
	// PostParse may change what was parsed, of text lines too.
	PostParse func(r *Record)
	// Damaged says what is wrong with such a line, "" for nothing; nil is nothing.
	// A listing that meets one names it in its error.
	Damaged func(r Record) string
	// Write makes the line of a record instead of joining its fields.
	Write func(r Record) (string, error)
}

// TrailingSpace is the usual Trim.
func TrailingSpace() *lazyre.Regexp { return lazyre.New(`\s+$`) }

func (f *Format) separator() string {
	if f.Separator == "" {
		return "\n"
	}
	return f.Separator
}

// Record returns the definition called name, nil when there is none.
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

// read makes a record of a line, which has no separator at its end.
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

// splitFields splits as Ruby does: empty parts at the end are dropped.
func (d *Definition) splitFields(line string) []string {
	if line == "" {
		return nil
	}
	between := d.Split
	if between == nil {
		between = whiteSpace
	}
	parts := between.Regexp().Split(line, -1)
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return parts
}

var whiteSpace = lazyre.New(`\s+`)

func (d *Definition) rolledUp(first string, rest []string) string {
	return strings.Join(append([]string{first}, rest...), d.joiner())
}
