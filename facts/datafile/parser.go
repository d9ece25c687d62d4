package datafile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ralsh/ral/value"
)

// Parser parses the facts of a file: a map, notes, and an error. There may be both a map
// and an error.
type Parser func(data []byte) (facts value.Value, notes []string, err error)

// ParserFor returns the parser of a file with this extension, nil if there is none.
func ParserFor(ext string) Parser {
	switch ext {
	case ".txt":
		return parseText
	case ".json":
		return parseJSON
	case ".yaml":
		return parseYAML
	}
	return nil
}

// parseText parses name=value lines without trimming. Other lines are not facts. Lines
// that are not UTF-8 are reported, the rest remains.
func parseText(data []byte) (value.Value, []string, error) {
	var pairs []value.Pair
	var latin, passed []int
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		at := -1
		if len(text) > 1 {
			at = strings.IndexByte(text[1:], '=') + 1
		}
		switch {
		case at < 1 || at == len(text)-1:
			if text != "" && text[0] != '#' {
				passed = append(passed, number)
			}
		case !utf8.ValidString(text):
			latin = append(latin, number)
		default:
			pairs = append(pairs, value.Pair{Key: value.Str(text[:at]), Value: value.Str(text[at+1:])})
		}
	}
	var notes []string
	if len(passed) > 0 {
		notes = append(notes, numbered(passed, "is", "are")+" not name=value")
	}
	if len(latin) > 0 {
		return value.MapOf(pairs...), notes, errors.New(numbered(latin, "is", "are") + " not UTF-8 and omitted")
	}
	return value.MapOf(pairs...), notes, nil
}

// Printed parses what a program printed: a map in YAML, which includes JSON, otherwise lines of
// name=value. Ruby's symbols become strings, as in Facter.
func Printed(out []byte) (value.Value, []string, error) {
	if found, notes, err := readYAML(out, true); err == nil && found.Kind() == value.Map {
		return found, notes, nil
	}
	if found, notes, err := parseJSON(out); err == nil && found.Kind() == value.Map {
		return found, notes, nil
	}
	return parseText(out)
}

// maxNumbers is the maximum number of lines to name.
const maxNumbers = 5

// numbered formats line numbers: "line 3 is", "lines 1, 2 and 7 are", "lines 1,
// 2, 3, 4, 5 and 90 more are".
func numbered(lines []int, one, several string) string {
	var texts []string
	for _, n := range lines[:min(len(lines), maxNumbers)] {
		texts = append(texts, strconv.Itoa(n))
	}
	if more := len(lines) - maxNumbers; more > 0 {
		texts = append(texts, strconv.Itoa(more)+" more")
	}
	last := len(texts) - 1
	if last == 0 {
		return "line " + texts[0] + " " + one
	}
	return "lines " + strings.Join(texts[:last], ", ") + " and " + texts[last] + " " + several
}

func parseJSON(data []byte) (value.Value, []string, error) {
	if err := CheckText(string(data)); err != nil {
		return value.Value{}, nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var got any
	if err := dec.Decode(&got); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("unexpected end of the file")
		}
		return value.Value{}, nil, fmt.Errorf("invalid JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return value.Value{}, nil, fmt.Errorf("invalid JSON: unexpected text after the end, at byte %d", dec.InputOffset())
	}
	return onlyMap(value.FromPlain(allDigits(got)), "JSON")
}

// allDigits converts integers that do not fit into a value to strings, to keep
// all digits.
func allDigits(got any) any {
	switch got := got.(type) {
	case json.Number:
		if _, err := got.Int64(); err != nil && !strings.ContainsAny(got.String(), ".eE") {
			return got.String()
		}
	case []any:
		for i := range got {
			got[i] = allDigits(got[i])
		}
	case map[string]any:
		for name := range got {
			got[name] = allDigits(got[name])
		}
	}
	return got
}

// onlyMap rejects a value that is not a map; nil is neither a fact nor an error.
func onlyMap(v value.Value, what string) (value.Value, []string, error) {
	switch v.Kind() {
	case value.Map:
		return v, nil, nil
	case value.Nil:
		return v, nil, nil
	}
	return value.Value{}, nil, fmt.Errorf("the %s is a %s: facts must be a map of names to values", what, v.Kind())
}

// CheckText returns an error with the position if a text is not UTF-8.
func CheckText(text string) error {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return fmt.Errorf("it is not UTF-8 at byte %d", i)
		}
	}
	return nil
}

// Check rejects invalid values of a fact: strings that are not UTF-8 at any
// depth, and anything except strings, numbers, booleans, lists and maps.
func Check(v value.Value) error {
	switch v.Kind() {
	case value.Symbol, value.String:
		return CheckText(v.Text())
	case value.List:
		for _, item := range v.Items() {
			if err := Check(item); err != nil {
				return err
			}
		}
	case value.Map:
		for _, p := range v.Pairs() {
			if err := cmp.Or(Check(p.Key), Check(p.Value)); err != nil {
				return err
			}
		}
	case value.Reference, value.Sensitive, value.Unknown:
		return fmt.Errorf("a fact cannot be a %s", v.Kind())
	}
	return nil
}
