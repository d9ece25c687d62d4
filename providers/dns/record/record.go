package record

import (
	"fmt"
	"slices"
)

// Types are the types of records that can be read and written.
func Types() []string {
	return []string{"A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SRV", "TXT"}
}

// Known reports whether values of a type can be read and written.
func Known(kind string) bool { return slices.Contains(Types(), kind) }

// Canonical reads a value as people write it and returns its canonical text. The
// errors say what a value of this type is.
func Canonical(kind, text string) (string, error) {
	switch kind {
	case "A", "AAAA":
		return address(kind, text)
	case "CNAME", "NS", "PTR":
		return target(kind, text)
	case "MX":
		return exchange(text)
	case "SRV":
		return service(text)
	case "CAA":
		return authority(text)
	case "TXT":
		raw, err := rawText(text)
		return plainText(raw), err
	}
	return "", fmt.Errorf("records of type %q cannot be managed", kind)
}

// Data is a canonical value as a zone file has it.
func Data(kind, canonical string) (string, error) {
	if kind != "TXT" {
		return canonical, nil
	}
	raw, err := rawText(canonical)
	return quoted(raw), err
}

// FromData is the canonical value of what a zone file or a server has.
func FromData(kind, data string) (string, error) {
	if kind != "TXT" {
		return Canonical(kind, data)
	}
	raw, err := joined(data)
	return plainText(raw), err
}

// Raw is a canonical value as libdns has it: a text without any escapes.
func Raw(kind, canonical string) (string, error) {
	if kind != "TXT" {
		return canonical, nil
	}
	return rawText(canonical)
}

// FromRaw is the canonical value of what libdns has.
func FromRaw(kind, raw string) (string, error) {
	if kind != "TXT" {
		return Canonical(kind, raw)
	}
	if err := tooLong(raw); err != nil {
		return "", err
	}
	return plainText(raw), nil
}

// fields takes a value apart that has so many.
func fields(kind, text, form string, n int) ([]string, error) {
	parts := words(text)
	if len(parts) != n {
		return nil, fmt.Errorf("%q is no value of %s: write %s", text, kind, form)
	}
	return parts, nil
}

// words takes a text apart at the blanks that are not escaped.
func words(text string) []string {
	var list []string
	from := -1
	for i := 0; i < len(text); i++ {
		blank := text[i] == ' ' || text[i] == '\t'
		switch {
		case blank && from >= 0:
			list = append(list, text[from:i])
			from = -1
		case !blank && from < 0:
			from = i
		}
		if text[i] == '\\' {
			i++
		}
	}
	if from >= 0 {
		list = append(list, text[from:])
	}
	return list
}
