package datafile

import (
	"strconv"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

var (
	yamlInt   = lazyre.New(`^[-+]?(?:0|[1-9][0-9_,]*)$`)
	yamlOctal = lazyre.New(`^[-+]?0[0-7_,]+$`)
	yamlHex   = lazyre.New(`^[-+]?0x[0-9a-fA-F_,]+$`)
	yamlBits  = lazyre.New(`^[-+]?0b[01_,]+$`)
	yamlFloat = lazyre.New(`^[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?$`)
	yamlSixty = lazyre.New(`^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}$`)
)

// plainScalar returns the value of an unquoted YAML 1.1 scalar, like Ruby's
// Psych (its ScalarScanner): yes is true, 010 is 8 and 12:30 is 45000.
func plainScalar(text string) value.Value {
	switch strings.ToLower(text) {
	case "", "~", "null":
		return value.Value{}
	case "yes", "true", "on":
		return value.Bool(true)
	case "no", "false", "off":
		return value.Bool(false)
	}
	if !strings.ContainsRune("+-.0123456789", rune(text[0])) {
		return value.Str(text)
	}
	bare := strings.ReplaceAll(strings.ReplaceAll(text, "_", ""), ",", "")
	switch {
	case yamlInt.MatchString(text), yamlOctal.MatchString(text), yamlHex.MatchString(text), yamlBits.MatchString(text):
		if n, err := strconv.ParseInt(bare, 0, 64); err == nil {
			return value.Int(n)
		}
		if yamlInt.MatchString(text) {
			return value.Str(strings.TrimPrefix(bare, "+"))
		}
	case yamlFloat.MatchString(text) && strings.ContainsAny(text, "0123456789"):
		if n, err := strconv.ParseFloat(bare, 64); err == nil {
			return value.Flt(n)
		}
	case yamlSixty.MatchString(text):
		return sixty(bare)
	}
	return value.Str(text)
}

// sixty converts hours, minutes and seconds to a number: a:b is a*3600+b*60. The sign
// only applies to the hours.
func sixty(text string) value.Value {
	var n, unit int64 = 0, 3600
	for part := range strings.SplitSeq(text, ":") {
		digits, err := strconv.ParseInt(part, 10, 64)
		if err != nil || digits > 1<<40 || digits < -1<<40 {
			return value.Str(text)
		}
		n, unit = n+digits*unit, unit/60
	}
	return value.Int(n)
}
