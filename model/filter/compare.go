package filter

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

type operator string

// The operators. Each operator comes after longer operators with the same beginning.
const (
	notEqual  operator = "!="
	atMost    operator = "<="
	atLeast   operator = ">="
	equal     operator = "="
	less      operator = "<"
	more      operator = ">"
	searching operator = "~"
)

var operators = [...]operator{notEqual, atMost, atLeast, equal, less, more, searching}

func (op operator) orders() bool {
	return op == less || op == atMost || op == more || op == atLeast
}

// holds reports whether an operator is true of a comparison, which is -1, 0 or 1.
func (op operator) holds(compared int) bool {
	switch op {
	case less:
		return compared < 0
	case atMost:
		return compared <= 0
	case more:
		return compared > 0
	case atLeast:
		return compared >= 0
	}
	return compared == 0 // != is the negation of =
}

// comparison is a term: a field, an operator and a value.
type comparison struct {
	field    field
	op       operator
	value    string
	quantity quantity
	number   bool           // the value has a quantity
	pattern  *regexp.Regexp // of ~
	program  int            // instructions of the pattern
}

// newComparison returns a comparison. A pattern has at most so many instructions.
func newComparison(f field, op operator, value string, most int) (*comparison, error) {
	c := &comparison{field: f, op: op, value: value}
	c.quantity, c.number = parseQuantity(value)
	if op != searching {
		return c, nil
	}
	if len(value) > maxPattern {
		return nil, fmt.Errorf("the pattern is too long (%d bytes, at most %d)", len(value), maxPattern)
	}
	parsed, err := syntax.Parse(value, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("invalid pattern: %w", err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, fmt.Errorf("invalid pattern: %w", err)
	}
	if c.program = len(program.Inst); c.program > most {
		return nil, fmt.Errorf("the patterns of the filter are complex: reduce their repetitions")
	}
	c.pattern, err = regexp.Compile(value)
	return c, err
}

func (c *comparison) text() string { return c.field.text() + string(c.op) + quote(c.value) }

func (c *comparison) match(m *match) (bool, error) {
	if err := m.spend(1 + len(c.field.path)*len(c.field.path)); err != nil {
		return false, err
	}
	fact := m.facts.value(c.field.path)
	if fact == nil {
		return c.op == notEqual, nil
	}
	list, isList := fact.([]any)
	if !isList {
		list = []any{fact}
	}
	if isList && c.op.orders() {
		return false, c.errorf("the fact is a list: use = or !=")
	}
	for _, item := range list {
		if err := m.spend(itemWork); err != nil {
			return false, err
		}
		ok, err := c.scalar(m, item)
		if err != nil {
			return false, err
		}
		if ok {
			return c.op != notEqual, nil
		}
	}
	return c.op == notEqual, nil
}

// scalar compares a fact that is not a list, or an item of a list. For != it reports whether
// both are equal.
func (c *comparison) scalar(m *match, fact any) (bool, error) {
	switch fact := fact.(type) {
	case string:
		return c.ofText(m, fact)
	case bool:
		if c.op.orders() || c.op == searching || c.value != "true" && c.value != "false" {
			return false, c.errorf("the fact is a boolean: compare with true or false, and = or !=")
		}
		return c.value == strconv.FormatBool(fact), nil
	case float64:
		return c.ofNumber(fact)
	case json.Number:
		number, err := fact.Float64()
		if err != nil {
			return false, c.errorf("the number is out of range")
		}
		return c.ofNumber(number)
	case map[string]any:
		keys := slices.Sorted(maps.Keys(fact))
		return false, c.errorf("the fact is a map of %d facts (example: %.100q)", len(keys), keys[:min(3, len(keys))])
	}
	return false, c.errorf("the fact is a nested list or has an unknown kind")
}

func (c *comparison) ofNumber(fact float64) (bool, error) {
	if c.op == searching || !c.number {
		return false, c.errorf("the fact is a number: compare with a number or a size (example: 8GiB)")
	}
	return c.op.holds(cmp.Compare(fact, c.quantity.number)), nil
}

func (c *comparison) ofText(m *match, fact string) (bool, error) {
	if err := m.spend(len(fact) * max(1, c.program)); err != nil {
		return false, err
	}
	if c.op == searching {
		if len(fact) > maxSearched {
			return false, c.errorf("the fact is too long (%d bytes, ~ searches at most %d)", len(fact), maxSearched)
		}
		return c.pattern.MatchString(fact), nil
	}
	size, is := parseQuantity(fact)
	switch {
	case is && size.size && c.number && c.quantity.size:
		return c.op.holds(cmp.Compare(size.number, c.quantity.number)), nil
	case !c.op.orders():
		return strings.EqualFold(fact, c.value), nil
	case is && size.size || c.number && c.quantity.size:
		return false, c.errorf("the fact is %.40q: only a size (example: 8GiB) compares with a size", fact)
	case isVersion(fact) && isVersion(c.value):
		return c.op.holds(compareVersions(fact, c.value)), nil
	}
	return false, c.errorf("the fact is %.40q: texts have an order only if both begin with a digit", fact)
}

// errorf returns why the fact of a host does not compare with the value.
func (c *comparison) errorf(format string, args ...any) error {
	path := strings.Join(c.field.path, ".")
	if c.field.path == nil {
		path = "the name of the host"
	}
	return fmt.Errorf("%.100s: %.100s: %s", c.text(), path, fmt.Sprintf(format, args...))
}
