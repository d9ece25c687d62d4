package exec

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// splitPath splits strings at colons into a list of directories.
func splitPath(_ ral.Hook, v value.Value) (value.Value, error) {
	var dirs []string
	for _, each := range v.Elements() {
		for dir := range strings.SplitSeq(each.Text(), ":") {
			if dir != "" {
				dirs = append(dirs, dir)
			}
		}
	}
	return value.Strs(dirs...), nil
}

func seconds(v value.Value) (float64, error) {
	n, err := strconv.ParseFloat(v.Text(), 64)
	if err == nil && (math.IsNaN(n) || math.IsInf(n, 0)) {
		err = strconv.ErrRange
	}
	return n, err
}

func mungeTimeout(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := seconds(v)
	if err != nil {
		return v, errors.New("The timeout must be a number.")
	}
	if n < 0 {
		return value.Int(0), nil
	}
	return v, nil
}

func mungeTries(_ ral.Hook, v value.Value) (value.Value, error) {
	if v.Kind() == value.String && !whole.MatchString(v.Text()) {
		return v, errors.New("Tries must be an integer")
	}
	n, err := strconv.ParseInt(v.Text(), 10, 32)
	if errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(v.Text(), "-") {
		return v, errors.New("Tries is too large (at most 2147483647)")
	}
	if err != nil || n < 1 {
		return v, errors.New("Tries must be an integer >= 1")
	}
	return value.Int(n), nil
}

func mungeSleep(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := seconds(v)
	if err != nil {
		return v, errors.New("try_sleep must be a number")
	}
	if n < 0 {
		return v, errors.New("try_sleep cannot be a negative number")
	}
	return v, nil
}
