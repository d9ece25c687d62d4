package accountstest

import (
	"fmt"
	"strings"

	"ralsh/ral/host"
)

type rows [][]string

func (c *call) read(file string) rows {
	var list rows
	for line := range strings.Lines(c.f.Content(file)) {
		list = append(list, strings.Split(strings.TrimSuffix(line, "\n"), ":"))
	}
	return list
}

func (c *call) write(file string, list rows) error {
	var b strings.Builder
	for _, row := range list {
		b.WriteString(strings.Join(row, ":") + "\n")
	}
	return c.f.Writer().WriteFile(c.ctx, file, []byte(b.String()), host.WriteOptions{})
}

func (list rows) find(name string) []string { return list.by(0, name) }

func (list rows) by(column int, text string) []string {
	for _, row := range list {
		if len(row) > column && row[column] == text {
			return row
		}
	}
	return nil
}

func (list rows) without(name string) rows {
	var rest rows
	for _, row := range list {
		if row[0] != name {
			rest = append(rest, row)
		}
	}
	return rest
}

// free returns the lowest unused number, from 1000.
func (list rows) free() string {
	for n := 1000; ; n++ {
		if text := fmt.Sprint(n); list.by(2, text) == nil {
			return text
		}
	}
}

// gid returns the number of a group given by name or number.
func (list rows) gid(group string) (string, error) {
	if row := list.find(group); row != nil {
		return row[2], nil
	}
	if list.by(2, group) != nil {
		return group, nil
	}
	return "", fmt.Errorf("group '%s' does not exist", group)
}

func split(names string) []string {
	return strings.FieldsFunc(names, func(r rune) bool { return r == ',' })
}

// goodName reports whether Debian's tools accept a name.
func goodName(name string) bool {
	return !strings.ContainsAny(name, " \t\n:,/") && !strings.HasPrefix(name, "~")
}
