package model

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// countSetting is a whole number; 0 is without bound.
func countSetting(to *int) setting {
	return func(n ast.Node) error {
		count, err := strconv.Atoi(scalar(n))
		if err != nil || count < 0 {
			return errors.New("it is a whole number, such as 200; 0 is without bound")
		}
		*to = count
		return nil
	}
}

// sizeSetting is a number of bytes, also in KiB, MiB or GiB; 0 is without bound.
func sizeSetting(to *int64) setting {
	return func(n ast.Node) error {
		digits, unit, _ := strings.Cut(scalar(n), " ")
		shift, ok := map[string]int{"": 0, "KiB": 10, "MiB": 20, "GiB": 30}[strings.TrimSpace(unit)]
		size, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || !ok || size < 0 || size > math.MaxInt64>>shift {
			return errors.New("it is a size, such as 256 MiB; 0 is without bound")
		}
		*to = size << shift
		return nil
	}
}

// scalar is the text of a value, "" of a list or a map.
func scalar(n ast.Node) string {
	if _, ok := n.(ast.ScalarNode); !ok {
		return ""
	}
	return n.GetToken().Value
}
