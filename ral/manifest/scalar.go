package manifest

import (
	"fmt"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// scalar returns a value in YAML, "" for nil. A string is plain if it reads back as the
// same string, otherwise quoted like Ruby does.
func scalar(v value.Value, depth int) string {
	switch v.Kind() {
	case value.Nil, value.Unknown:
		return ""
	case value.Map:
		return "{}"
	case value.List:
		return "[]"
	case value.Symbol, value.String, value.Reference:
		return text(validUTF8(v.Text()), depth)
	}
	return v.Text()
}

func validUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func text(s string, depth int) string {
	inner := strings.TrimSuffix(s, "\n")
	switch {
	case unprintable(s):
		return doubled(s)
	case strings.Contains(inner, "\n") && blockAllowed(s):
		return block(s, depth)
	case strings.Contains(s, "\n"), s == "y", s == "Y", s == "n", s == "N", specialStart.MatchString(s):
		return doubled(s)
	case s == "" || otherType.MatchString(s) || !plainAllowed(s):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}

var (
	specialStart = lazyre.New(`(?m)^[^\pL\pN\pM_][^"]*$`)
	// otherType matches strings that would be read as a number, a boolean, null
	// or a time.
	otherType = lazyre.New(`(?i)\A(?:` +
		`[-+]?[0-9][0-9_,]*|0x[0-9a-f_,]+|0o[0-7]+|0b[01_,]+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}(?:\.[0-9_]*)?` +
		`|[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:e[-+]?[0-9]+)?|[-+]?[0-9][0-9_,]*e[-+]?[0-9]+|[-+]?\.inf|\.nan` +
		`|yes|true|on|no|false|off|null|<<` +
		`|\d{4}-\d{1,2}-\d{1,2}(?:[Tt ].*)?)\z`)
)

func unprintable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r != '\n' && value.Hidden(r)
	})
}

// plainAllowed reports whether s needs no quotes: it does not begin like other syntax,
// and contains neither a key nor a comment.
func plainAllowed(s string) bool {
	if strings.ContainsRune(" #,[]{}&*!|>'\"%@`", rune(s[0])) || strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		return false
	}
	if strings.ContainsRune("-?:", rune(s[0])) && (len(s) == 1 || s[1] == ' ') {
		return false
	}
	return !strings.Contains(s, ": ") && !strings.Contains(s, " #") && !strings.HasSuffix(s, ":") && !strings.HasSuffix(s, " ")
}

func blockAllowed(s string) bool { return !strings.Contains(s, " \n") && !strings.HasSuffix(s, " ") }

// block returns a string of several lines as a block scalar.
func block(s string, depth int) string {
	indent := strings.Repeat("  ", max(depth, 1))
	head := "|"
	if s[0] == ' ' || s[0] == '\n' {
		head += "2"
	}
	switch {
	case !strings.HasSuffix(s, "\n"):
		head += "-"
	case strings.HasSuffix(s, "\n\n"):
		head += "+"
	}
	out := head
	for _, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		out += "\n"
		if line != "" {
			out += indent + line
		}
	}
	return out
}

func doubled(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < 0x20 && short[r] != 0:
			b.WriteString(`\` + string(rune(short[r])))
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02X`, r)
		case r == '\u2028':
			b.WriteString(`\L`)
		case r == '\u2029':
			b.WriteString(`\P`)
		case r > 0xffff && value.Hidden(r):
			fmt.Fprintf(&b, `\U%08X`, r)
		case value.Hidden(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// short holds the one-letter escapes of control characters.
var short = [0x20]byte{0: '0', 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 0x1b: 'e'}
