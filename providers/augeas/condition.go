package augeas

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// condition is the parsed parameter onlyif: a path in the tree, an operator, and the
// expected values.
type condition struct {
	get      bool // compare the value at path; otherwise the paths that match it
	path     string
	what     string // of match: size, include, not_include or values
	operator string
	want     []string
}

var errCondition = errors.New("onlyif must be get PATH OPERATOR VALUE, match PATH size OPERATOR NUMBER, " +
	"match PATH include VALUE, match PATH not_include VALUE, match PATH == [...] or match PATH != [...]")

// parseCondition parses onlyif in the syntax of Puppet's augeas_core.
func parseCondition(text string) (condition, error) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if verb != "get" && verb != "match" {
		return condition{}, errCondition
	}
	path, rest, err := nextWord(rest, false)
	if err != nil {
		return condition{}, err
	}
	if path == nil {
		return condition{}, errCondition
	}
	c := condition{get: verb == "get", path: *path}
	first, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	value, _, err := nextWord(rest, true)
	if err != nil || value == nil && (!c.get || first == "") {
		return condition{}, errCondition
	}
	if value == nil {
		value = new(string)
	}
	switch {
	case c.get:
		c.operator, c.want = first, []string{*value}
	case first == "size":
		words := strings.Fields(*value)
		if len(words) != 2 {
			return condition{}, errCondition
		}
		if _, err := strconv.Atoi(words[1]); err != nil {
			return condition{}, errCondition
		}
		c.what, c.operator, c.want = "size", words[0], words[1:]
	case first == "include", first == "not_include":
		c.what, c.operator, c.want = first, "==", []string{*value}
	case first == "==", first == "!=":
		if c.want, err = parseList(*value); err != nil {
			return condition{}, err
		}
		c.what, c.operator = "values", first
	default:
		return condition{}, errCondition
	}
	return c, c.checkOperator()
}

func (c condition) checkOperator() error {
	known := []string{"<", "<=", ">", ">=", "==", "!="}
	if c.get {
		known = append(known, "~")
	}
	if !slices.Contains(known, c.operator) {
		return fmt.Errorf("unknown operator %q of onlyif", c.operator)
	}
	if c.operator == "~" {
		_, err := regexp.Compile(c.want[0])
		return err
	}
	return nil
}

// parseList parses ['a', "b"].
func parseList(text string) ([]string, error) {
	inner, ok := strings.CutPrefix(strings.TrimSpace(text), "[")
	inner, closed := strings.CutSuffix(inner, "]")
	if !ok || !closed {
		return nil, errCondition
	}
	list := []string{}
	for _, word := range strings.Split(inner, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, strings.Trim(word, `'"`))
		}
	}
	return list, nil
}

// node is a line of augtool's output for a path: "PATH = VALUE", "PATH (none)", "PATH =
// (none)", or "PATH (o)" for a missing path.
type node struct{ path, value string }

func parseNodes(out string) []node {
	var list []node
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\r\n")
		if !strings.HasPrefix(line, "/") || strings.HasSuffix(line, " (o)") {
			continue
		}
		path, value, ok := strings.Cut(line, " = ")
		if !ok {
			path, value = strings.TrimSuffix(line, " (none)"), ""
		}
		if value == "(none)" {
			value = ""
		}
		list = append(list, node{path, value})
	}
	return list
}

// holds evaluates augtool's output. For a missing path, get is only true with
// !=, as in Puppet.
func (c condition) holds(nodes []node) bool {
	if c.get {
		if len(nodes) == 0 {
			return c.operator == "!="
		}
		return compare(nodes[0].value, c.operator, c.want[0])
	}
	var values []string
	for _, n := range nodes {
		values = append(values, n.value)
	}
	switch c.what {
	case "size":
		return compare(strconv.Itoa(len(nodes)), c.operator, c.want[0])
	case "include":
		return slices.Contains(values, c.want[0])
	case "not_include":
		return !slices.Contains(values, c.want[0])
	}
	return slices.Equal(values, c.want) == (c.operator == "==")
}

func compare(is, operator, want string) bool {
	if operator == "~" {
		ok, _ := regexp.MatchString(want, is)
		return ok
	}
	order := strings.Compare(is, want)
	a, notA := strconv.Atoi(is)
	b, notB := strconv.Atoi(want)
	if notA == nil && notB == nil {
		order = a - b
	}
	switch operator {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "!=":
		return order != 0
	}
	return order == 0
}
