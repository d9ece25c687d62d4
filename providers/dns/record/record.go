package record

import (
	"fmt"
	"slices"
)

// Types returns the supported types of records.
func Types() []string {
	return []string{"A", "AAAA", "CAA", "CNAME", "MX", "NS", "PTR", "SRV", "TXT"}
}

// Known reports whether a type is supported.
func Known(kind string) bool { return slices.Contains(Types(), kind) }

// Canonical parses user input and returns its canonical text. The errors describe the
// format of the type.
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
	return "", fmt.Errorf("ralsh does not support records of type %q", kind)
}

// Data returns a canonical value in zone file syntax.
func Data(kind, canonical string) (string, error) {
	if kind != "TXT" {
		return canonical, nil
	}
	raw, err := rawText(canonical)
	return quoted(raw), err
}

// FromData returns the canonical form of a value in zone file syntax.
func FromData(kind, data string) (string, error) {
	if kind != "TXT" {
		return Canonical(kind, data)
	}
	raw, err := joined(data)
	return plainText(raw), err
}

// fields splits a value that must have n fields.
func fields(kind, text, form string, n int) ([]string, error) {
	parts := words(text)
	if len(parts) != n {
		return nil, fmt.Errorf("%q is not a value of %s: expected %s", text, kind, form)
	}
	return parts, nil
}

// words splits a text at unescaped blanks.
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
