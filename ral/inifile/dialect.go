package inifile

import "strings"

// Dialect is how a file is written.
type Dialect struct {
	// Prefix and Suffix stand around a section's name. One of them must not be
	// empty.
	Prefix, Suffix string
	// Separator is written between the name and the value of a new setting. It is
	// found without the blanks around it, and may be a blank itself.
	Separator string
	// Indent precedes a new setting Width times. A Width below 0 is as wide
	// as the least indented setting of the section.
	Indent string
	Width  int
	// Continued says that a line that begins with a blank goes on with the value
	// of the setting above (yum.conf(5)).
	Continued bool
}

// Common is the dialect of most files: [section], and name = value.
func Common() Dialect {
	return Dialect{Prefix: "[", Suffix: "]", Separator: " = ", Indent: " ", Width: -1}
}

// blanks are what surrounds names and values, and ends a line.
const blanks = " \t\r\n\f\v"

// sign is the separator as it is looked for.
func (d Dialect) sign() string {
	if sign := strings.Trim(d.Separator, blanks); sign != "" {
		return sign
	}
	return " "
}

// kind is what a line is.
type kind uint8

const (
	other   kind = iota // none of these
	blank               // nothing but blanks
	comment             // # or ; after blanks
	header              // of a section
	setting             // name and value
	more                // the value above goes on
)

// part is where something is in a line's text.
type part struct{ from, to int }

func (p part) of(text string) string { return text[p.from:p.to] }

// read says what a line is, and where its name and value are.
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

// split takes a setting apart at the first separator that leaves a name: one
// that does not end in a separator itself, or is one letter only.
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

// trimmed is p without the blanks around it.
func trimmed(text string, p part) part {
	for p.from < p.to && strings.IndexByte(blanks, text[p.from]) >= 0 {
		p.from++
	}
	for p.to > p.from && strings.IndexByte(blanks, text[p.to-1]) >= 0 {
		p.to--
	}
	return p
}
