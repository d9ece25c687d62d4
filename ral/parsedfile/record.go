package parsedfile

import (
	"fmt"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// Record is the content of a line. It is a value: changing a copy does not change the
// original.
type Record struct {
	Type   string // name of the definition; "" for an unknown line
	Line   string // of a text line
	fields []field
}

type field struct {
	name string
	is   value.Value
}

// Get returns a field: a string, the symbol absent, or nil if the record does not have
// it.
func (r Record) Get(name string) value.Value {
	for _, f := range r.fields {
		if f.name == name {
			return f.is
		}
	}
	return value.Value{}
}

// Text returns a field's text, "" if it is absent. The values of a list are
// separated by blanks.
func (r Record) Text(name string) string {
	v := r.Get(name)
	if isNone(v) {
		return ""
	}
	var parts []string
	for _, el := range v.Elements() {
		parts = append(parts, el.Text())
	}
	return strings.Join(parts, " ")
}

// Set sets or adds a field.
func (r *Record) Set(name string, v value.Value) {
	r.fields = slices.Clone(r.fields)
	for i := range r.fields {
		if r.fields[i].name == name {
			r.fields[i].is = v
			return
		}
	}
	r.fields = append(r.fields, field{name, v})
}

// Fields returns the names of the fields, in order.
func (r Record) Fields() []string {
	names := make([]string, len(r.fields))
	for i, f := range r.fields {
		names[i] = f.name
	}
	return names
}

// isNone reports whether the value writes no text: nil, absent, or a list of only
// absent.
func isNone(v value.Value) bool {
	items := v.Items()
	return v.IsNil() || v.IsAbsent() || len(items) == 1 && items[0].IsAbsent()
}

func (d *Definition) takeMatch(line string) (Record, bool) {
	at := d.Match.Regexp().FindStringSubmatchIndex(line)
	if at == nil {
		return Record{}, false
	}
	var r Record
	for i, name := range d.Fields {
		group := 2 * (i + 1)
		switch {
		case group >= len(at) || at[group] < 0:
			r.Set(name, value.Value{})
		default:
			r.Set(name, d.field(line[at[group]:at[group+1]]))
		}
	}
	return r, true
}

func (d *Definition) takeSplit(line string) Record {
	if d.Indented {
		line = strings.TrimLeft(line, " \t")
	}
	parts := splitFields(line)
	var r Record
	for i, name := range d.Fields {
		if i < len(parts) {
			r.Set(name, d.field(parts[i]))
		} else {
			r.Set(name, value.Absent())
		}
	}
	if last := d.Fields[len(d.Fields)-1]; len(parts) > len(d.Fields) {
		r.Set(last, value.Str(strings.Join(parts[len(d.Fields)-1:], d.joiner())))
	}
	return r
}

func (d *Definition) field(text string) value.Value {
	if text == d.Absent {
		return value.Absent()
	}
	return value.Str(text)
}

// Write returns the text of a record, without a line feed at its end. It fails if
// a required field is absent, or if the text would have more lines than the
// format allows.
func (f *Format) Write(r Record) (string, error) {
	d := f.Record(r.Type)
	if d == nil {
		return "", fmt.Errorf("unknown kind of line %q", r.Type)
	}
	if !d.isRecord() {
		return r.Line, nil
	}
	text, err := d.write(r)
	if err == nil && f.Lead == nil && strings.Contains(text, "\n") {
		err = fmt.Errorf("%q would need several lines", text)
	}
	return text, err
}

func (d *Definition) write(r Record) (string, error) {
	if d.Write != nil {
		return d.Write(r)
	}
	parts := make([]string, 0, len(d.Fields))
	for _, name := range d.Fields {
		v := r.Get(name)
		switch {
		case !isNone(v):
			parts = append(parts, v.Reveal().Text())
		case slices.Contains(d.Optional, name):
			parts = append(parts, d.Absent)
		default:
			return "", fmt.Errorf("Field '%s' is required", name)
		}
	}
	return strings.Join(parts, d.joiner()), nil
}
