package manifest

import (
	"strings"

	"ralsh/ral/value"
)

// emitter writes YAML like Puppet: indented by two blanks, lists at the
// indentation of their key.
type emitter struct{ b strings.Builder }

// Document returns a value as YAML, like Puppet; an unknown value is empty.
func Document(v value.Value) string {
	var e emitter
	e.b.WriteString("---")
	e.below(v, 0, true)
	return e.b.String()
}

// below writes the value of a key, of the document or of a list element. A
// non-empty value of a key or of the document begins on a new line.
func (e *emitter) below(v value.Value, depth int, newLine bool) {
	pairs, items := v.Pairs(), v.Items()
	switch {
	case len(pairs) > 0:
		e.pairs(pairs, depth, newLine)
	case len(items) > 0:
		e.items(items, depth, newLine)
	default:
		if text := scalar(v, depth); text != "" {
			e.b.WriteString(" " + text)
		}
		e.b.WriteByte('\n')
	}
}

func (e *emitter) pairs(pairs []value.Pair, depth int, newLine bool) {
	for i, p := range pairs {
		e.lead(i, depth, newLine)
		key := scalar(p.Key, depth+1)
		inner, sameLine := depth+1, true
		if strings.Contains(key, "\n") {
			e.b.WriteString("? " + key + "\n" + strings.Repeat("  ", depth) + ":")
			sameLine = false
		} else {
			e.b.WriteString(key + ":")
		}
		if p.Value.Kind() == value.List {
			inner = depth
		}
		if !sameLine && p.Value.Kind() == value.Map && len(p.Value.Pairs()) > 0 {
			e.below(p.Value, depth+1, false)
			continue
		}
		e.below(p.Value, inner, true)
	}
}

func (e *emitter) items(items []value.Value, depth int, newLine bool) {
	for i, item := range items {
		e.lead(i, depth, newLine)
		e.b.WriteString("-")
		e.below(item, depth+1, false)
	}
}

// lead begins the line of the i-th entry; the first entry after a dash or a
// colon is on the current line.
func (e *emitter) lead(i, depth int, newLine bool) {
	switch {
	case i == 0 && !newLine:
		e.b.WriteByte(' ')
		return
	case i == 0:
		e.b.WriteByte('\n')
	}
	e.b.WriteString(strings.Repeat("  ", depth))
}
