package mount

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// format returns the format of /etc/fstab (fstab(5)): device, mount point,
// type, options, dump, pass; the last two are optional. A line with fewer than
// two fields is kept as incomplete.
func format() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^\s*#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{Name: "incomplete", Match: lazyre.New(`^\s*\S+\s*$`), MalformedReason: lacking},
		{
			Name: "parsed", Fields: []string{"device", "name", "fstype", "options", "dump", "pass"},
			Joiner: "\t", PostParse: unescape, Write: line, MalformedReason: lacking,
		},
	}}
}

// indented returns Format with leading blanks ignored (fstab(5)); Puppet takes the
// device for the mount point then. Empty fields at the end are not written, as tabs.
func indented() *parsedfile.Format {
	f := format()
	entry := f.Record("parsed")
	entry.Indented = true
	entry.Write = func(r parsedfile.Record) (string, error) {
		text, err := line(r)
		return strings.TrimRight(text, "\t"), err
	}
	return f
}

// lacking returns which of its four required fields an entry lacks.
func lacking(r parsedfile.Record) string {
	for _, field := range []struct{ name, text string }{
		{"name", "lacks the mount point"}, {"fstype", "lacks the file system type"}, {"options", "lacks the options"},
	} {
		if r.Text(field.name) == "" {
			return field.text
		}
	}
	return ""
}

// escaped returns the fields in which a space is written as \040.
func escaped() []string { return []string{"device", "name"} }

func unescape(r *parsedfile.Record) {
	for _, field := range escaped() {
		if text := r.Text(field); strings.Contains(text, `\040`) {
			r.Set(field, value.Str(strings.ReplaceAll(text, `\040`, " ")))
		}
	}
}

func line(r parsedfile.Record) (string, error) {
	for _, field := range []string{"device", "name"} {
		if r.Text(field) == "" {
			return "", fmt.Errorf("Field '%s' is required", field)
		}
		r.Set(field, value.Str(strings.ReplaceAll(r.Text(field), " ", `\040`)))
	}
	if r.Text("fstype") == "" {
		return "", errors.New("Field 'fstype' is required")
	}
	if r.Text("options") == "" {
		r.Set("options", value.Str("defaults"))
	}
	if r.Text("pass") != "" && r.Text("dump") == "" {
		// mount(8) skips an empty field and would read pass as dump.
		r.Set("dump", value.Str("0"))
	}
	var parts []string
	for _, field := range []string{"device", "name", "fstype", "options", "dump", "pass"} {
		parts = append(parts, r.Text(field))
	}
	return strings.Join(parts, "\t"), nil
}
