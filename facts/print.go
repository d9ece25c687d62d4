package facts

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"ralsh/ral/value"
)

// JSON returns a value like Facter's --json, indented by two; unknown values
// are null.
func JSON(v value.Value) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(jsonOf(v)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// jsonOf returns Plain with numbers in Ruby's format: 1.0 keeps its point.
func jsonOf(v value.Value) any {
	switch v.Kind() {
	case value.Float:
		if n, _ := v.Float(); !math.IsInf(n, 0) && !math.IsNaN(n) {
			return json.Number(v.Text())
		}
	case value.List:
		list := []any{}
		for _, item := range v.Items() {
			list = append(list, jsonOf(item))
		}
		return list
	case value.Map:
		m := map[string]any{}
		for _, p := range v.Pairs() {
			m[strings.ToValidUTF8(p.Key.Text(), "\uFFFD")] = jsonOf(p.Value)
		}
		return m
	}
	return v.Plain()
}

// Text returns the map of Tree or Select in Facter's format, a "name => value" per line.
// Nil is empty after the arrow; an unknown value is omitted.
func Text(tree value.Value) string {
	var out strings.Builder
	for _, p := range tree.Pairs() {
		if p.Value.IsUnknown() {
			continue
		}
		out.WriteString(p.Key.Text() + " => " + TextOf(p.Value) + "\n")
	}
	return out.String()
}

// TextOf returns a value in Facter's format for a single query: a string without quotes,
// a map or list on several lines.
func TextOf(v value.Value) string {
	if k := v.Kind(); k == value.Map || k == value.List {
		var out strings.Builder
		write(&out, v, "")
		return out.String()
	}
	return v.Text()
}

func write(out *strings.Builder, v value.Value, indent string) {
	switch v.Kind() {
	case value.Map:
		out.WriteString("{\n")
		pairs := known(v.Pairs())
		for i, p := range pairs {
			out.WriteString(indent + "  " + p.Key.Text() + " => ")
			write(out, p.Value, indent+"  ")
			end(out, i, len(pairs))
		}
		out.WriteString(indent + "}")
	case value.List:
		out.WriteString("[\n")
		for i, item := range v.Items() {
			out.WriteString(indent + "  ")
			write(out, item, indent+"  ")
			end(out, i, len(v.Items()))
		}
		out.WriteString(indent + "]")
	case value.String, value.Symbol:
		out.WriteString(quoted(v.Text()))
	case value.Nil:
		out.WriteString("null")
	default:
		out.WriteString(v.Text())
	}
}

func end(out *strings.Builder, i, n int) {
	if i < n-1 {
		out.WriteString(",")
	}
	out.WriteString("\n")
}

func known(pairs []value.Pair) []value.Pair {
	var kept []value.Pair
	for _, p := range pairs {
		if !p.Value.IsUnknown() {
			kept = append(kept, p)
		}
	}
	return kept
}

// quoted returns a JSON string in which, as in Facter, backslashes and line
// ends are not escaped.
func quoted(s string) string {
	return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"`
}
