package filter

import (
	"fmt"
	"strconv"
	"strings"
)

// maxName limits a pattern of names, in bytes: hostname(7).
const maxName = 253

// maxDigits limits a number in a range.
const maxDigits = 9

// name is a term that matches hosts by name: web1, web*, web[01-40], regardless of case. The
// part of a name before its first dot is also a name of the host.
type name struct {
	pattern string
	pieces  []piece
}

// piece is a part of a pattern: a text, *, or a range of numbers.
type piece struct {
	text      string
	star      bool
	ranged    bool
	low, high int
	width     int // minimum number of digits; shorter numbers have leading zeros
}

func parseName(pattern string) (*name, error) {
	if len(pattern) > maxName {
		return nil, fmt.Errorf("%.40q... is too long for the name of a host (at most %d bytes)", pattern, maxName)
	}
	n := &name{pattern: pattern}
	for rest := strings.ToLower(pattern); rest != ""; {
		var p piece
		plain := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789.-_"))]
		inner, after, closed := strings.Cut(rest[1:], "]")
		switch {
		case plain != "":
			p, rest = piece{text: plain}, rest[len(plain):]
		case rest[0] == '*':
			p, rest = piece{star: true}, rest[1:]
		case rest[0] == '[' && closed:
			var err error
			if p, err = parseRange(inner); err != nil {
				return nil, err
			}
			rest = after
		default:
			return nil, fmt.Errorf("%.60q is neither the name of a host nor a pattern (examples: web*, web[01-40]); write comparisons as FIELD=VALUE", pattern)
		}
		n.pieces = append(n.pieces, p)
	}
	return n, nil
}

// parseRange reads the text between brackets: 01-40.
func parseRange(text string) (piece, error) {
	low, high, ok := strings.Cut(text, "-")
	if !ok || low == "" || high == "" || len(low) > maxDigits || len(high) > maxDigits || strings.Trim(low+high, "0123456789") != "" {
		return piece{}, fmt.Errorf("[%.40s] is not a range of numbers (example: [01-40])", text)
	}
	p := piece{ranged: true, width: 1}
	p.low, _ = strconv.Atoi(low) // both are digits
	p.high, _ = strconv.Atoi(high)
	if p.low > p.high {
		return piece{}, fmt.Errorf("[%s] ends before it begins", text)
	}
	if low[0] == '0' {
		p.width = len(low)
	}
	return p, nil
}

func (n *name) text() string { return n.pattern }

func (n *name) match(m *match) (bool, error) {
	host := strings.ToLower(m.facts.Name)
	if err := m.spend((len(n.pieces) + 1) * (len(host) + 1) * 2); err != nil {
		return false, err
	}
	first, _, _ := strings.Cut(host, ".")
	return n.means(host) || n.means(first), nil
}

// means reports whether the pattern matches the whole name.
func (n *name) means(host string) bool {
	reached := make([]bool, len(host)+1) // by the pieces so far
	reached[0] = true
	for _, p := range n.pieces {
		next := make([]bool, len(host)+1)
		for at, ok := range reached {
			if ok {
				p.reach(host, at, next)
			}
		}
		reached = next
	}
	return reached[len(host)]
}

// reach marks where a piece may end that begins at an index.
func (p piece) reach(host string, at int, ends []bool) {
	switch {
	case p.star:
		for end := at; end <= len(host) && !ends[end]; end++ {
			ends[end] = true
		}
	case p.ranged:
		for end := at + 1; end <= len(host) && end <= at+maxDigits && isDigit(host[end-1]); end++ {
			digits := host[at:end]
			number, _ := strconv.Atoi(digits)
			written := len(digits) == p.width || len(digits) > p.width && digits[0] != '0'
			ends[end] = ends[end] || written && number >= p.low && number <= p.high
		}
	case strings.HasPrefix(host[at:], p.text):
		ends[at+len(p.text)] = true
	}
}
