package where

import (
	"strconv"
	"strings"
)

// quantity is a number, or a size in bytes.
type quantity struct {
	number float64
	size   bool // it has a unit
}

// parseQuantity reads 8, -1.5, 8GiB or "23.54 GiB".
func parseQuantity(text string) (quantity, bool) {
	end := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != '-' })
	if end < 0 {
		end = len(text)
	}
	number, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return quantity{}, false
	}
	if end == len(text) {
		return quantity{number: number}, true
	}
	unit := bytesOf(strings.TrimPrefix(text[end:], " "))
	return quantity{number * unit, true}, unit > 0
}

// bytesOf returns the bytes of a unit, regardless of case, or 0 for an unknown unit.
func bytesOf(unit string) float64 {
	switch strings.ToLower(unit) {
	case "bytes":
		return 1
	case "kib":
		return 1 << 10
	case "mib":
		return 1 << 20
	case "gib":
		return 1 << 30
	case "tib":
		return 1 << 40
	case "kb":
		return 1e3
	case "mb":
		return 1e6
	case "gb":
		return 1e9
	case "tb":
		return 1e12
	}
	return 0
}
