package builtin

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"ralsh/ral/manifest"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
	"ralsh/ral/yaml"
)

// The limits of a document: an alias repeats its whole target, and the parser, which
// cannot be interrupted, takes four times as long for twice as many keys of a map.
const (
	maxYAMLNodes   = 100_000
	maxYAMLEntries = 20_000
)

// encodeYAML implements yaml.encode(value).
func encodeYAML(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "value", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err == nil {
		err = writable(v)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Name(), err)
	}
	// The indentation of a block that is the whole document and begins with a blank
	// is read differently by different readers.
	if text := v.Raw(); strings.Contains(text, "\n") && strings.ContainsAny(text[:1], " \n") {
		quoted, err := json.Marshal(text) // JSON is YAML
		return starlark.String("--- " + string(quoted) + "\n"), err
	}
	return starlark.String(manifest.Document(v)), nil
}

// errManyLines rejects a key that few readers of YAML accept.
var errManyLines = errors.New("a key contains a line break")

// writable returns why a value cannot be written as YAML.
func writable(v value.Value) error {
	var errs []error
	switch v.Kind() {
	case value.String:
		if !utf8.ValidString(v.Raw()) {
			return errors.New("a string is not UTF-8")
		}
	case value.Float:
		if f, _ := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return fmt.Errorf("%s is not a number", v.Text())
		}
	case value.List:
		for _, item := range v.Items() {
			errs = append(errs, writable(item))
		}
	case value.Map:
		for _, p := range v.Pairs() {
			if p.Key.IsNil() {
				return errors.New("a key is None")
			}
			if strings.Contains(p.Key.Raw(), "\n") {
				return errManyLines
			}
			errs = append(errs, writable(p.Key), writable(p.Value))
		}
	}
	return errors.Join(errs...)
}

// decodeYAML implements yaml.decode(text, default).
func decodeYAML(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	var otherwise starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &text, "default?", &otherwise); err != nil {
		return nil, err
	}
	out, err := readYAML(b.Name(), text)
	if err != nil && otherwise != nil {
		return otherwise, nil
	}
	return out, err
}

// readYAML reads the single document of a text. Its errors are refusals, with the
// position as NAME:LINE:COL.
func readYAML(name, text string) (starlark.Value, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, script.Refuse(name+": the document is not UTF-8 text", nil)
	}
	entries := 0
	for i := range len(text) {
		if strings.IndexByte("\n\r,&", text[i]) >= 0 {
			entries++
		}
	}
	if entries > maxYAMLEntries {
		return nil, script.Refuse(fmt.Sprintf("%s: the document contains %d lines, commas and anchors (at most %d)", name, entries, maxYAMLEntries), nil)
	}
	docs, err := manifest.ParseYAML(name, []byte(text), yaml.Limits{
		Documents: 2, Values: maxYAMLNodes, TooMany: fmt.Sprintf("the document contains more than %d values, with expanded aliases", maxYAMLNodes),
		Depth: convert.MaxDepth, TooDeep: fmt.Sprintf("a value is nested deeper than %d levels", convert.MaxDepth),
	})
	y := yamlReader{name}
	switch {
	case err != nil:
		return nil, script.Refuse(err.Error(), nil)
	case len(docs) == 0:
		return starlark.None, nil
	case len(docs) > 1:
		return nil, y.wrong(&docs[1], "a second document begins here: only one document is allowed")
	}
	return y.value(&docs[0])
}
