package vectors

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/syntax"

	"ralsh/ral/value"
)

// prelude defines the functions that the hooks call.
const prelude = `
_number = re.compile("^[+-]?[0-9]+$")

def _change(v, change):
    new = change(text(v))
    return symbol(new) if type(v) == "symbol" else new

def _integer(v, strict):
    t = text(v).strip()
    if _number.matches(t):
        return int(t)
    if strict:
        bug("invalid value for Integer(): " + inspect(v))
    return 0

def _capitalize(t):
    return t[:1].upper() + t[1:].lower()

def _reverse(t):
    return "".join(reversed(list(t.codepoints())))

`

func quote(s string) string { return syntax.Quote(s, !utf8.ValidString(s)) }

func quotes(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = quote(s)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func call2(name string, args ...string) string { return name + "(" + strings.Join(args, ", ") + ")" }

// literal returns a value as a literal of the module language.
func literal(v value.Value) string {
	switch v.Kind() {
	case value.Nil:
		return "None"
	case value.Symbol:
		return "symbol(" + quote(v.Raw()) + ")"
	case value.String:
		return quote(v.Raw())
	case value.Boolean:
		if v.Truthy() {
			return "True"
		}
		return "False"
	case value.Float:
		f, _ := v.Float()
		return fmt.Sprintf("float(%q)", strconv.FormatFloat(f, 'g', -1, 64))
	case value.List:
		return "[" + literals(v.Items()) + "]"
	case value.Map:
		var parts []string
		for _, p := range v.Pairs() {
			parts = append(parts, literal(p.Key)+": "+literal(p.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case value.Reference:
		typ, title, _ := v.Target()
		return call2("ref", quote(typ), quote(title))
	case value.Sensitive:
		return call2("secret", literal(v.Reveal()))
	}
	return v.Text()
}

func literals(items []value.Value) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = literal(item)
	}
	return strings.Join(parts, ", ")
}

// called returns the expression for Ruby's method of this name, applied to v.
func called(name string) string {
	switch name {
	case "to_i", "integer":
		strict := "False"
		if name == "integer" {
			strict = "True"
		}
		return "_integer(v, " + strict + ")"
	case "to_s":
		return "text(v)"
	case "to_sym":
		return "symbol(v)"
	case "capitalize":
		return "_change(v, _capitalize)"
	case "reverse":
		return "_change(v, _reverse)"
	}
	method := map[string]string{"upcase": "upper", "downcase": "lower", "strip": "strip"}[name]
	return "_change(v, lambda t: t." + method + "())"
}

// text returns the expression for the condition.
func (c *Cond) text() string {
	if c == nil {
		return "True"
	}
	parts := []string{"True"}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if c.Equals != nil {
		add("v == %s", literal(c.Equals.Value))
	}
	if c.In != nil {
		add("v in %s", literal(c.In.Value))
	}
	if c.Match != nil {
		add("re.ruby(%s).matches(v)", quote(c.Match.String()))
	}
	if c.NotMatch != nil {
		add("not re.ruby(%s).matches(v)", quote(c.NotMatch.String()))
	}
	if c.Empty != nil {
		add(`(v in [None, "", [], symbol("")]) == %s`, literal(value.Bool(*c.Empty)))
	}
	if c.Kind != "" {
		names := map[string]string{"nil": "NoneType", "integer": "int", "boolean": "bool", "array": "list", "hash": "dict", "resource": "reference", "sensitive": "secret"}
		name := c.Kind
		if other := names[name]; other != "" {
			name = other
		}
		add("type(v) == %q", name)
	}
	return strings.Join(parts, " and ")
}
