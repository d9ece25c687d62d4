package tidy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// written matches a number with a unit. Only the first letter of the unit is
// significant.
var written = lazyre.New(`^([0-9]+)([A-Za-z_]\w*)?$`)

// Units by their first letters.
var (
	ages  = unit{"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
	sizes = unit{"b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
)

type unit map[string]int64

// amount converts a user's text to seconds or bytes. A number without quotes is
// rejected, as in Puppet.
func amount(what, usual string, units unit) func(ral.Hook, value.Value) (value.Value, error) {
	return func(_ ral.Hook, v value.Value) (value.Value, error) {
		parts := written.FindStringSubmatch(v.Text())
		if parts == nil || v.Kind() == value.Integer {
			return v, fmt.Errorf("Invalid tidy %s %s", what, v.Text())
		}
		letter := usual
		if parts[2] != "" {
			letter = strings.ToLower(parts[2][:1])
		}
		each, known := units[letter]
		if !known {
			return v, fmt.Errorf("Invalid %s unit '%s'", what, letter)
		}
		n, err := strconv.ParseInt(parts[1], 10, 64)
		if err != nil || n > math.MaxInt64/each {
			return v, fmt.Errorf("Invalid tidy %s %s", what, v.Text())
		}
		return value.Int(n * each), nil
	}
}
