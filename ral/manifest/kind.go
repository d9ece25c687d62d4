package manifest

import (
	"bytes"

	"ralsh/ral/lazyre"
)

// kindOfContent returns the form according to the beginning of a text.
func kindOfContent(data []byte) Kind {
	data = uncommented(data)
	line, _, _ := bytes.Cut(data, []byte("\n"))
	line = line[:min(len(line), 200)]
	switch {
	case bytes.HasPrefix(data, []byte("{")):
		return kindOfMap(data)
	case bytes.HasPrefix(data, []byte("[")):
		return kindOfList(data)
	case yamlStart.MatchString(string(line)):
		return YAMLDocument
	}
	return Code
}

var yamlStart = lazyre.New(`^(---|%YAML|- |-\s*$|["']?[A-Za-z_][\w:]*["']?\s*:(\s|$))`)

// kindOfMap distinguishes JSON, which quotes keys, from YAML in a single line.
func kindOfMap(data []byte) Kind {
	inner := uncommented(data[1:])
	if len(inner) == 0 || inner[0] == '"' || inner[0] == '}' {
		return Catalog
	}
	return YAMLDocument
}

// kindOfList distinguishes Puppet's [File['/a'], File['/b']] -> File['/c'] from
// a list in JSON or YAML.
func kindOfList(data []byte) Kind {
	inner := uncommented(data[1:])
	switch {
	case bytes.HasPrefix(inner, []byte("{")):
		return kindOfMap(inner)
	case listStart.MatchString(string(inner[:min(len(inner), 200)])):
		return Code
	}
	return Catalog
}

var listStart = lazyre.New(`^(::)?[A-Za-z_][\w:]*\s*[\[{]`)

// uncommented returns a text from the first character that is neither a blank nor part
// of a comment.
func uncommented(data []byte) []byte {
	for {
		data = bytes.TrimLeft(data, " \t\r\n")
		if !bytes.HasPrefix(data, []byte("#")) {
			return data
		}
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
}
