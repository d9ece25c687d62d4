package manifest

import (
	"math"
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// number parses decimal, hexadecimal, octal and floating-point numbers in
// Puppet's syntax.
func (p *codeParser) number(sign string) (value.Value, error) {
	t := p.tok
	text := t.text
	if strings.ContainsAny(text, "eE") && !strings.HasPrefix(strings.ToLower(text), "0x") && strings.ContainsAny(text[len(text)-1:], "eE") {
		if err := p.exponent(&text); err != nil {
			return value.Value{}, err
		}
	}
	v, ok := numberOf(sign, text)
	if !ok {
		return value.Value{}, p.c.src.fatal(t.at, "%s is not a number of at most 64 bits: write a string in quotes", excerpt(sign+text))
	}
	return v, p.advance()
}

// exponent parses the sign and the digits after 1.0e.
func (p *codeParser) exponent(text *string) error {
	if !p.followed("-") && !p.followed("+") {
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	*text += p.tok.text
	if p.fol.kind != tNumber {
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	*text += p.tok.text
	return nil
}

func numberOf(sign, text string) (value.Value, bool) {
	base := 10
	lower := strings.ToLower(text)
	digits := lower
	switch {
	case strings.Contains(text, "_"):
		return value.Value{}, false
	case strings.HasPrefix(lower, "0x"):
		base, digits = 16, lower[2:]
	case len(lower) > 1 && lower[0] == '0' && !strings.ContainsAny(lower, ".e"):
		base, digits = 8, lower[1:]
	}
	if n, err := strconv.ParseInt(sign+digits, base, 64); err == nil {
		return value.Int(n), true
	}
	if base != 10 || !strings.ContainsAny(lower, ".e") || strings.ContainsAny(lower, "pnix") {
		return value.Value{}, false
	}
	f, err := strconv.ParseFloat(sign+lower, 64)
	return value.Flt(f), err == nil && !math.IsInf(f, 0) && !strings.HasSuffix(lower, ".")
}
