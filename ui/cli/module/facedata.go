package module

import (
	"slices"
	"strings"

	"ralsh/ral/value"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
)

// faceData prints the result of an action. As text, a list of dicts is a table,
// any other list has a line for each element, a dict a line for each key, and
// None prints no line.
func (a faceCommand) faceData(v value.Value) error {
	if a.Format != "text" {
		return a.Document(v)
	}
	switch items := v.Items(); v.Kind() {
	case value.Nil:
	case value.Map:
		width := 0
		for _, p := range v.Pairs() {
			width = max(width, safe.Clean(p.Key.Text()).Width())
		}
		for _, p := range v.Pairs() {
			line := string(safe.Clean(p.Key.Text()).Pad(width) + "  " + safe.Clean(cell(p.Value)))
			a.Print("%s", output.Painted(strings.TrimRight(line, " ")))
		}
	case value.List:
		if len(items) > 0 && !slices.ContainsFunc(items, func(item value.Value) bool { return item.Kind() != value.Map }) {
			a.faceTable(items)
			break
		}
		for _, item := range items {
			a.Print("%s", cell(item))
		}
	default:
		a.Code(strings.TrimSuffix(v.Text(), "\n") + "\n")
	}
	return nil
}

// faceTable prints dicts as rows: a column for each key, in the order in which
// the keys come.
func (a faceCommand) faceTable(dicts []value.Value) {
	column := map[string]int{}
	var head []string
	for _, dict := range dicts {
		for _, p := range dict.Pairs() {
			if _, known := column[p.Key.Text()]; !known {
				column[p.Key.Text()] = len(head)
				head = append(head, strings.ToUpper(p.Key.Text()))
			}
		}
	}
	if len(head) == 0 {
		return
	}
	rows := make([][]string, len(dicts))
	for i, dict := range dicts {
		rows[i] = make([]string, len(head))
		for _, p := range dict.Pairs() {
			rows[i][column[p.Key.Text()]] = cell(p.Value)
		}
	}
	a.Table(head, rows)
}

// cell returns a value as a single line: a list of scalars without brackets.
func cell(v value.Value) string {
	if v.Kind() != value.List {
		return strings.TrimRight(v.Text(), "\n")
	}
	parts := make([]string, len(v.Items()))
	for i, item := range v.Items() {
		if k := item.Kind(); k == value.List || k == value.Map {
			return v.Text()
		}
		parts[i] = item.Text()
	}
	return strings.Join(parts, ", ")
}
