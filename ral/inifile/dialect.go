package inifile

import "strings"

// Dialect describes the syntax of a file.
type Dialect struct {
	// Prefix and Suffix surround a section's name. One of them may be empty.
	Prefix, Suffix string
	// Separator is written between the name and the value of a new setting. Reading
	// ignores the blanks around it. It may be a blank.
	Separator string
	// Indent precedes a new setting Width times. A negative Width uses the
	// indentation of the least indented setting of the section.
	Indent string
	Width  int
	// Continued means that a line that begins with a blank continues the value
	// of the previous setting (yum.conf(5)).
	Continued bool
}

// Common returns the dialect of most files: [section], and name = value.
func Common() Dialect {
	return Dialect{Prefix: "[", Suffix: "]", Separator: " = ", Indent: " ", Width: -1}
}

// blanks are ignored around names and values, and at the end of a line.
const blanks = " \t\r\n\f\v"

// sign returns the separator to search for.
func (d Dialect) sign() string {
	if sign := strings.Trim(d.Separator, blanks); sign != "" {
		return sign
	}
	return " "
}

// kind is the kind of a line.
type kind uint8

const (
	other   kind = iota // any other line
	blank               // only blanks
	comment             // # or ; after blanks
	header              // of a section
	setting             // name and value
	more                // continuation of a value
)

// part is a range of a line's text.
type part struct{ from, to int }

func (p part) of(text string) string { return text[p.from:p.to] }

// read returns the kind of a line, and its name and value.
func (d Dialect) read(text string) (k kind, name, val part) {
	body := trimmed(text, part{0, len(text)})
	within := body.of(text)
	switch {
	case within == "":
		return blank, name, val
	case len(within) >= len(d.Prefix)+len(d.Suffix) && strings.HasPrefix(within, d.Prefix) && strings.HasSuffix(within, d.Suffix):
		return header, part{body.from + len(d.Prefix), body.to - len(d.Suffix)}, val
	case isComment(within):
		return comment, name, val
	}
	if name, val, ok := d.split(text, body); ok {
		return setting, name, val
	}
	return other, name, val
}

func isComment(text string) bool { return text[0] == '#' || text[0] == ';' }

// split splits a setting at the first separator after a valid name: a name does
// not end with a separator unless it is a single letter.
func (d Dialect) split(text string, body part) (name, val part, ok bool) {
	sign := d.sign()
	for at := body.from; ; at += len(sign) {
		next := strings.Index(text[at:body.to], sign)
		if next < 0 {
			return name, val, false
		}
		at += next
		name = trimmed(text, part{body.from, at})
		if name.to == name.from || name.to-name.from > 1 && strings.IndexByte(sign, text[name.to-1]) >= 0 {
			continue
		}
		return name, trimmed(text, part{at + len(sign), body.to}), true
	}
}

// trimmed returns p without the blanks around it.
func trimmed(text string, p part) part {
	for p.from < p.to && strings.IndexByte(blanks, text[p.from]) >= 0 {
		p.from++
	}
	for p.to > p.from && strings.IndexByte(blanks, text[p.to-1]) >= 0 {
		p.to--
	}
	return p
}
