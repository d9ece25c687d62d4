package record

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
)

// Name parses a domain name and returns it in lower case without its final dot
// (RFC 1035, RFC 2181): at most 253 characters, labels of 63. Special
// characters are escaped as in a zone file.
func Name(text string) (string, error) {
	name, err := labels(text)
	if err != nil {
		return "", fmt.Errorf("%q is not a domain name: %w", text, err)
	}
	return name, nil
}

func labels(text string) (string, error) {
	rest, total := text, 0
	var out []string
	for rest != "" {
		label, used, err := label(rest)
		switch {
		case err != nil:
			return "", err
		case label == "":
			return "", errors.New("a label is empty")
		case len(label) > 63:
			return "", errors.New("a label is too long (at most 63 characters)")
		case label == "*" && len(out) > 0:
			return "", errors.New("* is only valid as the first label")
		}
		total += len(label) + 1
		out = append(out, escape(label))
		rest = rest[used:]
	}
	switch {
	case len(out) == 0:
		return "", errors.New("it is empty")
	case total > 254:
		return "", errors.New("it is too long (at most 253 characters)")
	}
	return strings.Join(out, "."), nil
}

// label parses the first label, converts it to lower case, and returns the
// number of bytes consumed, including the dot.
func label(text string) (raw string, used int, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '.':
			return asciiLower(b.String()), i + 1, nil
		case c == '\\':
			var n int
			if c, n, err = escaped(text[i:]); err != nil {
				return "", 0, err
			}
			i += n - 1
		case c >= 0x80:
			return "", 0, errors.New("write it in ASCII (xn--...)")
		case c <= ' ' || c == 0x7f || strings.IndexByte(special, c) >= 0:
			return "", 0, fmt.Errorf("it contains %q", c)
		}
		b.WriteByte(c)
	}
	return asciiLower(b.String()), len(text), nil
}

// special are the characters with a meaning in a zone file.
const special = `"();@$`

func escape(label string) string {
	var b strings.Builder
	for _, c := range []byte(label) {
		switch {
		case c <= ' ' || c > '~':
			fmt.Fprintf(&b, `\%03d`, c)
		case c == '.' || c == '\\' || strings.IndexByte(special, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// asciiLower converts ASCII letters only, as DNS does (RFC 4343).
func asciiLower(text string) string {
	all := []byte(text)
	for i, c := range all {
		if c >= 'A' && c <= 'Z' {
			all[i] += 'a' - 'A'
		}
	}
	return string(all)
}

// Within reports whether a name is in a zone or is its apex.
func Within(name, zone string) bool {
	return name == zone || strings.HasSuffix(name, "."+zone)
}

// target parses the target name of a record. It rejects a single label, which is probably
// a mistake.
func target(kind, text string) (string, error) {
	if text == "." && (kind == "MX" || kind == "SRV") {
		return text, nil
	}
	if _, err := netip.ParseAddr(text); err == nil {
		return "", fmt.Errorf("%s is an address, but %s needs a name", text, kind)
	}
	name, err := Name(text)
	switch {
	case err != nil:
		return "", err
	case !strings.Contains(name, ".") && !strings.HasSuffix(text, "."):
		return "", fmt.Errorf("%q is a single label: write the full name, or add a dot at the end", text)
	case strings.HasPrefix(name, "*."):
		return "", fmt.Errorf("%s needs a single name, but %q matches several", kind, text)
	}
	return name + ".", nil
}
